// An engineer drops files on the import page and sees what was taken, merged and refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => touchstone("set", "create", "s", "--title", "Support") });
const csv = 'id,query,source\nq1,undo a grade,log\nq2,"two\nlines",log\nq3,,log\n';
const corpus = Array.from({ length: 3 }, (_, at) => JSON.stringify({ id: `c${at}`, text: `How to undo a grade, part ${at}, two lines` })).join("\n");
const trec = "q1 Q0 c0 1 9.5 dense\nq1 Q0 c1 2 8.5 dense\nq9 Q0 c0 1 1.0 dense\n";

/// Fills one of the page's forms in and sends it; gives the newest job.
async function send(page, title, fields, name, text) {
  const form = page.locator("form", { has: page.getByRole("heading", { name: title, exact: true }) });
  const jobs = await page.locator(".job").count();
  for (const [field, value] of Object.entries(fields)) await form.locator(`[name=${field}]`).fill(value);
  if (name) await form.locator("[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await form.locator("button").click();
  await page.waitForFunction((jobs) => document.querySelectorAll(".job").length > jobs && document.querySelector(".job").dataset.status !== "running", jobs);
  return page.locator(".job").first();
}

test("queries of a CSV come in, and the line that is refused is named", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  const job = await send(page, "Queries", { source: "upload" }, "queries.csv", csv);
  await job.getByText("CSV with a header: read 3 = 2 accepted + 0 merged + 1 refused").waitFor();
  await job.getByText("1 refused; the first 1").click();
  assert.match(await job.locator("tbody").textContent(), /^5\d+the query is empty$/i);
}));

test("the same file again only merges", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  await (await send(page, "Queries", {}, "queries.csv", csv)).getByText("0 accepted + 2 merged + 1 refused").waitFor();
  await open(page, "/sets/s/queries");
  assert.equal(await page.locator("tbody tr").count(), 2);
}));

test("a corpus and a run come in, and the queries can be labelled", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  await (await send(page, "Corpus", {}, "corpus.jsonl", corpus)).getByText("read 3 = 3 accepted").waitFor();
  const run = await send(page, "Run", { retriever: "dense", commit: "abc123" }, "run.trec", trec);
  await run.getByText("TREC run: read 3 = 2 accepted + 0 merged + 1 refused").waitFor();
  await run.locator("summary").click();
  await run.getByText('the set has no query "q9": import queries first').waitFor();
  await open(page, "/sets/s");
  await sees(page, "tr", "dense");
  await open(page, "/sets/s/label");
  await sees(page, "h1", "undo a grade");
  assert.equal(await page.locator(".chunk-card").count(), 2);
}));

test("the built-in retriever makes a run", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  const job = await send(page, "Built-in retriever", {});
  await job.getByText("Retrieve the top 20").waitFor();
  assert.equal(await job.getAttribute("data-status"), "done");
  await open(page, "/sets/s");
  await sees(page, "tr", "bm25");
}));

test("pre-labels come in, and a file that fits nothing says so", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  const given = await send(page, "Pre-labels", { judge: "judge-1" }, "qrels", "q1 0 c0 2\nq1 0 c0\n");
  await given.getByText("1 accepted + 0 merged + 1 refused").waitFor();
  const wrong = await send(page, "Corpus", {}, "notes.txt", "just a note\n");
  await wrong.locator("summary").click();
  await wrong.getByText("not a JSON object: a line must start with {").waitFor();
}));

test("labels that exist come in under the name that the form gives", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  const job = await send(page, "Labels", { labeller: "ana" }, "qrels", "q1 0 c0 2\n");
  await job.getByText("1 accepted + 0 merged + 0 refused").waitFor();
  await job.getByText("labels of ana").waitFor();
}));

test("an import into a set that is not there, or of no kind that there is, is refused in words", () => app.visit(async (page) => {
  const refusal = async (fields) => {
    const answer = await page.request.post(`/api/v1/imports?${new URLSearchParams({ file: "f", ...fields })}`, { data: "x" });
    return [answer.status(), Object.values(await answer.json())[0]];
  };
  assert.deepEqual(await refusal({ kind: "queries", set: "nothing" }), [404, "set"]);
  assert.deepEqual(await refusal({ kind: "queries" }), [422, "say which set"]);
  assert.deepEqual(await refusal({ kind: "cats" }), [422, 'there is no import of "cats": use corpus, queries, run, prelabels or labels']);
  await page.goto("/sets/nothing/import");
  await sees(page, "[role=alert]", "There is no such set.");
}, { allow: /status of 404/ }));

test("a name that cannot be one is refused where it was typed", () => app.visit(async (page) => {
  await open(page, "/sets/s/import");
  const form = page.locator("form", { has: page.getByRole("heading", { name: "Corpus", exact: true }) });
  await form.locator("[name=corpus]").fill("two words");
  await form.locator("[type=file]").setInputFiles({ name: "c.jsonl", mimeType: "text/plain", buffer: Buffer.from(corpus) });
  await form.locator("button").click();
  await form.getByText('"two words" cannot be a name').waitFor();
}, { allow: /status of 4/ }));

test("a set is made on the first page, which leads to its import", () => app.visit(async (page) => {
  await open(page, "/");
  await page.fill("[name=name]", "new");
  await page.fill("[name=title]", "A new set");
  await page.click("text=Make the set");
  await page.waitForURL("**/sets/new/import");
  await open(page, "/sets/new");
  await sees(page, "h1", "A new set");
  await sees(page, ".lead", "This set has no queries yet.");
}));

test("jobs stay in the list of jobs, with their reports", () => app.visit(async (page) => {
  await open(page, "/jobs");
  assert.ok((await page.locator(".job[data-status=done]").count()) >= 6);
  await sees(page, ".job", "queries.csv");
}));
