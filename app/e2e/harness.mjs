// What the browser tests stand on: a server of their own, a browser, and pages that tell what went wrong in them.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PATIENCE = 5000;

const binary = process.env.TOUCHSTONE_BIN;
if (!binary || !existsSync(binary)) {
  throw new Error(`TOUCHSTONE_BIN ${binary ? `is ${binary}, which is not there` : "is not set"}: build the server and say TOUCHSTONE_BIN=path/to/touchstone`);
}

/// Starts a server on a fresh data directory, filled by `seed(touchstone)`, and a browser; both end with the test file.
/// `touchstone(...args)` runs a command on the directory; an argument `{ name, lines | text }` becomes a file.
export async function serve({ seed = () => {}, demo = true } = {}) {
  const data = mkdtempSync(join(tmpdir(), "touchstone-e2e-"));
  const touchstone = (...args) => execFileSync(binary, ["--data", data, ...args.map((arg) => (typeof arg === "string" ? arg : file(arg)))], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const file = (of) => (writeFileSync(join(data, of.name), contents(of)), join(data, of.name));
  seed(touchstone);

  const origin = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(binary, ["--data", data, "serve", "--listen", origin.slice(7), ...(demo ? ["--demo"] : [])], { stdio: ["ignore", "pipe", "pipe"] });
  process.on("exit", () => server.kill());
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (part) => (said += part));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  after(async () => {
    await browser.close();
    server.kill("SIGTERM");
    if (server.exitCode === null) await new Promise((ended) => server.once("exit", ended));
    rmSync(data, { recursive: true, force: true });
  });
  await until(async () => assert.equal((await fetch(`${origin}/health/ready`)).status, 200, said), 30_000);

  const api = async (name, body) => {
    const answer = await fetch(`${origin}/api/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    assert.ok(answer.ok, `/api/${name}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  };
  /// Opens a page of its own browser profile for the length of `body`; what goes wrong in the page fails the test, but for what `allow` fits.
  const visit = async (body, { allow = /^$/, ...profile } = {}) => {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1360, height: 900 }, ...profile });
    context.setDefaultTimeout(PATIENCE);
    const problems = [];
    context.on("page", (page) => watch(page, problems));
    try {
      await body(await context.newPage(), context);
    } catch (error) {
      error.message += problems.map((problem) => `\n  ${problem}`).join("");
      throw error;
    } finally {
      await context.close();
    }
    assert.deepEqual(problems.filter((problem) => !allow.test(problem)), [], "the page had problems");
  };
  /// Changes settings of a set, as its settings page would.
  const settings = async (set, { guidelines: text, ...change }) => {
    const { set: { revision, guideline: base, settings: { guidelines: _, ...settings } } } = await api("set_home", { set });
    await api("put_settings", { set, revision, settings: { ...settings, ...change } });
    if (text !== undefined) await api("add_guideline", { set, text, base });
  };
  /// The ids of a set's queries by the ids that they were imported under.
  const queries = async (set) => Object.fromEntries((await api("query_list", { set, filter: { search: "", page: 1 } })).page.rows.map((row) => [row.external_id, row.id]));
  return { origin, api, visit, settings, queries, said: () => said };
}

