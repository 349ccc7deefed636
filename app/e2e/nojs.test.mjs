// The page works without the browser's program: its buttons are real forms.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, seedSet, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => seedSet(touchstone, "s", 4) });
await app.settings("s", { control_share: 0 });
const id = await app.queries("s");
const without = { javaScriptEnabled: false };
const grade = (page, card, name) => page.locator(`#card-${card}`).getByRole("radio", { name }).click();

test("chunks are graded and a query is completed by forms", () => app.visit(async (page) => {
  await page.goto("/sets/s");
  await page.click("main >> text=Label");
  await sees(page, "h1", "feature amber");
  await grade(page, 3, "Answers");
  await page.waitForURL(`**/label?q=${id.q1}`);
  await grade(page, 4, "Can't tell");
  await grade(page, 4, "Related");
  await sees(page, "#card-4 [aria-checked=true]", "Related");
  assert.deepEqual((await grades(page)).slice(0, 5), ["none", "none", "3", "1", "none"]);
  await page.click("text=Complete and next");
  await sees(page, "h1", "feature birch");
  await page.click("button:has-text('Skip')");
  await sees(page, "h1", "feature cedar");
  await page.goto(`/sets/s/queries/${id.q1}`);
  await sees(page, "td", "completed the query");
  await sees(page, "td", "gave card 4 grade 1");
}, without));

test("a query with nothing judged is completed once the page has asked", () => app.visit(async (page) => {
  await page.goto(`/sets/s/label?q=${id.q2}`);
  await page.click("text=Complete and next");
  await sees(page, ".question", "Nothing is judged here.");
  await page.click("text=Complete all the same");
  await page.waitForURL("**/sets/s/label");
  await page.goto(`/sets/s/queries/${id.q2}`);
  await sees(page, "td", "completed the query; was asked, and confirmed it with nothing judged");
}, without));

test("a control query's label by form is not recorded as given beside a pre-label", () => app.visit(async (page) => {
  await app.settings("s", { control_share: 100 });
  await page.goto(`/sets/s/label?q=${id.q4}`);
  await grade(page, 1, "Answers");
  await sees(page, "#card-1 [aria-checked=true]", "Answers");
  const { labels } = await app.api("query_page", { set: "s", query: id.q4 });
  assert.deepEqual(labels.map((label) => label.prelabel_visible), [false]);
}, without));

test("queries are searched by a form, and what only the program can do is not shown", () => app.visit(async (page) => {
  await page.goto("/sets/s/queries");
  await page.fill("[name=search]", "cedar");
  await page.click("text=Show");
  await page.waitForURL(/search=cedar/);
  assert.equal(await page.locator("tbody tr").count(), 1);
  await page.goto(`/sets/s/label?q=${id.q3}`);
  for (const dead of [".save-state", ".keys-button", ".strip-actions", ".hint-line"]) assert.deepEqual([await page.locator(dead).count(), await page.isVisible(dead)], [1, false], dead);
}, without));

test("pages whose forms need the program say so", () => app.visit(async (page) => {
  for (const path of ["/sets/s/settings", "/sets/s/import"]) {
    await page.goto(path);
    await sees(page, ".error-note", "Nothing on this page can be saved without JavaScript");
  }
}, without));
