"""A set of texts and ids that templates, paths, tables and programs could take for something else, labelled over HTTP and frozen.
Two canaries lie beside it: a file whose secret nobody may read, and programs that leave a mark when they are run."""

import json
import subprocess

import guide

NAME = "hostile"
SECRET = "the-secret-of-the-canary"


class Canaries:
    def __init__(self, place):
        self.mark = place / "a-canary-was-run"
        self.text, self.javascript, self.python = place / "canary.txt", place / "canary.js", place / "canary.py"
        self.text.write_text(SECRET)
        self.javascript.write_text(f"require('fs').writeFileSync({json.dumps(str(self.mark))}, 'js'); module.exports = () => ({{ output: '{SECRET}' }});")
        self.python.write_text(f"open({str(self.mark)!r}, 'w').write('py')\ndef get_var(*arguments):\n    return {{'output': '{SECRET}'}}\nget_assert = get_var\n")

    def traps(self):
        """Texts that would read or run a canary."""
        files = [self.text, self.javascript, self.python]
        return [f"file://{file}" for file in files] + [f"file://{self.javascript}:run", f"{{{{ '{self.text}' | load }}}}", f"{{% include '{self.text}' %}}"]


TEXTS = [
    "what do charts read in {{ .Values.image.tag }}",
    "A {# remark #} in a text, and {{ query }}.",
    "{{context}} and {{ env.HOME }}",
    "{% raw %}seven{% endraw %} times {{ 7 * 7 }}",
    "{% endraw %}{{ 7 * 8 }}",
    "half a {{ tag",
    "half a {% tag",
    "half a comment {#",
    "{{ range.constructor('return process.env')() }}",
    "package:@canary/canary:run",
    "python:canary.py",
    "https://127.0.0.1:9/nobody?listens#here",
    "=1+1",
    "+SUM(A1:A9)",
    "-2+3|cmd",
    "@SUM(1)",
    "＝2+3",
    "\ta tab before",
    "one\rtwo\r\nthree\nfour",
    "line\u2028separator and paragraph\u2029separator and next\u0085line",
    "bell \u0007 escape \u001b[31m file separator \u001c delete \u007f",
    "emoji 🦀 👩‍👩‍👧 and flags 🇪🇺",
    "\u202eright to left\u202c and שלום and مرحبا",
    "zero\u200bwidth and \ufeff a mark",
    'quotes " \' ` and \\ and \\n and ""',
    "commas, semicolons; tabs\tand | bars",
    "<script>alert(1)</script> &amp; &lt;",
    "$& $1 $` ${HOME} $(id) `id` %PATH% %s %d {0} {}",
    '{"a": 1}',
    '["a", null]',
    "true or 1e999 or NaN or null",
    "very long" + " words and more words" * 400,
]
IDS = ['"intro" part', '"', '""', "'", "a/b", "..", "../..", "a#b", "a?b=c", "a%2Fb", "a b", "{{ query }}", "=1+1", "ünï", "🦀", "a,b;c", "-", "\\", "\u2028", "~", "a_2Fb", "#", "file:///etc/hostname", "<b>"]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def freeze(binary, data, place):
    """Makes version 1 of the set; gives its canaries."""
    canaries = Canaries(place)
    texts = TEXTS + canaries.traps()
    named = [(f"{IDS[at % len(IDS)]} {at}" if at >= len(IDS) else IDS[at], text) for at, text in enumerate(texts)]

    def run(*arguments):
        said = subprocess.run([binary, "--data", data, *arguments], capture_output=True, text=True)
        assert said.returncode == 0, said.stdout + said.stderr

    run("set", "create", NAME)
    run("import", "queries", "--set", NAME, write(place / "queries.jsonl", [{"id": id, "query": text} for id, text in named]))
    lists = [{"query_id": id, "results": [{"id": id, "text": text, "title": text[:100]}, {"id": f"not {id}", "text": f"not {text}"}]} for id, text in named]
    run("import", "run", "--set", NAME, "--retriever", "r", write(place / "run.jsonl", lists))
    demo = guide.Demo(binary, data)
    try:
        texts = dict(named)
        first = min(texts, key=str.encode)
        for page in range(1, 10):
            for row in demo.call("query_list", set=NAME, filter={"search": "", "page": page})["page"]["rows"]:
                # The first of the version has no answer: tools that take the columns from it must find them there.
                if row["external_id"] == first:
                    guide.label(demo, NAME, row["id"], 0, "", answerable=False)
                else:
                    guide.label(demo, NAME, row["id"], 1, texts[row["external_id"]])
    finally:
        demo.stop()
    run("freeze", "--set", NAME)
    return canaries
