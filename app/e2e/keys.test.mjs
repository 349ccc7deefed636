// What the other keys do, and when keys do nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, seedSet, sees, serve, until } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => {
  seedSet(touchstone, "s", 8);
  touchstone("set", "create", "binary", "--scale", "binary");
  touchstone("import", "queries", "--set", "binary", { name: "one.jsonl", lines: [{ id: "q1", query: "how does feature amber work" }] });
  touchstone("import", "run", "--set", "binary", "--corpus", "s", "--retriever", "dense", { name: "one.trec", text: "q1 Q0 q1-c1 1 9.5 dense" });
} });
await app.settings("s", { guidelines: "A chunk that only shares words is not relevant." });
const id = await app.queries("s");
const left = (page, query) => page.waitForFunction((query) => !location.search.includes(query), query);
const none = Array(20).fill("none");

test("keys do nothing while one types", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q1);
  await press(page, "a");
  await page.keyboard.type("3xrnsgu?/ jk");
  assert.equal(await page.inputValue("#answer"), "3xrnsgu?/ jk");
  await press(page, "Escape", "/");
  await page.fill("#search", "");
  await page.keyboard.type("3xrn");
  assert.equal(await page.inputValue("#search"), "3xrn");
  await press(page, "Escape");
  assert.deepEqual(await grades(page), none);
  assert.match(page.url(), new RegExp(id.q1));
}));

test("keys can be switched off in the help, which stays so until they are switched on", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q1);
  await press(page, "?");
  await page.uncheck("[role=dialog] [type=checkbox]");
  await press(page, "Escape", "3");
  await openLabelling(page, "s", id.q1);
  await press(page, "3", "r");
  assert.deepEqual(await grades(page), none);
  await page.click(".keys-button");
  await page.check("[role=dialog] [type=checkbox]");
  await press(page, "Escape", "3");
  assert.equal((await grades(page))[0], "3");
  await saved(page);
}));

for (const [set, names] of [["s", ["Not relevant", "Related", "In part", "Answers"]], ["binary", ["Not relevant", "Relevant"]]]) {
  test(`the help of a set with ${names.length} grades lists them by its own names, and no other`, () => app.visit(async (page) => {
    await openLabelling(page, set, (await app.queries(set)).q1);
    await press(page, "?");
    await sees(page, "[role=dialog] .keys", "this list");
    const rows = await page.$$eval("[role=dialog] .keys div", (rows) => rows.map((row) => [row.querySelector("dt").textContent.trim(), row.querySelector("dd").textContent]));
    assert.deepEqual(rows.filter(([key]) => /^\d/.test(key)), names.map((name, grade) => [String(grade), `grade it “${name}” and go on`]));
    await sees(page, ".hint-line span", set === "binary" ? "0 1 grade" : "0–3 grade");
    await press(page, "Escape", "2");
    assert.equal((await grades(page)).includes("2"), set === "s", "a digit off the scale does nothing");
    await press(page, "u");
    await saved(page);
  }));
}

test("s skips to another query, and p goes back", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q2);
  await press(page, "s");
  await left(page, id.q2);
  await press(page, "p");
  await page.waitForURL(`**/label?q=${id.q2}`);
  await sees(page, ".query-status", "You skipped this query.");
}));

test("n with nothing judged asks once, and any other key takes the question back", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q7);
  const asks = () => sees(page, ".announcer .question", "Nothing is judged here. Press n again to complete it so");
  const asksNothing = () => page.locator(".announcer .question").waitFor({ state: "detached" });
  for (const other of ["j", "q", "Escape", "?"]) {
    await press(page, "n");
    await asks();
    await press(page, other);
    await asksNothing();
  }
  await press(page, "Escape", "n");
  await asks();
  await press(page, "Shift", "3", "u", "n");
  await asks();
  assert.match(page.url(), new RegExp(id.q7), "nothing was completed meanwhile");
  await press(page, "n");
  await left(page, id.q7);
  await asksNothing();
  await saved(page);
  await open(page, `/sets/s/queries/${id.q7}`);
  await sees(page, "td", "completed the query; was asked, and confirmed it with nothing judged");
}));

test("the button asks too, and answers to the keyboard and the mouse", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q8);
  await page.focus(".actions .primary");
  await press(page, "Enter");
  await sees(page, ".announcer .question", "Nothing is judged here.");
  await sees(page, ".actions .primary", "Complete all the same");
  await press(page, "Enter");
  await left(page, id.q8);
  await saved(page);
}));

test("n goes on as often as it is pressed", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q3);
  for (let times = 0, here; times < 2; times += 1) {
    here = new URL(page.url()).searchParams.get("q");
    await press(page, "0", "n");
    await left(page, here);
    await sees(page, ".strip-count", "of 20 judged");
  }
  await saved(page);
}));

test("f flags a query with a note", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q6);
  await press(page, "f");
  await page.waitForFunction(() => document.activeElement.id === "flag");
  await page.keyboard.type("Two features in one.");
  await press(page, "Enter");
  await sees(page, ".flag-note", "Flagged: Two features in one.");
  await press(page, "u");
  await until(async () => assert.equal(await page.isVisible(".flag-note"), false));
  await press(page, "Shift+U");
  await saved(page);
  await open(page, `/sets/s/queries/${id.q6}`);
  await sees(page, "td", /flagged.*Two features in one/);
}));

test("/ finds a chunk that the retriever missed, and it can be graded", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q7);
  await press(page, "/");
  await page.waitForFunction(() => document.activeElement.id === "search");
  await page.keyboard.type("amber topaz slate");
  await press(page, "Enter");
  await sees(page, ".found li", "q1-c");
  await press(page, "Tab", "Tab", "Tab", "Enter");
  await sees(page, ".found li", "is card 21");
  await press(page, "Escape");
  assert.equal(await page.getAttribute(".chunk-card[aria-current]", "id"), "card-21");
  await press(page, "3");
  assert.equal((await grades(page))[20], "3");
  await saved(page);
  await openLabelling(page, "s", id.q7);
  assert.deepEqual((await grades(page)).slice(19), ["none", "3"]);
  await sees(page, "#card-21", "found by search");
}));

test("i opens the guidelines and closes them", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q8);
  assert.equal(await page.isVisible(".guidelines p"), false);
  await press(page, "i");
  await sees(page, ".guidelines p", "only shares words");
  await press(page, "i");
  await until(async () => assert.equal(await page.isVisible(".guidelines p"), false));
}));

test("two tabs never overwrite one another: the later one shows both grades", () => app.visit(async (page, context) => {
  const other = await context.newPage();
  await openLabelling(page, "s", id.q8);
  await openLabelling(other, "s", id.q8);
  await press(page, "3");
  await saved(page);
  await press(other, "1");
  await sees(other, ".announcer p", "Stored and shown now: grade 3. Not saved: grade 1.");
  assert.equal((await grades(other))[0], "3");
  // What was not saved is nothing to take back: undo must not take the other tab's grade.
  for (const key of ["u", "Shift+U"]) {
    await press(other, key);
    assert.equal((await grades(other))[0], "3", key);
  }
  await other.reload();
  assert.equal((await grades(other))[0], "3");
}));
