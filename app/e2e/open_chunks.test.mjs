// A query that is given out again for its new chunks: whoever gets it sees at once what is asked, and is asked nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, seedSet, sees, serve, until } from "./harness.mjs";

const pool = Array.from({ length: 20 }, (_, at) => at + 1);
const app = await serve({ seed: (touchstone) => {
  seedSet(touchstone, "s", 3);
  touchstone("import", "labels", "--set", "s", "--labeller", "ana", { name: "labels.jsonl", lines: pool.map((c) => ({ query_id: "q2", chunk_id: `q2-c${c}`, grade: 3 })) });
} });
await app.settings("s", { prelabels: "off" });
const id = await app.queries("s");
const post = (path, fields) => fetch(`${app.origin}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

/// A run that finds three chunks more for two queries; they are sent to labelling.
async function sendHoles() {
  const lines = ["q1", "q2"].map((query_id) => JSON.stringify({ query_id, results: ["q3-c1", "q3-c2", "q3-c3"] })).join("\n");
  await fetch(`${app.origin}/api/v1/imports?kind=run&file=run.jsonl&set=s&retriever=hybrid`, { method: "POST", body: lines });
  const run = await until(async () => {
    assert.ok((await app.api("job_list", {})).every((job) => job.status === "done"));
    const { runs } = await app.api("evaluation_table", { set: "s", version: 1 });
    return runs.find(({ run }) => run.retriever === "hybrid").run.id;
  });
  const sent = await post(`/sets/s/evaluation/${run}/holes`, { version: "1" });
  assert.equal(sent.status, 303);
}

const numbers = (page) => page.$$eval(".card-number", (all) => all.map((number) => number.textContent));
const strip = (page) => page.$$eval(".strip li", (all) => all.map((mark) => mark.dataset.notAsked !== "true"));

test("an earlier labeller finds their labels in place, and only the new chunks open", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q1);
  assert.equal(await page.locator(".asked-line").count(), 0, "all of a new query is asked");
  await press(page, "3", "r", "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q1);
  await saved(page);
  await post("/sets/s/versions", { note: "", leave_out_errors: "yes" });
  await sendHoles();

  await openLabelling(page, "s", id.q1);
  await sees(page, ".asked-line", "3 chunks to judge; what was judged before stands.");
  await sees(page, ".strip-count", "0 of 3 judged");
  assert.deepEqual((await numbers(page)).slice(0, 4), ["21", "22", "23", "1"]);
  assert.equal(await page.getAttribute(".chunk-card[aria-current]", "id"), "card-21");
  assert.deepEqual(await strip(page), [true, true, true, ...Array(20).fill(false)]);
  assert.deepEqual((await grades(page)).slice(0, 5), ["none", "none", "none", "3", "0"]);

  await press(page, "n");
  await sees(page, ".announcer .question", "None of the 3 chunks to judge is judged. Press n again to complete it so");
  await press(page, "2", "r");
  assert.deepEqual((await grades(page)).slice(0, 5), ["2", "0", "0", "3", "0"]);
  await sees(page, ".strip-count", "3 of 3 judged");
  await press(page, "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q1);
  await saved(page);
  await open(page, `/sets/s/queries/${id.q1}`);
  await sees(page, ".facts", "completed");
}));

test("a new labeller judges what is asked; of the rest they learn that it need not be judged, and nothing else", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q2);
  await sees(page, ".asked-line", "3 chunks to judge; what was judged before stands.");
  assert.deepEqual(await page.$$eval(".chunk-card", (cards) => cards.map((card) => card.textContent.includes("need not be judged"))), [...Array(3).fill(false), ...Array(20).fill(true)]);
  assert.deepEqual(new Set(await grades(page)), new Set(["none"]));
  await press(page, "n");
  await sees(page, ".announcer .question", "None of the 3 chunks to judge is judged.");
  await press(page, "r");
  assert.deepEqual(await grades(page), [...Array(3).fill("0"), ...Array(20).fill("none")], "r judges what is asked and nothing else");
  await press(page, "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q2);
  await saved(page);
  await open(page, `/sets/s/queries/${id.q2}`);
  await sees(page, ".facts", "completed");
}));
