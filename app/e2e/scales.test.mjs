// Scales of two to ten grades.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, sees, serve } from "./harness.mjs";

const TEN = ["None", "Trace", "Poor", "Weak", "Some", "Half", "Good", "Strong", "Nearly", "Whole"];

const DIGITS = TEN.map((_, at) => String(at));

const app = await serve({
  seed(touchstone) {
    touchstone("set", "create", "ten", "--scale", TEN.join(","));
    touchstone("import", "queries", "--set", "ten", { name: "q.jsonl", lines: [{ id: "q1", query: "how does feature amber work" }] });
    const results = [...TEN, "Last"].map((name, at) => ({ id: `c${at}`, text: `Chunk ${name} of feature amber.` }));
    touchstone("import", "run", "--set", "ten", "--retriever", "dense", { name: "r.jsonl", lines: [{ query_id: "q1", results }] });
  },
});

test("ten grades are given by ten digits, and stand after a reload", () => app.visit(async (page) => {
  await openLabelling(page, "ten");
  await press(page, ...DIGITS);
  await saved(page);
  await page.reload();
  await saved(page);
  assert.deepEqual(await grades(page), [...DIGITS, "none"]);
  await press(page, "?");
  await sees(page, "[role=dialog] .keys", "grade it “Whole” and go on");
  await sees(page, ".hint-line span", "0–9 grade");
}));

test("a set with grades of its own is made in the browser", () => app.visit(async (page) => {
  await open(page, "/");
  await page.fill("[name=name]", "five");
  await page.check("[name=scale][value=own]");
  await page.fill("[placeholder^=Bad]", "Bad,Fair,Good,Good");
  await page.click("text=Make the set");
  await sees(page, "[role=alert]", "the grades 2 and 3 are both called");
  await page.fill("[placeholder^=Bad]", "Bad, Fair, Good, Excellent, Perfect");
  await page.click("text=Make the set");
  await page.waitForURL("**/sets/five/import");
  await open(page, "/sets/five");
  await sees(page, ".grades", "Perfect");
  await sees(page, ".facts", "Relevant from grade 2 up");
}, { allow: /422/ }));
