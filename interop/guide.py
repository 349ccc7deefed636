"""Labels some queries of the demo's set over HTTP, as a page does, and freezes them: a version with answers, citations,
evidence and an unanswerable query. Everything stays on loopback."""

import json
import secrets
import socket
import subprocess
import time
import urllib.request

QUERIES = 12


def uuid7():
    raw = (int(time.time() * 1000) << 80) | secrets.randbits(80)
    raw = raw & ~(0xF << 76) | (0x7 << 76)
    raw = raw & ~(0x3 << 62) | (0x2 << 62)
    text = f"{raw:032x}"
    return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Demo:
    def __init__(self, binary, data):
        self.origin = f"http://127.0.0.1:{free_port()}"
        self.server = subprocess.Popen([binary, "--data", data, "serve", "--demo", "--listen", self.origin[7:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.origin}/health/ready").read()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server did not start")

    def call(self, name, **body):
        request = urllib.request.Request(f"{self.origin}/api/{name}", json.dumps(body).encode(), {"content-type": "application/json"})
        return json.load(urllib.request.urlopen(request))

    def stop(self):
        self.server.terminate()
        self.server.wait()


def operation(query, action):
    return {"id": uuid7(), "query": query, "action": action}


def judge(chunk, grade, evidence):
    return {"judge": {"chunk": chunk, "judgement": {"grade": grade}, "evidence": evidence, "note": "", "prelabel_visible": True, "base": 0}}


def label(demo, name, query, relevant, text, answerable=True):
    """Gives the first cards of a query the best grade and the others the worst, and completes it."""
    pool = demo.call("label_work", set=name, query=query)["assignment"]["pool"]
    operations = []
    for entry in pool:
        best = entry["number"] <= relevant
        evidence = [{"start": 0, "end": min(20, len(entry["chunk"]["text"]))}] if best else []
        operations.append(operation(query, judge(entry["chunk"]["id"], 3 if best else 0, evidence)))
    citations = [{"number": entry["number"], "chunk": entry["chunk"]["id"]} for entry in pool if f"[{entry['number']}]" in text]
    answer = {"text": text, "citations": citations, "answerable": "yes" if answerable else "no", "base": 0}
    operations.append(operation(query, {"answer": answer}))
    operations.append(operation(query, {"complete": {}}))
    for acknowledged in demo.call("record", set=name, operations=operations):
        assert "saved" in acknowledged["outcome"], acknowledged


def freeze(binary, data):
    """Makes version 1 of the set `guide` in a data directory."""
    demo = Demo(binary, data)
    try:
        rows = demo.call("query_list", set="guide", filter={"search": "", "page": 1})["page"]["rows"]
        for at, row in enumerate(rows[:QUERIES]):
            if at % 6 == 5:
                label(demo, "guide", row["id"], 0, "", answerable=False)
            else:
                label(demo, "guide", row["id"], 2, "It is said in the guide [1], and again [2].")
    finally:
        demo.stop()
    subprocess.run([binary, "--data", data, "freeze", "--set", "guide", "--note", "interop"], check=True, stdout=subprocess.DEVNULL)
