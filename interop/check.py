"""Reads every export of a version with the tool that it is for, and says what each tool found.

    python interop/check.py BINARY NODE_MODULES

Exit 1 when a tool refuses a file or finds another number than ours."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", DEEPEVAL_TELEMETRY_OPT_OUT="YES", RAGAS_DO_NOT_TRACK="true", ANONYMIZED_TELEMETRY="False")

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import guide  # noqa: E402
import hostile  # noqa: E402
import loopback  # noqa: E402
from promptfoo import PROMPT, Promptfoo, shown  # noqa: E402

binary, node_modules = sys.argv[1], pathlib.Path(sys.argv[2])
place = pathlib.Path(tempfile.mkdtemp(prefix="touchstone-interop-"))
os.environ["HF_HOME"] = str(place / "hf")
data = str(place / "data")
results = []


def touchstone(*arguments):
    return json.loads(subprocess.run([binary, "--data", data, "--json", *arguments], check=True, capture_output=True, text=True).stdout)


def export(format, name="guide"):
    folder = place / name / format
    folder.parent.mkdir(exist_ok=True)
    touchstone("export", "--set", name, "--version", "1", "--format", format, "--out", str(folder))
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


def lines(path):
    # Not splitlines(), which parts lines at U+2028 too.
    return [json.loads(line) for line in path.read_text().split("\n") if line]


guide.freeze(binary, data)
golden = lines(export("touchstone") / "golden.jsonl")
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

    loaded = datasets.load_dataset("json", data_files=str(place / "guide" / "touchstone" / "golden.jsonl"), split="train")
    assert loaded["query_id"][:] == [item["query_id"] for item in golden]
    return f"{len(loaded)} rows, columns {', '.join(loaded.column_names[:6])} …"


@check("pandas: touchstone, beir, csv", "pandas")
def _():
    import pandas

    frame = pandas.read_json(place / "guide" / "touchstone" / "golden.jsonl", lines=True)
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

    loaded = EvaluationDataset(goldens=[])
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
    assert [item.id for item in items] == [f"guide~{item['query_id'].replace('_', '_5F')}" for item in golden]
    return f"{len(items)} dataset items, as its client's schema has them"


@check("OpenSearch (JSON only: no server here)", None)
def _():
    folder = export("opensearch")
    judgments = json.loads((folder / "judgments.json").read_text())
    ratings = [rating["rating"] for entry in judgments["judgmentRatings"] for rating in entry["ratings"]]
    assert all(isinstance(rating, str) for rating in ratings)
    requests = json.loads((folder / "rank_eval.json").read_text())["requests"]
    return f"{len(ratings)} ratings as strings, {len(requests)} requests"


promptfoo = Promptfoo(node_modules, place)


def with_relevant(items):
    for item in items:
        yield item, [label for label in item["labels"] if label["grade"] >= 2]


@check("promptfoo", None)
def _():
    results, _, _ = promptfoo.evaluate("guide", export("promptfoo") / "tests.jsonl")
    assert len(results) == 2 * len(golden)
    return f"{promptfoo.version()}: {len(results)} prompts"


canaries = hostile.freeze(binary, data, place)
traps = lines(export("touchstone", hostile.NAME) / "golden.jsonl")


def equal(found, wanted):
    """Says where two lists differ."""
    assert len(found) == len(wanted), (len(found), len(wanted))
    for at, pair in enumerate(zip(found, wanted)):
        assert pair[0] == pair[1], (at, str(pair[0])[:200], str(pair[1])[:200])


def nothing_was_run():
    assert not canaries.mark.exists(), f"a canary was run: {canaries.mark.read_text()}"


@check("hostile: golden set", None)
def _():
    wanted = hostile.TEXTS + canaries.traps()
    assert traps[0]["answerable"] is False
    texts = {text for item, relevant in with_relevant(traps) for text in [item["query"], item["answer"], *(label["text"] for label in relevant)]}
    changed = [text for text in wanted if text not in texts]
    assert not changed, changed
    return f"{len(traps)} queries, each with a text that something could take for something else"


@check("hostile: promptfoo", None)
def _():
    results, graded, everything = promptfoo.evaluate("hostile", export("promptfoo", hostile.NAME) / "tests.jsonl")
    nothing_was_run()
    assert hostile.SECRET not in everything
    assert len(results) == 2 * len(traps)
    for result in results:
        item, relevant = list(with_relevant(traps))[result["testIdx"]]
        context = "\n\n".join(label["text"] for label in relevant)
        wanted = PROMPT.replace("{{query}}", "\0").replace("{{context}}", context).replace("\0", item["query"])
        assert shown(result) == wanted, (result["promptIdx"], shown(result)[:300], wanted[:300])
        assert result["testCase"]["description"] == item["query_id"], result["testCase"]["description"]
    answers = sorted(item["answer"] for item in traps if item["answer"] for _ in range(2))
    given = sorted(text for text in graded if not text.startswith("Says that the question cannot be answered"))
    equal(given, answers)
    # The canaries would tell: a variable that is one of their names is read, and run.
    control = place / "control.jsonl"
    control.write_text("".join(json.dumps({"vars": {"query": trap, "context": ""}}) + "\n" for trap in canaries.traps()[:2]))
    _, _, everything = promptfoo.evaluate("control", control)
    assert hostile.SECRET in everything and canaries.mark.exists(), "the canaries do not tell"
    canaries.mark.unlink()
    return f"{len(results)} prompts and {len(given)} assertions show the texts; nothing read, nothing run (a control reads and runs)"


@check("hostile: Ragas", "ragas")
def _():
    from ragas import EvaluationDataset
    from ragas.metrics import AnswerCorrectness, LLMContextRecall
    from ragas.validation import validate_required_columns

    loaded = EvaluationDataset.from_jsonl(str(export("ragas", hostile.NAME) / "ragas.jsonl"))
    for sample, (item, relevant) in zip(loaded, with_relevant(traps), strict=True):
        assert (sample.user_input, sample.reference) == (item["query"], item["answer"]), item["query_id"]
        assert sample.reference_contexts == [label["text"] for label in relevant]
        assert sample.reference_context_ids == [label["chunk_id"] for label in relevant]
        sample.response, sample.retrieved_contexts = "", []
    validate_required_columns(loaded, [LLMContextRecall(), AnswerCorrectness()])
    nothing_was_run()
    return f"{len(loaded)} samples as they were, the first without an answer; its validation takes them"


@check("hostile: BEIR", "beir")
def _():
    from beir.datasets.data_loader import GenericDataLoader

    folder = export("beir", hostile.NAME)
    corpus, queries, qrels = GenericDataLoader(data_folder=str(folder)).load("test")
    assert queries == {item["query_id"]: item["query"] for item in traps}
    assert qrels == {item["query_id"]: {label["chunk_id"]: label["grade"] for label in item["labels"]} for item in traps}
    assert corpus == {label["chunk_id"]: {"text": label["text"], "title": label["title"]} for item in traps for label in item["labels"]}
    run = place / "hostile-run.jsonl"
    run.write_text("".join(json.dumps({"query_id": query, "results": list(grades)}) + "\n" for query, grades in qrels.items()))
    scored = touchstone("eval", "--golden", str(folder / "qrels" / "test.tsv"), "--run", str(run), "--measures", "judged@2")["runs"][0]
    assert scored["measures"]["judged@2"] == 1.0 and scored["missing_queries"] == [], scored
    return f"{len(queries)} queries, {sum(map(len, qrels.values()))} labels, {len(corpus)} chunks by GenericDataLoader; eval reads the same ids"


@check("hostile: Langfuse", "langfuse")
def _():
    from langfuse.api import LangfuseAPI

    server = loopback.Langfuse()
    client = LangfuseAPI(base_url=server.origin, username="u", password="p")
    exported = lines(export("langfuse", hostile.NAME) / "langfuse.jsonl")
    for line in exported:
        client.dataset_items.create(dataset_name="d", id=line["id"], input=line["input"], expected_output=line["expectedOutput"], metadata=line["metadata"])
    for line, item in zip(exported, traps, strict=True):
        found = client.dataset_items.get(line["id"])
        assert (found.id, found.input["query"], found.metadata["query_id"]) == (line["id"], item["query"], item["query_id"])
        assert found.expected_output["answer"] == (item["answer"] or None)
    assert len(set(server.paths)) == len(traps) and all(path.count("/") == 4 for path in server.paths)
    return f"{len(exported)} items made and found again by their ids, through its client"


@check("hostile: ir_measures, pytrec_eval", "ir_measures")
def _():
    import ir_measures
    import pytrec_eval

    folder = export("trec", hostile.NAME)
    written = {}
    for line in (folder / "ids.tsv").read_text().split("\n")[1:-1]:
        kind, encoded, id = line.split("\t")
        written[kind, encoded] = json.loads(id)
    original = lambda kind, id: written.get((kind, id), id)  # noqa: E731
    wanted = {(item["query_id"], label["chunk_id"]): label["grade"] for item in traps for label in item["labels"]}
    theirs = {(original("query", qrel.query_id), original("chunk", qrel.doc_id)): qrel.relevance for qrel in ir_measures.read_trec_qrels(str(folder / "qrels.txt"))}
    parsed = pytrec_eval.parse_qrel(open(folder / "qrels.txt"))
    assert theirs == wanted
    assert {(original("query", query), original("chunk", chunk)): grade for query, of in parsed.items() for chunk, grade in of.items()} == wanted
    topics = (folder / "topics.tsv").read_text().splitlines()
    assert [original("query", topic.split("\t")[0]) for topic in topics] == [item["query_id"] for item in traps]
    return f"{len(wanted)} labels, {len(written)} ids that ids.tsv gives back"


@check("hostile: pandas, DeepEval, LangSmith", "pandas")
def _():
    import pandas
    from deepeval.dataset import EvaluationDataset
    from langsmith.schemas import ExampleCreate

    labels = [(item, label) for item in traps for label in item["labels"]]
    table = pandas.read_csv(export("csv", hostile.NAME) / "golden.csv", keep_default_na=False, dtype=str)
    for column, wanted in {
        "text": [label["text"] for _, label in labels],
        "chunk_id": [label["chunk_id"] for _, label in labels],
        "query": [item["query"] for item, _ in labels],
        "answer": [item["answer"] for item, _ in labels],
    }.items():
        equal(list(table[column]), wanted)
    spreadsheet = pandas.read_csv(export("csv-spreadsheet", hostile.NAME) / "golden.csv", keep_default_na=False, dtype=str)
    formulas = [cell for column in spreadsheet for cell in spreadsheet[column] if cell.startswith(tuple("=+-@\t\r\n＝＋－＠"))]
    assert not formulas, formulas[:3]
    loaded = EvaluationDataset(goldens=[])
    loaded.add_goldens_from_json_file(file_path=str(export("deepeval", hostile.NAME) / "deepeval.json"), input_key_name="input", expected_output_key_name="expected_output", context_key_name="context")
    answers = [(item["query"], item["answer"] or None) for item in traps]
    equal([(entry.input, entry.expected_output) for entry in loaded.goldens], answers)
    examples = [ExampleCreate(**line) for line in lines(export("langsmith", hostile.NAME) / "langsmith.jsonl")]
    equal([(example.inputs["query"], example.outputs["answer"]) for example in examples], answers)
    nothing_was_run()
    return f"{len(table)} rows, {len(loaded.goldens)} goldens, {len(examples)} examples as they were; no formula in the spreadsheet"


width = max(len(tool) for tool, *_ in results)
for tool, version, verdict, said in results:
    print(f"{verdict:<6}  {tool:<{width}}  {version:<8}  {said}")
failed = [tool for tool, _, verdict, _ in results if verdict != "ok"]
print(f"interop: {len(results) - len(failed)} of {len(results)} tools read our exports")
if not failed:
    shutil.rmtree(place)
sys.exit(1 if failed else 0)
