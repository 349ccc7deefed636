// Nobody gets in who was not let in, and nobody does what their role does not allow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, sees, seedSet, serve } from "./harness.mjs";

const app = await serve({ demo: false, seed: (touchstone) => seedSet(touchstone, "s", 1) });
const firstLink = /once, within 72 hours: (\S+)/.exec(app.said())?.[1];
const allow = /status of (401|403|404|422)/;
let invitation;

async function join(page, link, name, password) {
  await open(page, link);
  await page.fill("[name=name]", name);
  await page.fill("[name=password]", password);
  await page.click("button:has-text('Join')");
}

async function signIn(page, name, password) {
  await open(page, "/sign-in");
  await page.fill("[name=name]", name);
  await page.fill("[name=password]", password);
  await page.click("main button");
}

test("who is not signed in is sent to sign in", () => app.visit(async (page) => {
  for (const path of ["/", "/sets/s", "/sets/s/label", "/sets/s/settings", "/members", "/jobs"]) {
    await open(page, path);
    assert.equal(new URL(page.url()).pathname, "/sign-in", path);
  }
  for (const path of ["/api/set_list", "/api/record", "/api/v1/imports?kind=queries&file=f&set=s"]) {
    assert.equal((await page.request.post(path, { data: {} })).status(), 401, path);
  }
}, { allow }));

test("the first start prints a link that makes the admin, once; the admin invites a labeller", () => app.visit(async (page) => {
  assert.ok(firstLink, `the server printed no link: ${app.said()}`);
  await join(page, firstLink, "Ada", "a good password");
  await sees(page, "h1", "Golden sets");
  await sees(page, "main", "New set");
  await page.click("text=Members");
  await sees(page, "td", "Ada");
  await page.click("text=Make an invitation");
  invitation = await page.textContent(".one-time-link");
  await open(page, "/members");
  await sees(page, "td", "labeller");
  assert.equal(await page.locator(".one-time-link").count(), 0, "the link is shown once");
  await page.click("text=Sign out");
  await sees(page, "h1", "Sign in");
  await open(page, "/");
  assert.equal(new URL(page.url()).pathname, "/sign-in");
}));

test("a labeller comes in by the invitation and can label, but neither manage members nor import", () => app.visit(async (page) => {
  await join(page, invitation, "<b>Lena</b>", "another password");
  await sees(page, "h1", "Golden sets");
  assert.equal(await page.locator("text=New set").count(), 0);
  await open(page, "/sets/s/label");
  await sees(page, "h1", "feature amber");
  const entries = await page.$$eval(".set-pages a", (links) => links.map((link) => link.textContent));
  assert.deepEqual(entries, ["Overview", "Label", "Queries", "Agreement", "Versions", "Evaluation", "Members"], "the bar lists what they may do");
  for (const path of ["/members", "/sets/s/import"]) {
    await open(page, path);
    await sees(page, "[role=alert]", "Your role does not allow this: ask an admin.");
  }
  const refused = await page.request.post("/api/v1/imports?kind=queries&file=f&set=s", { data: "one more query" });
  assert.equal(refused.status(), 403);
  await open(page, "/sets/s/settings");
  await page.click("main button:has-text('Save')");
  await sees(page, "[role=alert]", "Your role does not allow this");
}, { allow }));

test("an invitation works once, and says so before anybody types", () => app.visit(async (page) => {
  for (const link of [firstLink, invitation]) {
    await page.goto(link);
    await sees(page, "h1", "This invitation has ended");
    assert.equal(await page.locator("[name=password]").count(), 0);
  }
}));

test("a wrong password is refused, as is a name that nobody has; the right one lets in", () => app.visit(async (page) => {
  for (const name of ["Ada", "Nobody"]) {
    await signIn(page, name, "a wrong password");
    await sees(page, "[role=alert]", "The name or the password is wrong.");
  }
  await signIn(page, "Ada", "a good password");
  await sees(page, "h1", "Golden sets");
  await open(page, "/members");
  await sees(page, "td bdi", "<b>Lena</b>");
  await page.locator("tr", { hasText: "Lena" }).getByRole("button", { name: "Shut out" }).click();
  await sees(page, "tr", "Let in again");
}));

test("who was shut out stays out", () => app.visit(async (page) => {
  await signIn(page, "<b>Lena</b>", "another password");
  await sees(page, "[role=alert]", "The name or the password is wrong.");
}));
