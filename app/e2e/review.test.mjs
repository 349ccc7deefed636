// Reviewers settle what labellers dispute: what was said or settled meanwhile is told, with both sides, and nobody's input is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, openLabelling, press, saved, seedFrozen, seedSet, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => {
  seedFrozen(touchstone, "v");
  seedSet(touchstone, "s", 1);
} });
const { q3 } = await app.queries("v");
const address = `/sets/v/queries/${q3}`;
const conflict = { allow: /409 \(Conflict\)/ };

test("a set whose queries are all completed and one disputed says so everywhere", () => app.visit(async (page) => {
  await open(page, "/sets/v");
  await sees(page, ".lead", "2 of 3 queries are completed; 1 to settle.");
  await page.click(".counts a:has-text('grades differ')");
  await sees(page, "td", "how does feature cedar work");
  await sees(page, "td", "grades differ");
}));

test("of two reviewers who settle a query the second is told who did, and sees what she had decided", () => app.visit(async (page, context) => {
  const other = await context.newPage();
  for (const reviewer of [page, other]) await open(reviewer, address);
  await page.check("label:has-text('2 In part') input");
  await page.click("button:has-text('Settle')");
  await page.waitForURL(`**${address}#settled`);
  await sees(page, ".settled", "settled it, on ");
  await other.check("label:has-text('1 Related') input");
  await other.fill("[name=note]", "my own words");
  await other.click("button:has-text('Settle')");
  await sees(other, ".error-note", "This query was settled meanwhile by demo on ");
  await sees(other, ".not-kept", "card 1 is 1, note: my own words");
  await sees(other, ".settled", "card 1 is 2");
}, conflict));

test("what a labeller says later disputes the query again, and the earlier decision stands in the form", () => app.visit(async (page) => {
  // The reviewer labels too: a third voice, who agrees with what was decided.
  await openLabelling(page, "v", q3);
  await page.click("#card-1");
  await press(page, "2", "n");
  await saved(page);
  await open(page, address);
  await sees(page, ".facts", "changed since settled");
  await sees(page, ".settled", "settled it earlier");
  await sees(page, "legend", "ana gave 3, ben gave 0, demo gave 2");
  assert.equal(await page.isChecked("label:has-text('2 In part') input"), true);
  await page.click("button:has-text('Settle')");
  await page.waitForURL(`**${address}#settled`);
  await sees(page, ".settled", "who labelled it too, settled it, on ");
  await open(page, "/sets/v/versions");
  await page.click("button:has-text('Freeze')");
  await sees(page, "h1", "Version 3");
}));

test("a flag on a query that cannot be settled yet is shown with its note and what to do", () => app.visit(async (page) => {
  const { q1 } = await app.queries("s");
  await openLabelling(page, "s", q1);
  await press(page, "f");
  await page.fill("#flag", "two products have this name");
  await press(page, "Enter");
  await sees(page, ".flag-note", "Flagged");
  await saved(page);
  await open(page, `/sets/s/queries/${q1}`);
  await sees(page, ".hidden-until", "What others did is hidden");
  assert.equal(await page.locator(".flags").count(), 0, "who labels it is blind to flags");
  await openLabelling(page, "s", q1);
  await press(page, "s");
  await saved(page);
  await open(page, `/sets/s/queries/${q1}`);
  await sees(page, ".flags", "demo flagged it: two products have this name");
  await sees(page, "main", "It can be settled here once as many labellers as it needs have completed it.");
}));
