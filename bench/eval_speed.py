"""How fast `touchstone eval` is beside pytrec_eval: 7,000 queries with 1,000 hits each and 100 judged chunks, the same
files and measures, one after the other on the same machine.

    ~/.cache/touchstone/interop/bin/python bench/eval_speed.py BINARY [QUERIES]

`make test-interop` installs pytrec_eval there. Times are of the wall, best of three."""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import pytrec_eval

binary = sys.argv[1]
queries = int(sys.argv[2]) if len(sys.argv) > 2 else 7000
hits, judged, tries = 1000, 100, 3
ours = "recall@5,recall@20,recall@1000,precision@5,precision@20,hit@5,rr,ap,rprec,ndcg@10,ndcg@1000,bpref"
theirs = {"recall.5,20,1000", "P.5,20", "success.5", "recip_rank", "map", "Rprec", "ndcg_cut.10,1000", "bpref"}

rng = random.Random(20261130)
folder = pathlib.Path(tempfile.mkdtemp(prefix="touchstone-speed-"))
with open(folder / "qrels.txt", "w") as qrels, open(folder / "run.txt", "w") as run:
    for query in range(queries):
        for chunk in rng.sample(range(5000), judged):
            qrels.write(f"q{query} 0 document-{chunk:07d} {rng.randrange(4)}\n")
        for rank, chunk in enumerate(rng.sample(range(5000), hits)):
            run.write(f"q{query} Q0 document-{chunk:07d} {rank + 1} {1000 - rank + rng.random():.6f} bench\n")


def best(work):
    times = []
    for _ in range(tries):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def read():
    with open(folder / "qrels.txt") as qrels, open(folder / "run.txt") as run:
        return pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(run)


def touchstone():
    command = [binary, "eval", "--golden", str(folder / "qrels.txt"), "--run", str(folder / "run.txt"), "--measures", ours, "--cutoff", "1", "--trec-float32", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["runs"][0]


reading, (qrels, run) = best(read)
scoring, scores = best(lambda: pytrec_eval.RelevanceEvaluator(qrels, theirs).evaluate(run))
whole, mine = best(touchstone)
for query, values in scores.items():
    for name, value in (("ndcg@10", values["ndcg_cut_10"]), ("ap", values["map"]), ("bpref", values["bpref"])):
        assert abs(mine["per_query"][query][name] - value) < 1e-12, (query, name)
size = os.path.getsize(folder / "run.txt") / 2**20
print(f"{queries} queries x {hits} hits, {judged} judged each; the run is {size:.0f} MiB; 12 measures; best of {tries}; equal to 1e-12")
print(f"pytrec_eval   reading {reading:.2f} s, scoring {scoring:.2f} s, together {reading + scoring:.2f} s")
print(f"touchstone    reading, scoring and printing {whole:.2f} s")
print(f"ratio         {(reading + scoring) / whole:.1f}")
for file in folder.iterdir():
    file.unlink()
folder.rmdir()
