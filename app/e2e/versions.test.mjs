// An admin freezes a set with warnings, compares two versions, downloads one, and finds a run's worst query.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { open, openLabelling, press, saved, seedFrozen, seedSet, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => {
  seedSet(touchstone, "s", 4);
  seedFrozen(touchstone, "v");
  // A second retriever: it finds what is relevant, but for the first query, where it finds it last.
  const order = (q) => Array.from({ length: 20 }, (_, at) => (q === 1 ? at + 1 : 20 - at));
  const lines = [1, 2, 3, 4].map((q) => ({ query_id: `q${q}`, results: order(q).map((c) => `q${q}-c${c}`), latency_ms: 40 + q, cost_usd: 0.001 }));
  touchstone("import", "run", "--set", "s", "--retriever", "hybrid", "--commit", "abc123", { name: "hybrid.jsonl", lines });
} });
await app.settings("s", { control_share: 0 });
const id = await app.queries("s");
const rows = (page, table = "table") => page.$$eval(`${table} tbody tr`, (rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ").trim()));

/// Grades the first card 3 and the rest 0, cites the first and completes.
async function label(page, query, grade = "3") {
  await openLabelling(page, "s", query);
  await press(page, "r", "k", "k");
  await page.click("#card-1");
  await press(page, grade, "a");
  await page.keyboard.type("Pull it [1].");
  await press(page, "Escape", "n");
  await saved(page);
}

test("a set is frozen with its warnings, and the version is read as a document", () => app.visit(async (page) => {
  await open(page, "/sets/s/versions");
  await sees(page, "main", "There is nothing to freeze: none of 4 queries is settled (4 not completed).");
  await label(page, id.q1);
  await label(page, id.q2);

  await open(page, "/sets/s/versions");
  assert.ok((await rows(page, ".findings")).includes("warning 2 queries are not completed; they are left out"));
  await page.fill("[name=note]", "the first two");
  await page.click("button:has-text('Freeze')");
  await sees(page, "h1", "Version 1");
  await sees(page, "main", "the first two");
  await sees(page, "summary", "2 queries left out, 5 things that the linter said");
  await sees(page, ".item h3", "how does feature amber work");
  await sees(page, ".item .answer-text", "Pull it [1].");
  await sees(page, ".item .chunk-text", "Part 1 of amber");
}));

test("an error stops the freeze until its query is left out", () => app.visit(async (page) => {
  await label(page, id.q3, "1");
  await open(page, "/sets/s/versions");
  assert.match((await rows(page, ".findings"))[0], /^error q3 it is answerable, and no chunk reaches grade 2/);
  await page.click(".findings a");
  await sees(page, "h1", "how does feature cedar work");
  await open(page, "/sets/s/versions");
  await page.check("[name=leave_out_errors]");
  await page.click("button:has-text('Freeze')");
  await sees(page, "h1", "Version 2");
}));

test("two versions are compared word by word", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q1);
  await page.click("#card-1");
  await press(page, "2", "a");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Push it [1].");
  await press(page, "Control+Enter");
  await saved(page);
  await label(page, id.q4);
  await open(page, "/sets/s/versions");
  await page.check("[name=leave_out_errors]");
  await page.click("button:has-text('Freeze')");
  await sees(page, "h1", "Version 3");
  await page.click("text=What changed since version 2");
  await sees(page, ".lead", "1 query added, 0 removed, 0 reworded · 1 grade changed · 1 answer changed");
  assert.equal(await page.textContent("del"), "Pull");
  assert.equal(await page.textContent("ins"), "Push");
  assert.ok((await rows(page)).includes("q1 q1-c1 3 2"));
}));

test("a version is downloaded in every format", () => app.visit(async (page) => {
  await open(page, "/sets/s/versions/1");
  await page.click("summary:has-text('Download')");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=qrels.txt")]);
  assert.equal(download.suggestedFilename(), "s-1-qrels.txt");
  const text = readFileSync(await download.path(), "utf8");
  assert.equal(text.split("\n").filter((line) => / 3$/.test(line)).join(), "q1 0 q1-c1 3,q2 0 q2-c1 3");
  const files = await page.$$eval(".downloads dd a", (links) => links.map((link) => link.getAttribute("href")));
  assert.equal(files.length, new Set(files).size);
  assert.ok(files.length >= await page.locator(".downloads dt").count(), "each format has a file");
  for (const file of files) {
    const answer = await page.request.get(file);
    assert.equal(answer.status(), 200, file);
    assert.notEqual(await answer.text(), "", file);
  }
}));

test("the table per commit leads to a run's worst query and to what nobody judged", () => app.visit(async (page) => {
  await open(page, "/sets/s");
  await page.click(".set-pages a:has-text('Evaluation')");
  const table = await rows(page, ".runs");
  assert.match(table[0], /^hybrid abc123 .* 0\.3333 1\.0000 .* 44 ms \$0\.0010 0$/, table[0]);
  assert.match(table[1], /^dense .* 1\.0000 1\.0000 0\.2000 1\.0000 1\.0000 1\.0000 0$/, table[1]);
  await page.click(".runs a:has-text('hybrid')");
  await sees(page, "h1", "hybrid abc123");
  const worst = (await rows(page, ".run-queries"))[0];
  assert.match(worst, /^how does feature (birch|delta) work/, "the relevant chunk is last there");
  assert.equal(await page.$$eval(".run-queries tbody tr:first-child .grade-mark", (marks) => marks.at(-1).dataset.grade), "3");

  await page.click("button:has-text('Compare')");
  await sees(page, "h2", "Compared with dense");
  assert.match((await rows(page))[0] ?? "", /all 3/);
  await sees(page, "td", "-0.6667");
  assert.equal(await page.$(".holes"), null, "everything is judged");
}));

test("a reviewer settles what labellers dispute, and the query is in the next version", () => app.visit(async (page) => {
  const queries = await app.queries("v");
  await open(page, "/sets/v/versions");
  assert.ok((await rows(page, ".findings")).includes("warning q3 labellers differ on 1 chunk; it is left out"));
  await page.click(".findings a:has-text('q3')");
  await page.click(".cases a:has-text('card 1')");
  await sees(page, ".given", "ana: 3, Answers");
  await page.fill("[name=note]", "as the guideline says");
  await page.click(".choice:has-text('In part')");
  await sees(page, "main h2", "Nothing is disputed");
  await open(page, `/sets/v/queries/${queries.q3}`);
  await sees(page, "td", "settled it: 2 In part, note: as the guideline says; about card 1");
  await open(page, "/sets/v/versions");
  await page.click("button:has-text('Freeze')");
  await sees(page, "h1", "Version 3");
  await sees(page, ".item .facts", "q3");
}));

test("what nobody judged in a run's top hits goes to labelling with one press", () => app.visit(async (page) => {
  await open(page, "/sets/v/evaluation");
  await page.click(".runs a:has-text('hybrid')");
  await sees(page, ".holes", "are judged by nobody");
  await page.click("text=Send them to labelling");
  await page.waitForURL("**/sets/v/queries?status=open");
  await sees(page, "main", "how does feature amber work");
}));
