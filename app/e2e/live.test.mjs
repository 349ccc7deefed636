// What others do shows on open pages without a reload, and moves neither focus nor scroll.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { open, openLabelling, seedSet, sees, serve, until } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => ["s", "t", "g", "m"].forEach((name) => seedSet(touchstone, name, 4)) });
const PATIENCE = 12_000; // a change is read within a second, and asked for within five more where the page asked just before

/// Completes a query of a set, as another page would.
async function complete(set, query) {
  const operations = [{ id: randomUUID(), query, action: { complete: { confirmed: "nothing_judged" } } }];
  const [{ outcome }] = await app.api("record", { set, operations });
  assert.ok(outcome.saved, JSON.stringify(outcome));
}

/// The requests of a page for the stream of a set.
const streams = (page) => {
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/events") && asked.push(request));
  return asked;
};

test("the overview and the bar count what others complete, without a reload", () => app.visit(async (page) => {
  const id = await app.queries("s");
  await open(page, "/sets/s");
  await sees(page, ".lead", "0 of 4 queries are settled");
  await sees(page, ".set-pages a", /Label\s*4/);
  await page.evaluate(() => { window.here = true; });
  await page.focus(".counts li:nth-child(3) a");
  for (const [query, done] of [["q1", 1], ["q2", 2]]) {
    await complete("s", id[query]);
    await page.locator(".lead", { hasText: `${done} of 4 queries are settled` }).waitFor({ timeout: PATIENCE });
  }
  await sees(page, ".counts", /2\s*completed/);
  await sees(page, ".set-pages a", /Label\s*2/);
  assert.equal(await page.getAttribute("progress.wide", "value"), "2");
  assert.equal(await page.evaluate(() => window.here && document.activeElement.textContent.trim().replace(/\s+/g, " ")), "2 completed", "the page and its focus are the same");
}));

test("a hidden page holds no stream, and catches up when it is seen again", () => app.visit(async (page) => {
  const id = await app.queries("t");
  const asked = streams(page);
  const show = (hidden) => page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);
  await open(page, "/sets/t");
  await until(() => assert.equal(asked.length, 1));
  await show(true);
  await complete("t", id.q1);
  await page.waitForTimeout(3000);
  await sees(page, ".lead", "0 of 4 queries are settled");
  await show(false);
  await page.locator(".lead", { hasText: "1 of 4 queries are settled" }).waitFor({ timeout: PATIENCE });
  assert.equal(asked.length, 2);
}));

test("a page whose stream is refused stays as it is, and says nothing", () => app.visit(async (page) => {
  await page.route("**/events", (route) => route.fulfill({ status: 503, body: "{}" }));
  await open(page, "/sets/s");
  await page.waitForTimeout(1500);
  await sees(page, ".lead", "of 4 queries are settled");
  await openLabelling(page, "s");
}, { allow: /status of 503/ }));

test("a labeller is told once that the guidelines changed, with what changed", () => app.visit(async (page) => {
  const id = await app.queries("g");
  await app.settings("g", { guidelines: "Grade what it says." });
  await openLabelling(page, "g", id.q1);
  await sees(page, ".guidelines summary", "Guidelines, version 1");
  assert.equal(await page.locator(".guidelines-changed").count(), 0);
  await page.keyboard.press("3");
  await sees(page, ".save-state", /^Saved/);
  await app.settings("g", { guidelines: "Grade what it shows." });
  await openLabelling(page, "g", id.q1);
  await sees(page, ".guidelines-changed", "The guidelines changed since you last labelled.");
  await page.keyboard.press("i");
  await sees(page, ".guidelines p", "Grade what it shows.");
  await until(async () => assert.equal(await page.locator(".guidelines-changed").count(), 0));
  await openLabelling(page, "g", id.q1);
  await page.click(".guidelines-changed a");
  await sees(page, "h2", "From version 1 to version 2");
  await sees(page, "ins", "shows");
}));

test("of two who change the guidelines at once the second sees both texts, and decides", () => app.visit(async (page) => {
  await open(page, "/sets/t/settings");
  await page.fill("[name=guidelines]", "What I think.");
  await app.api("add_guideline", { set: "t", text: "What somebody else thinks.", base: 0 });
  await page.click("text=Save the guidelines");
  await sees(page, "#guidelines [role=status]", "Not saved: version 1 was added meanwhile");
  await sees(page, ".theirs", "What somebody else thinks.");
  assert.equal(await page.inputValue("[name=guidelines]"), "What I think.");
  await page.click("text=Save the guidelines");
  await sees(page, "#guidelines [role=status]", "labels are given under version 2");
  await page.click("button:text-is('Save')");
  await sees(page, "form:not(#guidelines) [role=status]", "Saved.");
  await open(page, "/sets/t/guidelines/1");
  await sees(page, ".lead", "Version 1; version 2 is in force.");
}));

test("the members' page counts on", () => app.visit(async (page) => {
  const id = await app.queries("m");
  await open(page, "/sets/m/members");
  const completed = page.locator("main tbody tr", { hasText: "demo" }).locator("td:nth-child(3)");
  assert.equal(await completed.textContent(), "0");
  await sees(page, ".lead", "0 of 4 queries are settled");
  await complete("m", id.q1);
  await page.locator(".lead", { hasText: "1 of 4 queries are settled" }).waitFor({ timeout: PATIENCE });
  await until(async () => assert.equal(await completed.textContent(), "1"));
}));
