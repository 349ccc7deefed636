// Every page of a set carries the set's bar, with its own entry marked; where there is no room the bar is a menu.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, seedFrozen, seedSet, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => {
  seedSet(touchstone, "s", 3);
  seedFrozen(touchstone, "v");
  touchstone("set", "create", "empty");
} });
const id = await app.queries("v");
const run = (await app.api("set_home", { set: "v" })).runs[0].id;

/// The pages of a set, each with the entry that it marks and how.
const pages = {
  "/sets/v": ["Overview", "page"],
  "/sets/v/label": ["Label", "page"],
  [`/sets/v/label?q=${id.q1}`]: ["Label", "page"],
  "/sets/empty/label": ["Label", "page"],
  "/sets/v/queries": ["Queries", "page"],
  "/sets/v/queries?status=open": ["Queries", "page"],
  [`/sets/v/queries/${id.q1}`]: ["Queries", "true"],
  "/sets/v/disagreements": ["Review", "page"],
  "/sets/v/disagreements/list": ["Review", "true"],
  "/sets/v/import": ["Import", "page"],
  "/sets/v/versions": ["Versions", "page"],
  "/sets/v/versions/1": ["Versions", "true"],
  "/sets/v/versions/99": ["Versions", "true"],
  "/sets/v/diff?from=1&to=2": ["Versions", "true"],
  "/sets/v/evaluation": ["Evaluation", "page"],
  "/sets/s/evaluation": ["Evaluation", "page"],
  [`/sets/v/evaluation/${run}`]: ["Evaluation", "true"],
  "/sets/v/members": ["Members", "page"],
  "/sets/v/settings": ["Settings", "page"],
};
const entries = ["Overview", "Label", "Queries", "Review", "Import", "Versions", "Evaluation", "Members", "Settings"];
const word = (text) => text.trim().split(/[^A-Za-z]/)[0];

test("every page of a set has the bar, with its own entry marked and no other", () => app.visit(async (page) => {
  for (const [path, [entry, mark]] of Object.entries(pages)) {
    await open(page, path);
    const links = await page.$$eval(".set-pages a", (links) => links.map((link) => [link.textContent, link.getAttribute("aria-current")]));
    assert.deepEqual(links.map(([text]) => word(text)), entries, path);
    assert.deepEqual(links.filter(([, mark]) => mark).map(([text, mark]) => [word(text), mark]), [[entry, mark]], path);
    assert.equal(await page.locator("header.top-bar").count(), 1, path);
    assert.equal(await page.locator("main").count(), 1, path);
  }
}, { allow: /status of 404/ }));

test("the bar leads from page to page, and says how many queries wait", () => app.visit(async (page) => {
  await open(page, "/sets/s");
  await sees(page, ".set-pages a", /Label\s*3/);
  for (const entry of entries.toReversed()) {
    await page.click(`.set-pages a:has-text('${entry}')`);
    await sees(page, ".set-pages [aria-current=page]", entry);
  }
  await page.click(".set-name");
  assert.equal(new URL(page.url()).pathname, "/sets/s");
}, { viewport: { width: 1600, height: 900 } }));

test("what fits beside one another fits on one line", () => app.visit(async (page) => {
  for (const width of [901, 1120, 1121, 1280, 1281, 1560, 1561]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/sets/s", "/sets/s/label"]) {
      await open(page, path);
      const { bar, scrolls } = await page.evaluate(() => ({ bar: document.querySelector(".top-bar").offsetHeight, scrolls: document.documentElement.scrollWidth > innerWidth }));
      assert.deepEqual([bar <= 50, scrolls], [true, false], `${path} at ${width}: ${bar} pixels high`);
    }
  }
}));

for (const javaScriptEnabled of [true, false]) {
  test(`where there is no room it is a menu, ${javaScriptEnabled ? "with" : "without"} the browser's program`, () => app.visit(async (page) => {
    for (const path of ["/sets/s/queries", "/sets/s/label"]) {
      await page.goto(path);
      assert.equal(await page.isVisible(".set-pages"), false);
      await page.click("text=Menu");
      assert.equal(await page.isVisible(".set-pages"), true);
      await page.keyboard.press("Escape");
      assert.equal(await page.isVisible(".set-pages"), false);
      await page.focus(".menu-button");
      await page.keyboard.press("Enter");
      await page.click(".set-pages a:has-text('Versions')");
      await sees(page, "h1", "Versions");
    }
  }, { javaScriptEnabled, viewport: { width: 390, height: 844 } }));
}

test("the labelling page hides nothing that its menu does not hold", () => app.visit(async (page) => {
  for (const width of [1561, 1560, 1280, 861, 700]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/sets/s/label");
    if (width <= 1560) await page.click("text=Menu");
    for (const link of ["Versions", "Jobs", "All members"]) assert.ok(await page.isVisible(`.top-bar a:has-text('${link}')`), `${link} at ${width}`);
    assert.ok(await page.isVisible(".theme-switch"), `the colours at ${width}`);
    assert.ok(await page.isVisible(".keys-button"), `the keys at ${width}`);
  }
}));

test("no page of a set is wider than the window, however narrow that is", () => app.visit(async (page) => {
  for (const width of [320, 861]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of Object.keys(pages)) {
      await open(page, path);
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(scrolls <= 0, `${path} at ${width} scrolls sideways by ${scrolls} pixels`);
    }
  }
}, { allow: /status of 404/ }));
