// From the key `n` to the next query readable, and from an address to keys that work, in Chromium on the rag24 set.
//
//     node bench/next.mjs --folder FOLDER | --data DIR [--queries 60] [--think 120] [--loads 10] [--bin PATH]
//
// FOLDER holds the TREC 2024 RAG top 20; DIR is a data directory that rag24.mjs made, of which a copy is used. --think is
// how many milliseconds pass between keys. All is measured in the page, on the page's own clock.
// Readable: the heading and the first card's text are the next query's, and a frame with them was painted.

import { cpSync, existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { accept, fail, inFolder, invite, machine, options, program, serve, sleep, timesTable } from "./lib.mjs";
import { SET, importRag24, isThere } from "./rag24.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PATIENCE = 5000;
const GRADES = ["2", "0", "1", "3", "x"];

/// The queries that were shown, and where `n` led to the wrong one.
const [seen, wrong] = [new Set(), []];

const given = options({ folder: "", data: "", queries: 60, think: 120, loads: 10 });
if (given.data || isThere(given.folder)) await inFolder("next", measure);

async function measure(data) {
  const bin = program(given.bin);
  if (given.data) cpSync(given.data, data, { recursive: true });
  else importRag24(bin, given.folder, data);
  const tokens = invite(bin, data, 1);
  const server = await serve(bin, data);
  const [cookie] = await accept(server, tokens);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  try {
    const visit = async (body) => {
      const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1360, height: 900 } });
      const [name, value] = cookie.split("=");
      await context.addCookies([{ name, value, url: server.origin }]);
      context.setDefaultTimeout(PATIENCE);
      await context.addInitScript(inPage);
      const page = await context.newPage();
      const problems = [];
      page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await body(page).catch((error) => problems.push(error.message));
      await context.close();
      if (problems.length) fail(`the page had problems:\n${problems.join("\n")}`);
    };
    const [first, again, next, hasty] = [[], [], [], []];
    for (let at = 0; at < given.loads; at++) {
      await visit(async (page) => {
        first.push(await load(page));
        again.push(await load(page));
      });
    }
    await visit(async (page) => {
      await load(page);
      seen.add(await atHand(page));
      for (let at = 0; at < given.queries; at++) next.push(await nextQuery(page));
      for (let at = 0; at < 10; at++) hasty.push(await nextQuery(page, 0));
    });
    console.log(`${machine(bin)}\n${given.queries} queries of ${SET}, ${GRADES.length} keys each, ${given.think} ms between keys\n`);
    console.log(timesTable({
      "`n` to the next query in the page": came(next).map((times) => times.changed),
      "`n` to the next query painted": came(next).map((times) => times.painted),
      "the same, `n` pressed at once after the last": came(hasty).map((times) => times.painted),
      "address to the query painted, nothing cached": first.map((times) => times.painted),
      "address to keys that work, nothing cached": first.map((times) => times.keys),
      "address to keys that work, program cached": again.map((times) => times.keys),
    }));
    wrong.forEach((words) => console.log(words));
    process.exitCode = wrong.length ? 1 : 0;
  } finally {
    await browser.close();
  }
  await server.stop();
}

/// The query that the page names in its address.
function atHand(page) {
  return page.evaluate(() => new URLSearchParams(location.search).get("q"));
}

function came(times) {
  return times.filter(Boolean);
}

/// Opens the labelling page; gives when its text was painted and when its keys worked, from the start of the navigation.
async function load(page) {
  await page.goto(`/sets/${SET}/label`);
  const keys = await page.evaluate(() => window.bench.keysWork());
  const entry = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const painted = await entry.jsonValue();
  await page.waitForFunction(() => /^Saved/.test(document.querySelector(".save-state")?.textContent ?? ""));
  return { keys, painted };
}

/// Grades chunks of the query at hand, one without thinking and some with it, presses `n`, and gives how long the next query took.
async function nextQuery(page, think = given.think) {
  for (const key of think ? GRADES : GRADES.slice(0, 1)) {
    await page.keyboard.press(key);
    await sleep(think);
  }
  await page.evaluate(() => window.bench.watchNext());
  await page.keyboard.press("n");
  const times = await page.evaluate((patience) => Promise.race([window.bench.next, new Promise((late) => setTimeout(late, patience, null))]), PATIENCE);
  const query = await atHand(page);
  if (!times) wrong.push(`\`n\` led to no other query within ${PATIENCE / 1000} s, ${think} ms between keys`);
  else if (seen.has(query)) wrong.push(`\`n\` led back to a query that was completed, ${think} ms between keys`);
  seen.add(query);
  return times;
}

/// Runs in the page, before anything else of it.
function inPage() {
  const heading = () => document.querySelector("h1")?.textContent ?? "";
  const cards = () => [...document.querySelectorAll(".chunk-card")].map((card) => card.dataset.chunk).join();
  const firstText = () => document.querySelector(".chunk-card .chunk-text")?.textContent ?? "";
  // A task that a frame's callback posts runs after that frame was painted.
  const afterPaint = () => new Promise((painted) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => painted(performance.now());
    port2.postMessage(0);
  }));
  window.bench = {
    /// Presses `j` in each frame until the page goes on to the next card.
    keysWork: () => new Promise((work) => {
      const atHand = () => document.querySelector(".chunk-card[aria-current]")?.id;
      const before = atHand();
      const press = () => {
        if (before && atHand() !== before) return work(performance.now());
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true, cancelable: true }));
        queueMicrotask(() => requestAnimationFrame(press));
      };
      press();
    }),
    watchNext() {
      const before = { heading: heading(), cards: cards() };
      let pressed;
      addEventListener("keydown", (event) => (pressed = event.timeStamp), { capture: true, once: true });
      window.bench.next = new Promise((come) => {
        const observer = new MutationObserver(async () => {
          if (!heading() || heading() === before.heading || cards() === before.cards || !firstText().trim()) return;
          observer.disconnect();
          const changed = performance.now() - pressed;
          come({ changed, painted: (await afterPaint()) - pressed });
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    },
  };
}

function chromiumPath() {
  const path = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
  return path ?? fail("no Chromium was found: say CHROMIUM=path/to/chromium");
}
