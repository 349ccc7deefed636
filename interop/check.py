"""Reads every export of a version with the tool that it is for, and says what each tool found.

    python interop/check.py BINARY NODE_MODULES

Exit 1 when a tool refuses a file or finds another number than ours."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", DEEPEVAL_TELEMETRY_OPT_OUT="YES", RAGAS_DO_NOT_TRACK="true", ANONYMIZED_TELEMETRY="False")

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import guide  # noqa: E402

binary, node_modules = sys.argv[1], pathlib.Path(sys.argv[2])
place = pathlib.Path(tempfile.mkdtemp(prefix="touchstone-interop-"))
os.environ["HF_HOME"] = str(place / "hf")
data = str(place / "data")
results = []


def touchstone(*arguments):
    return json.loads(subprocess.run([binary, "--data", data, "--json", *arguments], check=True, capture_output=True, text=True).stdout)


def export(format):
    folder = place / format
    touchstone("export", "--set", "guide", "--version", "1", "--format", format, "--out", str(folder))
    assert touchstone("verify", str(folder))["ok"]
    return folder


def check(tool, version_of):
    """Runs a check and keeps what it says."""

    def wrap(function):
        import importlib.metadata

        version = importlib.metadata.version(version_of) if version_of else ""
        try:
            results.append((tool, version, "ok", function()))
        except Exception as error:  # noqa: BLE001: whatever a tool throws is its answer
            results.append((tool, version, "FAILED", f"{type(error).__name__}: {error}"))

    return wrap


guide.freeze(binary, data)
golden = [json.loads(line) for line in (export("touchstone") / "golden.jsonl").read_text().splitlines()]
answerable = [item for item in golden if item["answerable"]]
run = place / "run.txt"
touchstone("retrieve", "--set", "guide", "--k", "20", "--k1", "0.9", "--out", str(run))
trec = export("trec")


@check("ir_measures", "ir_measures")
def _():
    import ir_measures
    from ir_measures import AP, P, R, RR, nDCG

    pairs = {AP(rel=2): "ap", P(rel=2) @ 5: "precision@5", R(rel=2) @ 5: "recall@5", RR(rel=2): "rr", nDCG @ 10: "ndcg@10"}
    theirs = ir_measures.calc_aggregate(list(pairs), ir_measures.read_trec_qrels(str(trec / "qrels.txt")), ir_measures.read_trec_run(str(run)))
    ours = touchstone("eval", "--golden", str(trec / "qrels.txt"), "--run", str(run), "--cutoff", "2", "--trec-float32", "--measures", ",".join(pairs.values()))
    for measure, name in pairs.items():
        assert abs(theirs[measure] - ours["runs"][0]["measures"][name]) < 1e-12, (name, theirs[measure], ours)
    return ", ".join(f"{name} {theirs[measure]:.4f}" for measure, name in pairs.items()) + ": ours to 1e-12"


@check("pytrec_eval", "pytrec_eval-terrier")
def _():
    import pytrec_eval

    qrels = pytrec_eval.parse_qrel(open(trec / "qrels.txt"))
    scores = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut_10", "map"}).evaluate(pytrec_eval.parse_run(open(run)))
    ours = touchstone("eval", "--golden", str(trec / "qrels.txt"), "--run", str(run), "--cutoff", "1", "--trec-float32", "--measures", "ndcg@10,ap")["runs"][0]["per_query"]
    for query, values in scores.items():
        assert abs(values["ndcg_cut_10"] - ours[query]["ndcg@10"]) < 1e-12 and abs(values["map"] - ours[query]["ap"]) < 1e-12, query
    return f"{len(scores)} queries, each ours to 1e-12"


@check("datasets", "datasets")
def _():
    import datasets

    loaded = datasets.load_dataset("json", data_files=str(place / "touchstone" / "golden.jsonl"), split="train")
    assert loaded["query_id"][:] == [item["query_id"] for item in golden]
    return f"{len(loaded)} rows, columns {', '.join(loaded.column_names[:6])} …"


@check("pandas: touchstone, beir, csv", "pandas")
def _():
    import pandas

    frame = pandas.read_json(place / "touchstone" / "golden.jsonl", lines=True)
    assert len(frame) == len(golden)
    beir = export("beir")
    qrels = pandas.read_csv(beir / "qrels" / "test.tsv", sep="\t")
    corpus = pandas.read_json(beir / "corpus.jsonl", lines=True)
    queries = pandas.read_json(beir / "queries.jsonl", lines=True)
    assert set(qrels["corpus-id"]) <= set(corpus["_id"]) and set(qrels["query-id"]) <= set(queries["_id"])
    table = pandas.read_csv(export("csv") / "golden.csv", keep_default_na=False)
    assert len(table) == len(qrels) == sum(len(item["labels"]) for item in golden)
    assert list(table["text"]) == [label["text"] for item in golden for label in item["labels"]]
    pandas.read_csv(export("csv-spreadsheet") / "golden.csv")
    return f"{len(frame)} queries, {len(qrels)} labels, {len(corpus)} chunks; every text of the CSV as it was"


@check("Ragas", "ragas")
def _():
    from ragas import EvaluationDataset

    loaded = EvaluationDataset.from_jsonl(str(export("ragas") / "ragas.jsonl"))
    assert [sample.user_input for sample in loaded] == [item["query"] for item in golden]
    assert sum(1 for sample in loaded if sample.reference) == len(answerable)
    return f"{len(loaded)} samples, {len(answerable)} with a reference, {sum(len(s.reference_contexts) for s in loaded)} contexts"


@check("DeepEval", "deepeval")
def _():
    from deepeval.dataset import EvaluationDataset

    loaded = EvaluationDataset()
    loaded.add_goldens_from_json_file(file_path=str(export("deepeval") / "deepeval.json"), input_key_name="input", expected_output_key_name="expected_output", context_key_name="context")
    assert [entry.input for entry in loaded.goldens] == [item["query"] for item in golden]
    return f"{len(loaded.goldens)} goldens"


@check("LangSmith", "langsmith")
def _():
    from langsmith.schemas import ExampleCreate

    lines = (export("langsmith") / "langsmith.jsonl").read_text().splitlines()
    examples = [ExampleCreate(**json.loads(line)) for line in lines]
    return f"{len(examples)} examples, as its client's schema has them"


@check("Langfuse", "langfuse")
def _():
    from langfuse.api import CreateDatasetItemRequest

    lines = (export("langfuse") / "langfuse.jsonl").read_text().splitlines()
    items = [CreateDatasetItemRequest(dataset_name="guide", **json.loads(line)) for line in lines]
    assert [item.id for item in items] == [f"guide/{item['query_id']}" for item in golden]
    return f"{len(items)} dataset items, as its client's schema has them"


@check("OpenSearch (JSON only: no server here)", None)
def _():
    folder = export("opensearch")
    judgments = json.loads((folder / "judgments.json").read_text())
    ratings = [rating["rating"] for entry in judgments["judgmentRatings"] for rating in entry["ratings"]]
    assert all(isinstance(rating, str) for rating in ratings)
    requests = json.loads((folder / "rank_eval.json").read_text())["requests"]
    return f"{len(ratings)} ratings as strings, {len(requests)} requests"


@check("promptfoo", None)
def _():
    tests = export("promptfoo") / "tests.jsonl"
    config = place / "promptfooconfig.json"
    config.write_text(json.dumps({"prompts": ["{{query}}"], "providers": ["echo"], "tests": f"file://{tests}"}))
    environment = {**os.environ, "PATH": f"{node_modules}/.bin:{os.environ['PATH']}", "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(place / "promptfoo-home")}
    said = subprocess.run([str(node_modules / ".bin" / "promptfoo"), "validate", "-c", str(config)], capture_output=True, text=True, env=environment, timeout=300)
    assert said.returncode == 0, said.stdout + said.stderr
    version = json.loads((node_modules / "promptfoo" / "package.json").read_text())["version"]
    return f"{version}: {said.stdout.strip().splitlines()[-1]}"


width = max(len(tool) for tool, *_ in results)
for tool, version, verdict, said in results:
    print(f"{verdict:<6}  {tool:<{width}}  {version:<8}  {said}")
failed = [tool for tool, _, verdict, _ in results if verdict != "ok"]
print(f"interop: {len(results) - len(failed)} of {len(results)} tools read our exports")
sys.exit(1 if failed else 0)
