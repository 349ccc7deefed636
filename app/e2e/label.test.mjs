// A labeller labels a query by keyboard alone, and all of it is on the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, seedSet, sees, select, serve, until } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => seedSet(touchstone, "s", 9) });
await app.settings("s", { control_share: 0 });
const id = await app.queries("s");

const evidence = (page, card) => page.$$eval(`#card-${card} .chunk-text:not([data-by-judge]) .evidence`, (parts) => parts.map((part) => part.textContent).join(""));
const atHand = (page) => page.getAttribute(".chunk-card[aria-current]", "id");

test("a whole query is labelled by keyboard, and is there after a reload", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q1);
  assert.equal(await atHand(page), "card-1");

  await press(page, "3", "0", "e", "Space", "1", "x", "2");
  assert.deepEqual((await grades(page)).slice(0, 7), ["3", "0", "2", "1", "cant-tell", "2", "none"]);
  assert.equal(await evidence(page, 3), "the cedar lever", "e marks what the judge quotes");
  assert.equal(await atHand(page), "card-7", "a grade goes on to the next chunk");

  await select(page, "#card-7 .chunk-text", "moves the amber wheel");
  await press(page, "e", "3");
  assert.equal(await evidence(page, 7), "moves the amber wheel", "e marks what is selected, over a marked term too");

  await press(page, "j", "j", "k");
  assert.equal(await atHand(page), "card-9");
  await press(page, "1", "u");
  assert.deepEqual((await grades(page)).slice(6, 10), ["3", "none", "none", "none"], "u takes the grade back");
  await press(page, "Shift+U");
  assert.equal((await grades(page))[8], "1", "Shift-U gives it again");

  await press(page, "r");
  const all = ["3", "0", "2", "1", "cant-tell", "2", "3", "0", "1", ...Array(11).fill("0")];
  assert.deepEqual(await grades(page), all, "r judges the rest as not relevant and nothing else");
  await sees(page, ".strip-count", "20 of 20 judged");

  await press(page, "a");
  await page.keyboard.type("Pull the amber lever [2], not [40].");
  await sees(page, ".citations li", "[2] q1-c2");
  await sees(page, ".citations .no-card", "[40] is no card");
  await press(page, "Escape");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY", "Esc leaves the field");
  await press(page, "a");
  await page.keyboard.type(" Done.");
  await press(page, "Control+Enter");
  await sees(page, "h1", "feature birch");
  await saved(page);

  await openLabelling(page, "s", id.q1);
  assert.deepEqual(await grades(page), all);
  assert.equal(await evidence(page, 3), "the cedar lever");
  assert.equal(await evidence(page, 7), "moves the amber wheel");
  assert.equal(await page.inputValue("#answer"), "Pull the amber lever [2], not [40]. Done.");
  await sees(page, ".query-status", "You completed this query");
}));

test("e again takes the evidence off", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q3);
  await press(page, "e");
  assert.equal(await evidence(page, 1), "the amber lever");
  await press(page, "e");
  assert.equal(await evidence(page, 1), "");
  await press(page, "j", "e");
  await sees(page, ".announcer p", "Select some text of a chunk first");
}));

test("t writes a note on the chunk, Esc leaves it as it was, and undo takes it back", () => app.visit(async (page) => {
  const note = (card) => page.textContent(`#card-${card} .note bdi`);
  await openLabelling(page, "s", id.q5);
  await press(page, "j", "t");
  await page.keyboard.type("Only true for version 2. u n 3");
  await press(page, "Enter", "3");
  assert.equal((await grades(page))[1], "3", "keys act again");
  await saved(page);
  await page.reload();
  assert.equal(await note(2), "Only true for version 2. u n 3");
  assert.equal((await grades(page))[1], "3", "the grade stands beside the note");

  await openLabelling(page, "s", id.q5);
  await page.click("#card-2");
  await press(page, "t");
  await page.keyboard.type(" And more.");
  await press(page, "Escape");
  assert.equal(await note(2), "Only true for version 2. u n 3");
  await press(page, "u", "u");
  await until(async () => assert.equal(await note(2), ""));
  await saved(page);
  await open(page, `/sets/s/queries/${id.q5}`);
  await sees(page, "table", "marked card 2, and noted: Only true for version 2");
}));

