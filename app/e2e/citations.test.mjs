// An answer cites the chunk that its labeller saw under a number, into the version and out of it again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, open, openLabelling, press, saved, seedSet, sees, serve, until } from "./harness.mjs";

const app = await serve({ demo: false, seed: (touchstone) => seedSet(touchstone, "s", 4) });
const members = {};

/// Opens a page as a member, who joins first.
const as = (name, body, options) => app.visit(async (page, context) => {
  await open(page, "/sign-in");
  await page.fill("[name=name]", name);
  await page.fill("[name=password]", members[name]);
  await page.click("main button");
  await sees(page, "h1", "Golden sets");
  await body(page, context);
}, options);

/// Takes an invitation.
async function join(page, link, name) {
  members[name] = `the password of ${name}`;
  await open(page, link);
  await page.fill("[name=name]", name);
  await page.fill("[name=password]", members[name]);
  await page.click("button:has-text('Join')");
  await sees(page, "h1", "Golden sets");
}

/// Searches the corpus and adds the first chunk that is found.
async function addFound(page, words) {
  await press(page, "/");
  await page.fill("#search", words);
  await press(page, "Enter");
  await page.click(".found li button");
  await press(page, "Escape");
}

/// The numbers on the cards behind the run's twenty, with their chunks.
const added = (page) => page.$$eval(".chunk-card", (cards) => Object.fromEntries(cards.slice(20).map((card) => [card.querySelector(".external-id, .card-head code")?.textContent, card.querySelector(".card-number").textContent])));

const post = async (page, name, body) => {
  const answer = await page.request.post(`/api/${name}`, { data: body });
  assert.ok(answer.ok(), `${name}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
};
let id;

/// Lets each query of the set need so many labellers.
async function putOverlap(page, labellers) {
  const { set: { revision, settings } } = await post(page, "set_home", { set: "s" });
  await post(page, "put_settings", { set: "s", revision, settings: { ...settings, overlap: { ...settings.overlap, labellers, share: 0 } } });
}

test("the admin invites two labellers", () => app.visit(async (page) => {
  await join(page, /once, within 72 hours: (\S+)/.exec(app.said())[1], "Ada");
  id = Object.fromEntries((await post(page, "query_list", { set: "s", filter: { search: "", page: 1 } })).page.rows.map((row) => [row.external_id, row.id]));
  for (const name of ["Lena", "Omar"]) {
    const link = await post(page, "invite", { role: "labeller" });
    await app.visit((page) => join(page, link, name));
  }
  await putOverlap(page, 2);
}));

test("two labellers who add chunks at once see the server's numbers, and what one cites is frozen and exported", async () => {
  await as("Lena", (hers) => as("Omar", async (his) => {
    await openLabelling(hers, "s", id.q2);
    await openLabelling(his, "s", id.q2);
    // Omar's chunk is the server's number 21, which Lena's page does not know of.
    await addFound(his, "part 3 of amber cedar lever");
    await saved(his);
    await addFound(hers, "part 5 of cedar ember lever");
    await saved(hers);
    const [theirs, own] = [Object.entries(await added(his)), Object.entries(await added(hers))];
    assert.deepEqual([theirs.map(([, number]) => number), own.map(([, number]) => number)], [["21"], ["22"]]);
    const [chunk] = own[0];
    assert.notEqual(chunk, theirs[0][0]);

    await press(hers, "3", "r", "a");
    await hers.keyboard.type("It is told apart [22].");
    await sees(hers, ".citations li", `[22] ${chunk}`);
    await press(hers, "Escape");
    await saved(hers);
    await hers.reload();
    await saved(hers);
    await until(async () => assert.equal(await hers.inputValue("#answer"), "It is told apart [22]."));
    await sees(hers, ".citations li", `[22] ${chunk}`);
    assert.equal((await grades(hers))[21], "3");
    await press(hers, "n");
    await hers.waitForFunction((q) => !location.search.includes(q), id.q2);
    await saved(hers);

    await as("Ada", async (page) => {
      await putOverlap(page, 1);
      await open(page, "/sets/s/versions");
      await page.click("button:has-text('Freeze')");
      await sees(page, "h1", "Version 1");
      await sees(page, ".item .answer-text", "It is told apart [1].");
      await sees(page, ".item .citations li", `[1] ${chunk}`);
      const golden = await (await page.request.get("/api/v1/sets/s/versions/1/export?format=touchstone&file=golden.jsonl")).text();
      const item = golden.trim().split("\n").map((line) => JSON.parse(line)).find((line) => line.query_id === "q2");
      assert.deepEqual([item.answer, item.citations], ["It is told apart [1].", [chunk]]);
    });
  }));
});

test("two tabs of one labeller that add different chunks show one number a chunk", () => as("Lena", async (page, context) => {
  await openLabelling(page, "s", id.q3);
  const other = await context.newPage();
  await openLabelling(other, "s", id.q3);
  // What the other tab sends arrives after this one has sent it too, and taken it out of what both wait for.
  await other.route("**/api/record", (route) => setTimeout(() => route.continue(), 1500));
  await addFound(other, "part 7 of delta grove lever");
  await addFound(page, "part 2 of amber birch lever");
  await saved(page);
  await saved(other);
  await other.unroute("**/api/record");
  const numbers = { ...(await added(page)), ...(await added(other)) };
  assert.deepEqual(Object.values(numbers).sort(), ["21", "22"]);
  await page.reload();
  await saved(page);
  assert.deepEqual(await added(page), numbers, "after a reload it is the same");
}));

test("a conflict shows both answers by the numbers on the cards", () => as("Lena", async (page, context) => {
  await openLabelling(page, "s", id.q4);
  const other = await context.newPage();
  await openLabelling(other, "s", id.q4);
  for (const [tab, text] of [[page, "The first [2]."], [other, "The second [3]."]]) {
    await press(tab, "a");
    await tab.keyboard.type(text);
    await press(tab, "Escape");
    await until(async () => assert.match(await tab.textContent(".save-state"), /^Saved/));
  }
  await sees(other, ".announcer p", "Stored and shown now: the answer “The first [2].”. Not saved: the answer “The second [3].”.");
  assert.equal(await other.locator("textarea").first().inputValue(), "The first [2].", "what is stored stands in the field");
}));