/// Console errors (refusals by the content security policy among them), uncaught errors, dialogs, and failed hydration.
function watch(page, problems) {
  page.on("console", (message) => {
    if (message.type() === "error" || /hydrat/i.test(message.text())) problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("dialog", (dialog) => (problems.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
}

/// Goes to a page and waits until it listens.
export async function open(page, path) {
  const answer = await page.goto(path);
  await page.waitForSelector("html[data-live=yes]").catch(() => assert.fail(`the browser's program did not take ${path} over`));
  return answer;
}

/// Opens the labelling page and waits until its keyboard works and all is saved.
export async function openLabelling(page, set, query) {
  await open(page, `/sets/${set}/label${query ? `?q=${query}` : ""}`);
  await saved(page);
}

/// Waits until the page says that all is on the server.
export const saved = (page) => sees(page, ".save-state", /^Saved/);

/// Waits until an element shows these words; a string fits whatever its case.
export const sees = (page, selector, words) => page.locator(selector).filter({ hasText: words }).first().waitFor();

/// Presses keys one after the other.
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/// The grades on the cards, in order: "none", "0" … "3", "cant-tell".
export const grades = (page) => page.$$eval(".chunk-card .card-head .grade-mark", (marks) => marks.map((mark) => mark.dataset.grade));

/// Tries until it does not fail.
export async function until(attempt, patience = PATIENCE) {
  for (const end = Date.now() + patience; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((later) => setTimeout(later, 50));
    }
  }
}

/// Makes a set `name` of queries q1, q2, … with pools of 20 distinct chunks; the judge has graded every second chunk, with a quote.
export function seedSet(touchstone, name, queries) {
  const all = Array.from({ length: queries }, (_, at) => at + 1);
  const chunks = all.flatMap((q) => Array.from({ length: 20 }, (_, at) => ({ q, c: at + 1, id: `q${q}-c${at + 1}` })));
  touchstone("set", "create", name, "--overlap", "1");
  touchstone("import", "queries", "--set", name, { name: "queries.jsonl", lines: all.map((q) => ({ id: `q${q}`, query: `how does feature ${WORDS[q]} work`, source: "search box", seen: q })) });
  touchstone("import", "corpus", "--corpus", name, { name: "corpus.jsonl", lines: chunks.map(({ q, c, id }) => ({ id, title: `Feature ${WORDS[q]}`, text: `Part ${c} of ${WORDS[q]}: the ${WORDS[c]} lever moves the ${WORDS[q]} wheel. It stops after ${c} turns.` })) });
  touchstone("import", "run", "--set", name, "--retriever", "dense", { name: "run.trec", text: chunks.map(({ q, c, id }) => `q${q} Q0 ${id} ${c} ${21 - c} dense`).join("\n") });
  touchstone("import", "prelabels", "--set", name, "--judge", "judge-1", { name: "prelabels.jsonl", lines: chunks.filter(({ c }) => c % 2).map(({ q, c, id }) => ({ query_id: `q${q}`, chunk_id: id, grade: 2, rationale: `Says where part ${c} is.`, evidence: `the ${WORDS[c]} lever` })) });
}

/// The set of `seedSet` with three queries, labelled by files: two versions that differ, two runs, and a third query that
/// two labellers dispute.
export function seedFrozen(touchstone, name) {
  seedSet(touchstone, name, 3);
  const labels = (labeller, lines) => touchstone("import", "labels", "--set", name, "--labeller", labeller, { name: "labels.jsonl", lines: lines.map(([q, c, grade]) => ({ query_id: `q${q}`, chunk_id: `q${q}-c${c}`, grade })) });
  const run = [1, 2, 3].map((q) => ({ query_id: `q${q}`, results: [4, 3, 2, 1].map((c) => `q${q}-c${c}`), latency_ms: 10 * q }));
  touchstone("import", "run", "--set", name, "--retriever", "hybrid", "--commit", "abc123", { name: "hybrid.jsonl", lines: run });
  labels("ana", [[1, 1, 3], [1, 2, 0], [2, 1, 2]]);
  touchstone("freeze", "--set", name, "--note", "the first");
  labels("ana", [[1, 3, 2], [3, 1, 3]]);
  labels("ben", [[3, 1, 0]]);
  touchstone("freeze", "--set", name);
}

/// The set of `seedSet` with three queries, all labelled by Ana, Ben and Cleo, who differ now and then.
export function seedAgreed(touchstone, name) {
  seedSet(touchstone, name, 3);
  const grade = (q, c, who) => (c % 4 + ((q + c + who) % 5 === 0 ? 1 : 0)) % 4;
  for (const [who, labeller] of ["ana", "ben", "cleo"].entries()) {
    const lines = [1, 2, 3].flatMap((q) => Array.from({ length: 20 }, (_, at) => ({ query_id: `q${q}`, chunk_id: `q${q}-c${at + 1}`, grade: grade(q, at + 1, who) })));
    touchstone("import", "labels", "--set", name, "--labeller", labeller, { name: "agreed.jsonl", lines });
  }
}

const WORDS = ["", "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "ivory", "jade", "kelp", "larch", "maple", "nickel", "olive", "pearl", "quartz", "raven", "slate", "topaz", "umber"];

const contents = ({ lines, text }) => text ?? lines.map((line) => JSON.stringify(line)).join("\n");

function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

function chromiumPath() {
  const path = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
  if (!path) throw new Error("no Chromium was found: say CHROMIUM=path/to/chromium");
  return path;
}

/// Selects the first occurrence of some words in an element, as a mouse would.
export const select = (page, selector, words) => page.locator(selector).evaluate((element, words) => {
  const start = element.textContent.indexOf(words);
  if (start < 0) throw new Error(`${JSON.stringify(words)} is not in ${JSON.stringify(element.textContent)}`);
  const [range, walker] = [document.createRange(), document.createTreeWalker(element, NodeFilter.SHOW_TEXT)];
  for (let at = 0; walker.nextNode(); at += walker.currentNode.length) {
    const inside = (offset) => offset >= at && offset <= at + walker.currentNode.length;
    if (inside(start)) range.setStart(walker.currentNode, start - at);
    if (inside(start + words.length)) range.setEnd(walker.currentNode, start + words.length - at);
  }
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}, words);
