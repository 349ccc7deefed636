// A labeller whose network goes away loses nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, seedSet, sees, serve, until } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => seedSet(touchstone, "s", 5) });
const id = await app.queries("s");
const given = Array.from({ length: 20 }, (_, at) => String(at % 4));
const allow = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;

test("what is graded offline survives a reload and is on the server once the network is back", async () => {
  await app.visit(async (page, context) => {
    await openLabelling(page, "s", id.q1);
    await press(page, ...given.slice(0, 5));
    await saved(page);

    await context.setOffline(true);
    await press(page, ...given.slice(5));
    await sees(page, ".save-state", "Offline: 15 not saved yet");
    assert.deepEqual(await grades(page), given, "the page goes on");
    await press(page, "a");
    await page.keyboard.type("Written in a tunnel [1].");

    await assert.rejects(page.reload(), /ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(false);
    await openLabelling(page, "s", id.q1);
    assert.deepEqual(await grades(page), given);
    assert.equal(await page.inputValue("#answer"), "Written in a tunnel [1].");
    await press(page, "n");
    await page.waitForFunction((q) => !location.search.includes(q), id.q1);
    await saved(page);
  }, { allow });

  await app.visit(async (page) => {
    await openLabelling(page, "s", id.q1);
    await sees(page, ".strip-count", "20 of 20 judged");
    assert.deepEqual(await grades(page), given, "another browser sees it all");
    assert.equal(await page.inputValue("#answer"), "Written in a tunnel [1].");
    await open(page, `/sets/s/queries/${id.q1}`);
    const history = await page.$$eval("tbody td:nth-child(3)", (cells) => cells.map((cell) => cell.textContent));
    const count = (words) => history.filter((line) => line === words).length;
    assert.deepEqual(given.map((grade, at) => count(`gave card ${at + 1} grade ${grade}`)), Array(20).fill(1), "each grade is there exactly once");
    assert.equal(count("answered: Written in a tunnel [1]."), 1);
  });
});

test("the page sends what waits by itself when the network comes back", () => app.visit(async (page, context) => {
  await openLabelling(page, "s", id.q2);
  await context.setOffline(true);
  await press(page, "3", "u", "2", "x");
  await sees(page, ".save-state", "Offline: 4 not saved yet");
  await context.setOffline(false);
  await saved(page);
  await openLabelling(page, "s", id.q2);
  assert.deepEqual((await grades(page)).slice(0, 3), ["2", "cant-tell", "none"]);
}, { allow }));

test("a completion that was confirmed offline is kept as it was", () => app.visit(async (page, context) => {
  await openLabelling(page, "s", id.q4);
  await context.setOffline(true);
  await press(page, "n");
  await sees(page, ".question", "Nothing is judged here.");
  await press(page, "n");
  await sees(page, ".save-state", "Offline: 1 not saved yet");
  await context.setOffline(false);
  await saved(page);
  await open(page, `/sets/s/queries/${id.q4}`);
  await sees(page, "td", "confirmed it with nothing judged");
}, { allow }));

test("a chunk that was found offline is graded at once, and cited once the server gave it a number", () => app.visit(async (page, context) => {
  await openLabelling(page, "s", id.q5);
  await press(page, "/");
  await page.fill("#search", "amber wheel");
  await press(page, "Enter");
  await page.waitForSelector(".found li button");
  await context.setOffline(true);
  await page.click(".found li button");
  await sees(page, ".found li", "is a card, and gets its number from the server");
  await press(page, "Escape", "3");
  const card = page.locator(".chunk-card").nth(20);
  assert.equal(await card.locator(".card-number").textContent(), "…");
  assert.deepEqual((await grades(page))[20], "3");
  await press(page, "a");
  await page.keyboard.type("See [21].");
  await sees(page, ".citations .no-card", "[21] is no card");
  await context.setOffline(false);
  await saved(page);
  assert.equal(await card.locator(".card-number").textContent(), "21");
  await sees(page, ".citations li", /^\[21\] q1-c/);
  await openLabelling(page, "s", id.q5);
  assert.deepEqual((await grades(page))[20], "3");
}, { allow }));

test("a grade whose acknowledgement is lost is one grade", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.q3);
  let lost = 0;
  await page.route("**/api/record", async (route) => {
    if (lost++ >= 2) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await press(page, "3");
  await until(() => assert.ok(lost > 2));
  await saved(page);
  await open(page, `/sets/s/queries/${id.q3}`);
  assert.equal(await page.locator("td", { hasText: "gave card 1 grade 3" }).count(), 1);
}, { allow: /ERR_CONNECTION_RESET/ }));

test("the browser keeps no query and no chunk", () => app.visit(async (page, context) => {
  await openLabelling(page, "s", id.q2);
  await context.setOffline(true);
  await press(page, "j", "j", "3");
  await sees(page, ".save-state", "Offline: 1 not saved yet");
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  assert.match(kept, /outbox/);
  assert.doesNotMatch(kept, /birch|lever/);
}, { allow }));
