// Whatever a file or a member says is text: it shows as text on every page, with and without the browser's program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, openLabelling, press, saved, sees, serve } from "./harness.mjs";
import { ALL, ALL_SHOWN, HOSTILE, flat, injected } from "./hostile.mjs";

const names = Object.keys(HOSTILE);
const stored = (name) => HOSTILE[name][0];
const anId = (name) => `${name}:${stored(name).replace(/[\p{Cc}]/gu, "")}`;
const lines = (all) => all.map((line) => JSON.stringify(line)).join("\n");
const big = "one <b>million</b> characters ".repeat(35_000);

const app = await serve({ seed: (touchstone) => {
  touchstone("set", "create", "s");
  touchstone("import", "queries", "--set", "s", { name: "queries", lines: [...names.map((name) => ({ id: anId(name), query: `${name} ${stored(name)}`, source: stored(name) })), { id: "big", query: "million" }] });
} });
const upload = async (kind, fields, body) => {
  const answer = await fetch(`${app.origin}/api/v1/imports?${new URLSearchParams({ kind, file: ALL, set: "s", ...fields })}`, { method: "POST", body });
  const { job } = await answer.json();
  for (;;) {
    const found = (await app.api("job_list", {})).find((each) => each.id === job);
    if (found.status !== "running") return assert.deepEqual([found.status, found.report?.refused], ["done", 0], JSON.stringify(found).slice(0, 2000));
  }
};
const chunks = names.map((name) => ({ id: anId(name), doc_id: anId(name), title: stored(name), text: `${name} ${stored(name)}` }));
await upload("corpus", { corpus: "c", chunking: "d" }, lines([...chunks, { id: "big", text: big }]));
const results = chunks.map(({ id }, at) => ({ id, score: -at }));
await upload("run", { corpus: "c", chunking: "d", retriever: ALL, commit: ALL }, lines([...names.map((name) => ({ query_id: anId(name), results })), { query_id: "big", results: ["big"] }]));
await upload("prelabels", { judge: ALL }, lines(names.flatMap((query) => chunks.map(({ id, title, text }) => ({ query_id: anId(query), chunk_id: id, grade: 1, rationale: title.trim() || "-", evidence: [text.replaceAll("\0", "\uFFFD")] })))));
await upload("labels", { labeller: ALL.replaceAll("\0", "") }, lines(names.flatMap((query) => chunks.slice(0, 3).map(({ id, text }) => ({ query_id: anId(query), chunk_id: id, grade: 3, evidence: [text.replaceAll("\0", "\uFFFD")], note: ALL })))));
const scale = ["0", "1", "2", "3"].map((grade) => ({ name: `${grade} ${ALL}`.slice(0, 40), description: ALL }));
await app.settings("s", { title: ALL, guidelines: ALL, scale, control_share: 0 });
const frozen = await fetch(`${app.origin}/sets/s/versions`, { method: "POST", body: new URLSearchParams({ note: ALL, leave_out_errors: "yes" }), redirect: "manual" });
assert.equal(frozen.headers.get("location"), "/sets/s/versions/1");
// The labels of the file completed the queries; from now on each needs somebody more.
await app.settings("s", { overlap: { labellers: 2, share: 0, shared_labellers: 2, by_style: {} } });
const id = Object.fromEntries(Object.entries(await app.queries("s")).map(([external, id]) => [external.split(":")[0], id]));

const texts = async (page) => flat(await page.evaluate(() => document.body.textContent));
const nothingInjected = async (page, place) => assert.deepEqual(await page.evaluate(injected), [], place);
const shows = async (page, place, ...words) => {
  await nothingInjected(page, place);
  const text = await texts(page);
  for (const word of words) assert.ok(text.includes(flat(word)), `${place} shows ${JSON.stringify(word)}`);
};

/// Every page, and what of the strings it shows.
async function everyPage(page, go) {
  const each = names.map((name) => HOSTILE[name][1]);
  const pages = { "/": [ALL_SHOWN], "/sets/s": [ALL_SHOWN], "/sets/s/queries": [ALL_SHOWN, ...each], "/sets/s/settings": [ALL_SHOWN], "/sets/s/guidelines": [], "/sets/s/import": [ALL_SHOWN], "/sets/s/versions": [ALL_SHOWN], "/sets/s/versions/1": [ALL_SHOWN, ...each], "/sets/s/evaluation": [ALL_SHOWN], "/jobs": [`run of ${ALL_SHOWN}`.slice(0, 190)], "/members": [] };
  for (const [path, words] of Object.entries(pages)) {
    await go(page, path);
    await shows(page, path, ...words);
  }
  for (const name of names) {
    await go(page, `/sets/s/queries/${id[name]}`);
    await shows(page, `the query ${name}`, HOSTILE[name][1], ...each);
  }
  await go(page, `/sets/s/label?q=${id.script}`);
  await shows(page, "labelling", ALL_SHOWN, ...each);
  await go(page, `/sets/s/label?q=${id.big}`);
  await shows(page, "a chunk of a megabyte", "one <b>million</b> characters");
}

test("every page shows hostile strings as text", () => app.visit((page) => everyPage(page, open)));

test("every page shows hostile strings as text without the browser's program", () => app.visit((page) => everyPage(page, (page, path) => page.goto(path)), { javaScriptEnabled: false }));

test("a NUL in what a member types is replaced, as it is in files", () => app.visit(async (page) => {
  await app.api("add_set", { name: "nul", title: "be\0fore", scale: "0-3", cutoff: null });
  await open(page, "/");
  await sees(page, "td", "be\uFFFDfore");
}));

test("a chunk of a megabyte is unfolded and judged", () => app.visit(async (page) => {
  await openLabelling(page, "s", id.big);
  await press(page, "Enter");
  await page.waitForFunction((length) => document.querySelector(".chunk-text").textContent.length === length, big.length);
  await press(page, "3");
  await saved(page);
}));

test("labelling writes, quotes and searches hostile strings, and they stay text", () => app.visit(async (page) => {
  for (const name of ["script", "attribute", "override", "nul", "emoji", "combining", "lines"]) {
    await openLabelling(page, "s", id[name]);
    const card = names.indexOf(name) + 1;
    await page.click(`#card-${card} .card-head`);
    await sees(page, `#card-${card} .judge-line`, "LLM 1");
    await press(page, "e", "Space");
    await page.fill("#answer", `${ALL} ${stored(name)} [1]`);
    await press(page, "Escape", "f");
    await page.fill("#flag", ALL);
    await press(page, "Enter");
    await sees(page, ".flag-note", "Flagged");
    await saved(page);
    await nothingInjected(page, `labelling ${name}`);
    await openLabelling(page, "s", id[name]);
    const quoted = await page.$$eval(`#card-${card} .evidence`, (parts) => parts.map((part) => part.textContent).join(""));
    assert.ok(flat(`${name} ${HOSTILE[name][1]}`).startsWith(flat(quoted).slice(0, 5)) && quoted !== "", `the evidence of ${name} is ${quoted}`);
    await shows(page, `labelling ${name} again`, `Flagged: ${ALL_SHOWN}`);
    await open(page, `/sets/s/queries/${id[name]}`);
    await shows(page, `the query ${name}`, `answered: ${ALL_SHOWN}`, `flagged: ${ALL_SHOWN}`);
  }
  await openLabelling(page, "s", id.big);
  await press(page, "/");
  await page.fill("#search", "script window img src onerror javascript zero");
  await press(page, "Enter");
  await sees(page, ".found li", "script");
  await shows(page, "the search", stored("script"));
}));
