// The agreement page is read and clicked through without the browser's program, on any width.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, press, seedAgreed, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => {
  seedAgreed(touchstone, "a");
  touchstone("set", "create", "empty");
} });
const without = { javaScriptEnabled: false };

test("a pair leads to its matrix, a cell to its cases, and the way back", () => app.visit(async (page) => {
  await page.goto("/sets/a/agreement");
  await sees(page, "h1", "Agreement");
  await page.click(".heat.pairs a:has-text('ana and cleo')");
  await sees(page, "#pair", /ana, rows, and cleo, columns|cleo, rows, and ana, columns/);
  assert.equal(await page.locator(".heat.pairs [aria-current]").count(), 1);
  const cell = page.locator("section:has(#pair) .heat td:not(.diag) a").first();
  const count = Number(await cell.textContent());
  await cell.click();
  await sees(page, "#cases", /gives \d, .* \d: \d/);
  const chunks = await page.$$eval(".cases .facts", (rows) => rows.map((row) => parseInt(row.textContent, 10)));
  assert.equal(chunks.reduce((sum, n) => sum + n, 0), count, "the cases of the cell add up to its number");
  await page.click("text=Close");
  assert.equal(await page.locator("#cases").count(), 0);
}, without));

test("filters live in the address, and the JSON has what the page shows", () => app.visit(async (page) => {
  await page.goto("/sets/a/agreement");
  await page.selectOption("select[name=style]", "question");
  await page.click("button:has-text('Show')");
  await page.waitForURL(/style=question/);
  const report = await (await fetch(app.origin + await page.getAttribute("text=Download JSON", "href"))).json();
  assert.equal(report.filter.style, "question");
  await sees(page, ".page-head b", `${report.items} chunks`);
  await page.click("text=Answerability");
  await sees(page, "main", "Nothing that two people rated fits this filter");
}, without));

test("keys go from cell to cell, choose and lead on", () => app.visit(async (page) => {
  await open(page, "/sets/a/agreement");
  const at = () => page.evaluate(() => document.activeElement.textContent.trim());
  await press(page, "j");
  assert.match(await at(), /and/, "the pair that is shown");
  await page.focus("section:has(#pair) .heat td.diag a");
  const first = await at();
  await press(page, "ArrowRight");
  assert.notEqual(await at(), first);
  await press(page, "ArrowLeft");
  assert.equal(await at(), first);
  await press(page, "Enter");
  await page.waitForURL(/row=0&column=0/);
  await open(page, "/sets/a/agreement");
  await press(page, "w");
  assert.equal(await page.evaluate(() => document.activeElement.name), "style");
  await press(page, "Escape", "?");
  await sees(page, "[role=dialog]", "the cell to the right");
  await press(page, "?", "d");
  await page.waitForURL("**/sets/a/disagreements");
}));

test("no width makes the page scroll sideways", () => app.visit(async (page) => {
  for (const width of [320, 360, 760, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/sets/a/agreement");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
  }
}));

test("where the overlap is 1 the page leads to the settings", () => app.visit(async (page) => {
  await page.goto("/sets/empty/agreement");
  await page.click("text=Set the overlap");
  await page.waitForURL("**/sets/empty/settings");
}, without));