test("g says that the corpus has no answer, and completing keeps it", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q4);
  await press(page, "a");
  await page.keyboard.type("A guess.");
  await press(page, "Escape", "g");
  await until(async () => assert.equal(await page.isChecked(".answer-field [type=checkbox]"), true));
  await press(page, "0", "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q4);
  await saved(page);
  await open(page, `/sets/s/queries/${id.q4}`);
  await sees(page, ".answer-text", "You said that the corpus has no answer.");
}));

test("g beside relevant grades asks once, and that it was confirmed is in the history", () => app.visit(async (page) => {
  const noAnswer = () => page.isChecked(".answer-field [type=checkbox]");
  await openLabelling(page, "s", id.q9);
  await press(page, "3", "2", "g");
  await sees(page, ".announcer .question", "The corpus has no answer? You graded 2 chunks relevant. Press g again");
  assert.equal(await noAnswer(), false);
  await press(page, "j");
  await page.click(".answer-field [type=checkbox]");
  await sees(page, ".announcer .question", "You graded 2 chunks relevant.");
  assert.equal(await noAnswer(), false, "the box shows what is said");
  await press(page, "g");
  await until(async () => assert.equal(await noAnswer(), true));
  await press(page, "u");
  await until(async () => assert.equal(await noAnswer(), false));
  await press(page, "Shift+U");
  await until(async () => assert.equal(await noAnswer(), true), "redo does not ask again");
  await press(page, "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q9);
  await saved(page);
  await open(page, `/sets/s/queries/${id.q9}`);
  await sees(page, "td", "said that the corpus has no answer; was asked, and confirmed it with no answer beside a relevant chunk");
  await sees(page, "td", /^completed the query$/);
}));

test("a relevant grade beside no answer is asked about when the query is completed", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q3);
  await press(page, "g", "3", "n");
  await sees(page, ".announcer .question", "You said that the corpus has no answer, and graded 1 chunk relevant. Press n again");
  await press(page, "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q3);
  await saved(page);
}));

test("undo goes back to an earlier query, and over a reload", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q5);
  await press(page, "3", "1", "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q5);
  await press(page, "u");
  await page.waitForURL(`**/label?q=${id.q5}`);
  await until(async () => assert.deepEqual((await grades(page)).slice(0, 2), ["3", "1"]));
  assert.equal(await page.isVisible(".query-status"), false, "the query is open again");

  await saved(page);
  await open(page, "/sets/s/label");
  await openLabelling(page, "s", id.q6);
  await press(page, "u");
  await page.waitForURL(`**/label?q=${id.q5}`);
  await until(async () => assert.deepEqual((await grades(page)).slice(0, 2), ["3", "none"]));
  await saved(page);
  await openLabelling(page, "s", id.q5);
  assert.deepEqual((await grades(page)).slice(0, 2), ["3", "none"]);
}));

test("a query that is gone back to at once shows what was just given, however slow the network is", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q7);
  await page.route("**/api/record", async (route) => (await later(400), route.continue()));
  await page.route("**/api/label_work", async (route) => {
    const read = await route.fetch();
    await later(2000);
    await route.fulfill({ response: read });
  });
  await press(page, "3", "n");
  await page.waitForFunction((q) => !location.search.includes(q), id.q7);
  await press(page, "p");
  await page.waitForURL(`**/label?q=${id.q7}`);
  await until(async () => assert.equal((await grades(page))[0], "3"));
}));

test("a page with nothing to say shows no empty note", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q8);
  assert.equal(await page.isVisible(".announcer p"), false);
}));

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
