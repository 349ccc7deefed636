// Who is asked to label a query sees nothing of what others said of it until they completed it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, press, saved, seedFrozen, sees, serve } from "./harness.mjs";

const app = await serve({ demo: false, seed: (touchstone) => seedFrozen(touchstone, "v") });

async function join(page, link, name) {
  await open(page, link);
  await page.fill("[name=name]", name);
  await page.fill("[name=password]", "a good password");
  await page.click("button:has-text('Join')");
  await sees(page, "h1", "Golden sets");
}

const post = async (page, name, body) => {
  const answer = await page.request.post(`/api/${name}`, { data: body });
  assert.ok(answer.ok(), `${name}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
};

test("a labeller sees a frozen query once they completed it, and the page says so before", () => app.visit(async (ada) => {
  await join(ada, /once, within 72 hours: (\S+)/.exec(app.said())[1], "Ada");
  const { set: { revision, settings } } = await post(ada, "set_home", { set: "v" });
  await post(ada, "put_settings", { set: "v", revision, settings: { ...settings, overlap: { ...settings.overlap, labellers: 3, share: 0 } } });
  const link = await post(ada, "invite", { role: "labeller" });
  await app.visit(async (page) => {
    await join(page, link, "Lena");
    await open(page, "/sets/v/versions/1");
    await sees(page, "main", "hidden until you completed the 2 queries of it that you are asked to label");
    assert.deepEqual([await page.locator(".item .hidden-until").count(), await page.locator(".item-chunk").count()], [2, 0]);
    assert.equal((await page.request.get("/api/v1/sets/v/versions/1/export")).status(), 409);
    await open(page, "/sets/v/diff?from=1&to=2");
    await sees(page, ".lead", "labels and answers that are hidden are not compared");
    assert.equal(await page.locator("table").count(), 0);

    await open(page, "/sets/v/versions/1");
    await page.click(".item .hidden-until a");
    await sees(page, "h1", "feature amber");
    await saved(page);
    await press(page, "0", "n");
    await sees(page, "h1", "feature birch");
    await saved(page);
    await open(page, "/sets/v/versions/1");
    await sees(page, ".item", "1 relevant of 2 judged");
    assert.deepEqual([await page.locator(".item .hidden-until").count(), await page.locator(".item-chunk").count()], [1, 1]);
  });
  // The admin sees it all, but for what they opened to label.
  await open(ada, "/sets/v/versions/1");
  assert.deepEqual([await ada.locator(".hidden-until").count(), await ada.locator(".item-chunk").count()], [0, 2]);
  await post(ada, "label_work", { set: "v", query: null });
  await open(ada, "/sets/v/versions/1");
  assert.equal(await ada.locator(".item .hidden-until").count(), 1);
}, {}));
