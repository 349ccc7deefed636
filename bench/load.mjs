// A team of labellers on a large set: how long an acknowledgement, a page and the next query take.
//
//     node bench/load.mjs [--labellers 100] [--queries 100000] [--chunks 20000] [--seconds 60] [--pace 1] [--data DIR] [--bin PATH]
//
// Each labeller opens the labelling page, fetches the next query ahead, grades a chunk every 3 to 10 s (times --pace),
// completes the query after --grades grades and opens the page of the next one. Then a storm: 200 grades a second for
// 10 s, on a fixed schedule, timed from the moment when a grade was due. With --data the set is kept and used again.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { accept, between, client, inFolder, invite, judgement, machine, memory, options, program, savedAs, serve, sleep, spread, text, timesTable, touchstone, writeLines } from "./lib.mjs";

const SET = "load";
const HITS = 20;
const STORM = { each: 200, seconds: 10 };

const given = options({ labellers: 100, queries: 100_000, chunks: 20_000, seconds: 60, pace: 1, grades: 5, data: "" });
const bin = program(given.bin);
await inFolder("load", measure, given.data);

async function measure(data) {
  mkdirSync(data, { recursive: true });
  const note = join(data, "bench.json");
  if (!existsSync(note)) {
    await seed(data);
    writeFileSync(note, JSON.stringify({ queries: given.queries, chunks: given.chunks }));
  }
  const seeded = JSON.parse(readFileSync(note, "utf8"));
  const tokens = invite(bin, data, given.labellers);
  const server = await serve(bin, data);
  const cookies = await accept(server, tokens);
  const timed = { acknowledgement: [], page: [], next: [], storm: [] };
  const errors = new Map();
  const labellers = cookies.map((cookie) => ({ member: client(server.origin, cookie), revisions: new Map(), busy: new Set(), pool: [] }));
  const own = monitorEventLoopDelay({ resolution: 5 });
  own.enable();

  const end = performance.now() + given.seconds * 1000;
  await Promise.all(labellers.map((labeller) => label(labeller, end)));
  await storm();
  own.disable();
  const rss = memory(server.pid);
  await server.stop();

  console.log(`${machine(bin)}; the load came from the same machine`);
  console.log(`${seeded.queries} queries × ${HITS} hits over ${seeded.chunks} chunks; ${given.labellers} labellers, a grade each 3–10 s${given.pace === 1 ? "" : ` × ${given.pace}`}, ${given.seconds} s; the storm: ${STORM.each} grades/s, ${STORM.seconds} s\n`);
  console.log(timesTable({ acknowledgement: timed.acknowledgement, "page (label)": timed.page, "next query": timed.next, "acknowledgement in the storm": timed.storm }));
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  console.log(`\nerrors: ${failed}${[...errors].map(([what, count]) => `; ${count} × ${what}`).join("")}`);
  console.log(`server memory: ${rss.now.toFixed(0)} MiB, at most ${rss.most.toFixed(0)} MiB; this script's own delay: p99 ${(own.percentile(99) / 1e6 - 5).toFixed(1)} ms`);
  const over = [["acknowledgement", 100], ["page", 250], ["storm", 250]].filter(([what, most]) => !(spread(timed[what]).p99 <= most));
  over.forEach(([what, most]) => console.log(`over the target: ${what} p99 above ${most} ms`));
  process.exitCode = failed || over.length ? 1 : 0;

  /// Makes a request and times it from `began`; undefined when it went wrong, which is counted.
  async function timing(into, asked, began = performance.now()) {
    try {
      const { status, body } = await asked();
      into?.push(performance.now() - began);
      if (status === 200) return body;
      count(`${status} ${body.slice(0, 80)}`);
    } catch (error) {
      count(error.code ?? error.message);
    }
  }

  function count(what) {
    errors.set(what, (errors.get(what) ?? 0) + 1);
  }

  async function label(labeller, end) {
    const { member } = labeller;
    const left = () => end - performance.now();
    // They do not all come in the same moment.
    await sleep(between(0, Math.min(3000 * given.pace, given.seconds * 200)));
    while (left() > 0) {
      await timing(timed.page, () => member.get(`/sets/${SET}/label`));
      const work = await timing(null, () => member.post("label_work", { set: SET, query: null }));
      const { assignment } = work ? JSON.parse(work) : {};
      if (!assignment) return count("no query was given");
      const query = assignment.query.id;
      labeller.pool = assignment.pool.map((entry) => ({ query, chunk: entry.chunk.id }));
      await timing(timed.next, () => member.post("next_assignment", { set: SET, in_hand: [query] }));
      for (let at = 0; at < given.grades; at++) {
        await sleep(Math.max(0, Math.min(between(3000, 10_000) * given.pace, left())));
        if (left() <= 0) return;
        await grade(labeller, labeller.pool[at], timed.acknowledgement);
      }
      await timing(timed.acknowledgement, () => member.post("record", { set: SET, operations: [{ ...judgement(query), action: { complete: {} } }] }));
    }
  }

  async function grade(labeller, { query, chunk }, into, due) {
    const label = `${query} ${chunk}`;
    const base = labeller.revisions.get(label) ?? 0;
    labeller.busy.add(label);
    const body = await timing(into, () => labeller.member.post("record", { set: SET, operations: [judgement(query, chunk, Math.floor(Math.random() * 4), base)] }), due);
    labeller.busy.delete(label);
    if (!body) return;
    const [answer] = JSON.parse(body);
    if (savedAs(answer) === base + 1) labeller.revisions.set(label, base + 1);
    else count(`not saved: ${JSON.stringify(answer.outcome).slice(0, 80)}`);
  }

  /// Grades on a fixed schedule, however long the answers take.
  async function storm() {
    const sent = [];
    const [began, pause] = [performance.now(), 1000 / STORM.each];
    const able = labellers.filter((labeller) => labeller.pool.length);
    for (let at = 0; at < STORM.each * STORM.seconds && able.length; at++) {
      const due = began + at * pause;
      if (performance.now() < due) await sleep(due - performance.now());
      const labeller = able[at % able.length];
      // An answer that is still to come would make the next grade of its label a conflict.
      const free = labeller.pool.filter(({ query, chunk }) => !labeller.busy.has(`${query} ${chunk}`));
      if (free.length) sent.push(grade(labeller, free[Math.floor(at / able.length) % free.length], timed.storm, due));
      else count("a labeller had nothing free to grade");
    }
    await Promise.all(sent);
  }
}

