// Nothing on any page shuts out those who cannot see, hear or point: axe finds no violation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { open, openLabelling, press, saved, seedAgreed, seedFrozen, seedSet, sees, serve } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const app = await serve({ seed: (touchstone) => {
  seedSet(touchstone, "s", 3);
  touchstone("set", "create", "empty");
  seedFrozen(touchstone, "v");
  seedAgreed(touchstone, "a");
} });
await app.settings("s", { control_share: 0, guidelines: "Grade what **answers**.\n\n- one\n- two" });
await app.api("add_guideline", { set: "s", text: "Grade what **shows** it.\n\n- one\n- two", base: 1 });
const id = await app.queries("s");
const upload = (kind, fields, body) => fetch(`${app.origin}/api/v1/imports?${new URLSearchParams({ kind, file: `${kind}.jsonl`, ...fields })}`, { method: "POST", body });
await upload("queries", { set: "empty" }, '{"query":"one"}\n{"query":""}\n');
await upload("run", { set: "empty", retriever: "r" }, "not a run\n");

/// Every page, and what to do on it before it is looked at.
const places = {
  "all sets": (page) => open(page, "/"),
  "a set": (page) => open(page, "/sets/s"),
  "a set without queries": (page) => open(page, "/sets/empty"),
  "queries": (page) => open(page, "/sets/s/queries?status=open"),
  "queries, none fits": (page) => open(page, "/sets/s/queries?search=nothing"),
  "a query": (page) => open(page, `/sets/s/queries/${id.q1}`),
  "guidelines, with what changed": (page) => open(page, "/sets/s/guidelines"),
  "settings": (page) => open(page, "/sets/s/settings"),
  "import": (page) => open(page, "/sets/empty/import"),
  "the API": (page) => open(page, "/reference"),
  "versions": (page) => open(page, "/sets/v/versions"),
  "a version, its downloads open": async (page) => {
    await open(page, "/sets/v/versions/1");
    await page.click("summary:has-text('Download')");
    await page.click("summary:has-text('left out')");
  },
  "what changed between two versions": (page) => open(page, "/sets/v/diff?from=1&to=2"),
  "agreement": (page) => open(page, "/sets/a/agreement?row=0&column=1&a=ana&b=ben"),
  "agreement, with an overlap of 1": (page) => open(page, "/sets/s/agreement"),
  "agreement, of answerability": (page) => open(page, "/sets/a/agreement?items=answerable"),
  "evaluation": (page) => open(page, "/sets/v/evaluation"),
  "evaluation without a version": (page) => open(page, "/sets/s/evaluation"),
  "a run, compared": async (page) => {
    await open(page, "/sets/v/evaluation");
    await page.click(".runs a");
    await page.click("button:has-text('Compare')");
    await page.waitForSelector("h2:has-text('Compared')");
  },
  "a disputed query": async (page) => {
    const queries = await app.queries("v");
    await open(page, `/sets/v/queries/${queries.q3}`);
    await page.waitForSelector("h2:has-text('Disagreements')");
  },
  "a case": async (page) => {
    await open(page, "/sets/v/disagreements");
    await sees(page, ".case-bar h1", "Case 1 of 1");
    await press(page, "c", "2", "i", "b");
    await page.waitForSelector("#case-question");
  },
  "a case, the keys": async (page) => {
    await open(page, "/sets/v/disagreements");
    await press(page, "?");
    await page.waitForSelector("[role=dialog]");
  },
  "no case": (page) => open(page, "/sets/s/disagreements"),
  "the list of cases": (page) => open(page, "/sets/v/disagreements/list"),
  "many cases": (page) => open(page, "/sets/v/disagreements/many?kind=relevance_flip&rule=lower"),
  "many cases, refused": async (page) => {
    await open(page, "/sets/v/disagreements/many?kind=relevance_flip&rule=lower");
    await page.$eval("form[method=post] [name=rule]", (field) => { field.value = "best"; });
    await page.click("button.primary:has-text('Settle')");
    await page.waitForSelector("[role=alert]");
  },
  "many cases, stopped for want of time": (page) =>
    open(page, `/sets/v/disagreements/many?settled=7&batch=${id.q1}&kind=relevance_flip&rule=lower`),
  "settled cases, by a reason": (page) => open(page, "/sets/v/disagreements/list?state=settled&reason=slip"),
  "jobs, a report open": async (page) => {
    await open(page, "/jobs");
    await page.click("summary");
  },
  "members, with an invitation": async (page) => {
    await open(page, "/members");
    await page.click("text=Make an invitation");
    await page.waitForSelector(".one-time-link");
  },
  "a set's members": (page) => open(page, "/sets/v/members"),
  "sign in, refused": (page) => open(page, "/sign-in?refused=password"),
  "invitation, refused": (page) => open(page, "/invitation?token=t&refused=token"),
  "not found": (page) => open(page, "/sets/nothing"),
  "no such page": (page) => open(page, "/nothing"),
  "labelling": (page) => openLabelling(page, "s", id.q1),
  "labelling, graded, with a flag and a note": async (page) => {
    await openLabelling(page, "s", id.q2);
    await press(page, "3", "e", "k", "a");
    await page.keyboard.type("See [2] and [40].");
    await press(page, "Escape", "f");
    await page.fill("#flag", "please look");
    await press(page, "Enter", "f");
    await page.click("summary");
    await saved(page);
  },
  "labelling, help": async (page) => {
    await openLabelling(page, "s", id.q1);
    await page.keyboard.press("?");
    await page.waitForSelector("[role=dialog]");
  },
  "labelling, search": async (page) => {
    await openLabelling(page, "s", id.q1);
    await press(page, "j", "/");
    await page.fill("#search", "lever");
    await press(page, "Enter");
    await sees(page, ".found li", "Add to the pool");
  },
  "nothing left to label": (page) => open(page, "/sets/empty/label"),
};

const violations = (page, axe) => page.evaluate(async (source) => {
  window.axe ?? (0, eval)(source);
  const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.any.concat(node.all, node.none)[0]?.message ?? ""}`));
}, axe);

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1360, 320]) {
    test(`no page has a violation, ${colorScheme}, ${width} pixels wide`, () => app.visit(async (page) => {
      const found = [];
      for (const [name, go] of Object.entries(places)) {
        await go(page).catch((error) => found.push(`${name}: ${error.message}`));
        found.push(...(await violations(page, axe)).map((violation) => `${name}: ${violation}`));
      }
      assert.deepEqual(found, []);
    }, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true, allow: /status of (404|422)/ }));
  }
}
