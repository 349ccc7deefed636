// What the judge said is shown as the set's settings say, and never to the control share.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, seedSet, sees, serve } from "./harness.mjs";

const app = await serve({ seed: (touchstone) => seedSet(touchstone, "s", 4) });
const id = await app.queries("s");

/// Sets the mode on the settings page.
async function choose(page, mode, control) {
  await open(page, "/sets/s/settings");
  await page.check(`[name=prelabels][value=${mode}]`);
  await page.fill("[name=control]", String(control));
  await page.click("button:text-is('Save')");
  await sees(page, "[role=status]", "Saved.");
}

test("shown: grade, reason and quote are on the card, and Space accepts", () => app.visit(async (page) => {
  await choose(page, "shown", 0);
  await openLabelling(page, "s", id.q1);
  await sees(page, "#card-1 .judge-line", "LLM 2");
  await sees(page, "#card-1 .rationale", "Says where part 1 is.");
  await sees(page, "#card-1 [data-suggested]", "In part");
  await sees(page, "#card-1 [data-by-judge] .evidence", "the");
  await press(page, "Space", "1");
  assert.deepEqual((await grades(page)).slice(0, 3), ["2", "1", "none"]);
}));

test("after: it is shown once one has graded, and one can keep or change", () => app.visit(async (page) => {
  await choose(page, "after", 0);
  await openLabelling(page, "s", id.q2);
  assert.equal(await page.locator(".judge-line, [data-suggested], [data-by-judge]").count(), 0);
  await press(page, "Space");
  assert.equal((await grades(page))[0], "none", "what is not shown cannot be accepted");
  await press(page, "0");
  await sees(page, "#card-1 .judge-line", "differs from yours");
  await press(page, "Space");
  assert.equal((await grades(page))[0], "2");
  await saved(page);
  const { labels } = await app.api("query_page", { set: "s", query: id.q2 });
  assert.deepEqual(labels.map((label) => label.prelabel_visible), [true], "the change is recorded as made after seeing it");
}));

for (const [words, mode, control, query] of [["off", "off", 0, "q3"], ["a control share of all", "shown", 100, "q4"]]) {
  test(`${words}: none is shown, and Space does nothing`, () => app.visit(async (page) => {
    await choose(page, mode, control);
    const answer = await page.request.post("/api/label_work", { data: { set: "s", query: id[query] } });
    assert.deepEqual((await answer.json()).assignment.prelabels, [], "the browser is not even told");
    await openLabelling(page, "s", id[query]);
    await press(page, "Space", "e");
    await sees(page, ".announcer p", "Select some text of a chunk first");
    assert.deepEqual(await grades(page), Array(20).fill("none"));
    await press(page, "1");
    assert.equal(await page.locator(".judge-line, [data-suggested], [data-by-judge]").count(), 0);
    await saved(page);
  }));
}