/// Makes the set through the imports of the command line, and says how long each took.
async function seed(data) {
  const files = mkdtempSync(join(tmpdir(), "touchstone-load-files-"));
  try {
    touchstone(bin, data, "set", "create", SET, "--overlap", "1");
    await bring(data, ["corpus", "--corpus", SET], await writeLines(join(files, "corpus.jsonl"), given.chunks, (at) => `${JSON.stringify({ id: `c${at}`, doc_id: `d${Math.floor(at / 10)}`, title: `Document ${Math.floor(at / 10)}`, text: text(at, 600) })}\n`));
    await bring(data, ["queries", "--set", SET], await writeLines(join(files, "queries.jsonl"), given.queries, (at) => `${JSON.stringify({ id: `q${at}`, query: `${text(at, 40)} ${at}` })}\n`));
    // 7919 is a prime: the hits of a query are spread over the corpus, and none comes twice.
    const list = (at) => Array.from({ length: HITS }, (_, rank) => `q${at} Q0 c${(at * HITS + rank * 7919) % given.chunks} ${rank + 1} ${HITS - rank} synthetic\n`).join("");
    await bring(data, ["run", "--set", SET, "--retriever", "synthetic", "--corpus", SET], await writeLines(join(files, "run.trec"), given.queries, list));
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

async function bring(data, what, path) {
  const began = performance.now();
  const { read, accepted, merged, refused } = touchstone(bin, data, "import", ...what, path);
  const seconds = (performance.now() - began) / 1000;
  console.log(`import ${what[0]}: ${read} read = ${accepted} accepted + ${merged} merged + ${refused} refused in ${seconds.toFixed(1)} s, ${(read / seconds).toFixed(0)} a second`);
}
