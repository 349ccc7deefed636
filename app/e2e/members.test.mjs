// Members are invited, given roles and looked after, by keyboard, in a narrow window and without the browser's program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, seedFrozen, sees, serve } from "./harness.mjs";

const app = await serve({ demo: false, seed: (touchstone) => seedFrozen(touchstone, "v") });
const without = { javaScriptEnabled: false };
const session = {};

async function join(page, link, name) {
  await page.goto(link);
  await page.fill("[name=name]", name);
  await page.fill("[name=password]", "a good password");
  await page.click("button:has-text('Join')");
  await sees(page, "h1", "Golden sets");
  session[name] = await page.context().cookies();
}

/// Visits as somebody who has joined.
const as = (name, body, profile = {}) => app.visit(async (page) => {
  await page.context().addCookies(session[name]);
  await body(page);
}, profile);

const row = (page, name) => page.locator("tbody tr", { has: page.getByText(name, { exact: true }) });

test("an admin invites to one set, and the invited has the role there and reads the rest, without the browser's program", () => app.visit(async (page) => {
  await join(page, /once, within 72 hours: (\S+)/.exec(app.said())[1], "Ada");
  await page.goto("/members");
  await page.selectOption("form [name=role] >> nth=-1", "reviewer");
  await page.fill("[name=set]", "v");
  await page.click("text=Make an invitation");
  const link = await page.textContent(".one-time-link");
  assert.ok(link.startsWith(`${app.origin}/invitation?token=`), link);
  await sees(page, "td", "reviewer");
  await app.visit((page) => join(page, link, "Rosa"), without);
  await page.goto("/members");
  await sees(page, "td", "reviewer in v");
  assert.equal(await page.locator("button:has-text('Revoke')").count(), 0, "it is used");
}, without));

test("an invitation is taken back, and a set that is not there is said on the page", () => as("Ada", async (page) => {
  await page.goto("/members");
  await page.click("text=Make an invitation");
  const link = await page.textContent(".one-time-link");
  await page.click("button:has-text('Revoke')");
  assert.equal(await page.locator("button:has-text('Revoke')").count(), 0);
  await page.fill("[name=set]", "nowhere");
  await page.click("text=Make an invitation");
  await sees(page, "[role=alert]", "There is no such set as");
  await page.goto(link);
  await sees(page, "[role=alert]", "It was used or taken back");
}, { ...without, allow: /status of 404/ }));

test("an admin gives a role in a set by keyboard, and takes it back", () => as("Ada", async (page) => {
  await open(page, "/sets/v/members");
  await row(page, "ben").locator("select").focus();
  await page.keyboard.type("reviewer");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForLoadState();
  await sees(page, "h1", "Members");
  assert.equal(await row(page, "ben").locator("select").inputValue(), "reviewer");
  await row(page, "ben").locator("select").selectOption("");
  await row(page, "ben").getByRole("button", { name: "Save the role of ben" }).click();
  await sees(page, "h1", "Members");
  assert.equal(await row(page, "ben").locator("select").inputValue(), "");
  assert.equal(await row(page, "Ada").locator("select").count(), 0, "nobody changes their own role");
}));

test("a reviewer sees everybody's numbers and changes no role", () => as("Rosa", async (page) => {
  await open(page, "/sets/v/members");
  await sees(page, ".lead", /2 of 3 queries are settled/);
  await sees(page, "tr", /ana.*labeller/);
  assert.equal(await page.locator("select").count(), 0);
  assert.match(await row(page, "Rosa").textContent(), /20\d\d-\d\d-\d\d \d\d:\d\d$/, "she was seen now");
}));

test("a labeller sees their own numbers alone", () => as("Ada", async (page) => {
  await page.goto("/members");
  await page.click("text=Make an invitation");
  const link = await page.textContent(".one-time-link");
  await app.visit((page) => join(page, link, "Lou"), without);
  await as("Lou", async (page) => {
    await page.goto("/sets/v/members");
    await sees(page, "main", "You see your own numbers.");
    assert.equal(await page.locator("tbody tr").count(), 1);
    assert.doesNotMatch(await page.textContent("main"), /ana|ben|labelling/);
  }, without);
}, without));

test("the pages of members are no wider than a narrow window", () => as("Ada", async (page) => {
  for (const path of ["/members", "/sets/v/members"]) {
    await open(page, path);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, path);
    await page.locator(".wide-table").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".wide-table").scrollLeft > 0);
  }
}, { viewport: { width: 320, height: 800 } }));
