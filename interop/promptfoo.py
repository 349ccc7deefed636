"""promptfoo, the program, over a set: with a prompt that is a text, one that is a list of messages, and a grader that keeps what
it is asked to compare with."""

import json
import os
import subprocess

GRADER = """const fs = require('fs');
module.exports = class {
  id() { return 'grader'; }
  async callApi(prompt) {
    fs.appendFileSync(%s, JSON.stringify(prompt) + '\\n');
    return { output: JSON.stringify({ category: 'A', reason: 'asked' }) };
  }
};
"""
# A slash would make it look like a path.
PROMPT = "Query: {{query}}|Context: {{context}}|"


class Promptfoo:
    def __init__(self, node_modules, place):
        self.node_modules, self.place = node_modules, place
        self.environment = {
            **os.environ,
            "PATH": f"{node_modules}/.bin:{os.environ['PATH']}",
            "PROMPTFOO_DISABLE_TELEMETRY": "1",
            "PROMPTFOO_DISABLE_UPDATE": "1",
            "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
            "PROMPTFOO_CONFIG_DIR": str(place / "promptfoo-home"),
        }

    def version(self):
        return json.loads((self.node_modules / "promptfoo" / "package.json").read_text())["version"]

    def evaluate(self, name, tests):
        """Runs the tests; gives what promptfoo wrote about each, the texts that the grader got, and everything as one text."""
        place = self.place / f"promptfoo-{name}"
        place.mkdir()
        asked = place / "asked.jsonl"
        (place / "grader.cjs").write_text(GRADER % json.dumps(str(asked)))
        config = {
            "prompts": [PROMPT, json.dumps([{"role": "user", "content": PROMPT}])],
            "providers": ["echo"],
            "defaultTest": {"options": {"provider": f"file://{place / 'grader.cjs'}", "rubricPrompt": "{{ideal}}{{rubric}}"}},
            "tests": f"file://{tests}",
        }
        (place / "promptfooconfig.json").write_text(json.dumps(config))
        arguments = ["eval", "-c", "promptfooconfig.json", "-o", "out.json", "--no-cache", "--no-progress-bar", "--no-table", "-j", "1"]
        said = subprocess.run([str(self.node_modules / ".bin" / "promptfoo"), *arguments], cwd=place, capture_output=True, text=True, env=self.environment, timeout=600)
        assert (place / "out.json").exists(), said.stdout + said.stderr
        written = (place / "out.json").read_text()
        graded = [json.loads(line) for line in asked.read_text().split("\n") if line] if asked.exists() else []
        return json.loads(written)["results"]["results"], graded, written + said.stdout + said.stderr


def shown(result):
    """The prompt as the model would get it."""
    output = result["response"]["output"]
    if result["promptIdx"] == 0:
        return output
    return (json.loads(output) if isinstance(output, str) else output)[0]["content"]
