// kill -9 under writing clients: what was acknowledged must be there after the restart, once.
//
//     node bench/crash.mjs [--cycles 50] [--clients 32] [--bin PATH]
//     node bench/crash.mjs --strace      shows that each acknowledgement comes after an fsync
//
// Each operation carries a number in its note, so that the history shows it by itself: an operation that was acknowledged
// and is not in the history is lost, one that is there twice is doubled, and so is a label whose revision is not the
// number of its operations. The history is read before anything is sent again; then every acknowledged operation is sent
// again under its id, and must be answered as before. What was under way at the kill is sent again too, as a browser's
// outbox would, and must be saved with the revision that follows.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accept, allQueries, between, client, fail, inFolder, invite, judgement, options, program, savedAs, serve, sleep, touchstone } from "./lib.mjs";

const SET = "crash";
const POOL = 5;
/// The labellers that a query has places for.
const PLACES = 10;

const given = options({ cycles: 50, clients: 32, strace: false });
/// Queries that are judged in one cycle, so that every client has a place.
const AT_ONCE = Math.max(2, Math.ceil(given.clients / PLACES));
const bin = program(given.bin);
await inFolder("crash", given.strace ? fsyncs : crash);

function seed(data, queries) {
  const ids = Array.from({ length: queries }, (_, at) => `q${at + 1}`);
  const file = (name, lines) => (writeFileSync(join(data, name), lines.join("\n")), join(data, name));
  touchstone(bin, data, "set", "create", SET, "--overlap", String(PLACES));
  touchstone(bin, data, "import", "queries", "--set", SET, file("queries.jsonl", ids.map((id) => JSON.stringify({ id, query: `what does part ${id} do` }))));
  const results = (id) => Array.from({ length: POOL }, (_, at) => ({ id: `${id}-c${at}`, text: `Part ${id} moves lever ${at}.`, score: POOL - at }));
  touchstone(bin, data, "import", "run", "--set", SET, "--retriever", "r", file("run.jsonl", ids.map((id) => JSON.stringify({ query_id: id, results: results(id) }))));
}

async function crash(data) {
  // A page's history shows 500 operations of a member; a query gets fewer than that.
  const queries = Math.max(40, given.cycles * AT_ONCE);
  seed(data, queries);
  const tokens = invite(bin, data, given.clients);
  let server = await serve(bin, data);
  const cookies = await accept(server, tokens);
  const member = (at) => client(server.origin, cookies[at]);
  const ids = (await allQueries(member(0), SET)).map((query) => query.id);
  if (ids.length !== queries) fail(`the set has ${ids.length} queries and not ${queries}`);
  const chunks = new Map();
  for (const id of ids) chunks.set(id, (await member(0).api("query_page", { set: SET, query: id })).pool.map((entry) => entry.chunk.id));

  const clients = cookies.map((_, at) => ({ at, number: 0, revisions: new Map(), all: [], acknowledged: [], pending: [] }));
  const sum = { acknowledged: 0, underWay: 0, underWayKept: 0, replays: 0 };
  const [lost, doubled, wrong] = [new Set(), new Set(), []];

  for (let cycle = 0; cycle < given.cycles; cycle++) {
    const touched = Array.from({ length: AT_ONCE }, (_, at) => ids[(cycle * AT_ONCE + at) % ids.length]);
    const running = { on: true };
    const writing = clients.map((one) => write(one, member(one.at), touched, chunks, running));
    await sleep(between(200, 600));
    if (!server.running()) fail(`the server ended by itself: ${server.said()}`);
    await server.kill();
    running.on = false;
    await Promise.all(writing);

    server = await serve(bin, data);
    await Promise.all(clients.map((one) => verify(one, member(one.at), touched)));
    if ((cycle + 1) % 10 === 0) console.error(`cycle ${cycle + 1}: ${sum.acknowledged} acknowledged`);
  }
  // All of it once more, after the last restart.
  for (const one of clients) await inHistory(one, member(one.at), ids, one.all);
  await server.stop();

  wrong.slice(0, 20).forEach((words) => console.error(words));
  console.log(`under way at the kills: ${sum.underWay}, of them kept already: ${sum.underWayKept}; sent again and answered the same: ${sum.replays}; answered otherwise: ${wrong.length}`);
  console.log(`crash: ${given.cycles} cycles, acknowledged ${sum.acknowledged}, lost ${lost.size}, doubled ${doubled.size}`);
  process.exitCode = lost.size || doubled.size || wrong.length || !sum.acknowledged ? 1 : 0;

  /// Judges until the server is gone; the next operation waits for the last one's answer.
  async function write(one, member, touched, chunks, running) {
    while (running.on) {
      const query = touched[one.at % touched.length];
      const of = chunks.get(query);
      const chunk = of[Math.floor(Math.random() * of.length)];
      const label = `${query} ${chunk}`;
      const base = one.revisions.get(label) ?? 0;
      const operation = judgement(query, chunk, Math.floor(Math.random() * 4), base, `${one.at}.${++one.number}`);
      try {
        const { status, body } = await member.post("record", { set: SET, operations: [operation] });
        const [answer] = status === 200 ? JSON.parse(body) : [];
        if (savedAs(answer) !== base + 1) {
          wrong.push(`${operation.action.judge.note} on base ${base}: ${status} ${body.slice(0, 200)}`);
          return;
        }
        one.revisions.set(label, base + 1);
        const acknowledged = { operation, revision: base + 1 };
        one.acknowledged.push(acknowledged);
        one.all.push(acknowledged);
        sum.acknowledged++;
      } catch {
        one.pending.push({ operation, revision: base + 1 });
        sum.underWay++;
        return;
      }
    }
  }

  async function verify(one, member, touched) {
    const kept = await inHistory(one, member, touched, one.acknowledged);
    for (const { operation } of one.pending) sum.underWayKept += kept.has(operation.action.judge.note) ? 1 : 0;
    for (let at = 0; at < one.acknowledged.length; at += 50) await resend(member, one.acknowledged.slice(at, at + 50));
    await resend(member, one.pending);
    for (const each of one.pending) {
      one.revisions.set(`${each.operation.query} ${each.operation.action.judge.chunk}`, each.revision);
      one.all.push(each);
    }
    [one.acknowledged, one.pending] = [[], []];
  }

  async function resend(member, batch) {
    if (!batch.length) return;
    const answers = await member.api("record", { set: SET, operations: batch.map((each) => each.operation) });
    for (const [at, answer] of answers.entries()) {
      const { operation, revision } = batch[at];
      const same = answer.operation === operation.id && savedAs(answer) === revision;
      if (same) sum.replays++;
      else wrong.push(`${operation.action.judge.note} sent again: ${JSON.stringify(answer).slice(0, 200)} and not revision ${revision}`);
    }
  }

  /// Holds what was acknowledged against the history and the labels of some queries; gives the notes that the history has.
  async function inHistory(one, member, queries, acknowledged) {
    const kept = new Set();
    for (const query of queries) {
      const { history, labels } = await member.api("query_page", { set: SET, query });
      if (history.length === 500) fail("a history is longer than a page shows: use more cycles or fewer clients");
      const judged = new Map();
      for (const { note, chunk } of history.flatMap(({ action }) => action.judge ?? [])) {
        if (kept.has(note)) doubled.add(note);
        kept.add(note);
        judged.set(chunk, (judged.get(chunk) ?? 0) + 1);
      }
      for (const label of labels) {
        if (label.revision > judged.get(label.chunk)) doubled.add(`${query} ${label.chunk}`);
        if (label.revision < judged.get(label.chunk)) lost.add(`${query} ${label.chunk}`);
      }
    }
    acknowledged.forEach(({ operation }) => kept.has(operation.action.judge.note) || lost.add(operation.action.judge.note));
    return kept;
  }
}

/// One client, one operation after the other, with the server's calls written down.
async function fsyncs(data) {
  try {
    execFileSync("strace", ["-V"], { stdio: "ignore" });
  } catch {
    console.log("strace: skipped, there is no strace here");
    return;
  }
  seed(data, 4);
  const tokens = invite(bin, data, 1);
  const trace = join(data, "trace");
  const calls = "trace=fsync,fdatasync,read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg";
  const server = await serve(bin, data, { before: ["strace", "-f", "-s", "48", "-e", calls, "-o", trace] });
  const [cookie] = await accept(server, tokens);
  const member = client(server.origin, cookie);
  const { assignment } = await member.api("label_work", { set: SET, query: null });
  const sent = Math.min(given.cycles * 4, 200);
  for (let at = 0; at < sent; at++) {
    const chunk = assignment.pool[at % POOL].chunk.id;
    const [answer] = await member.api("record", { set: SET, operations: [judgement(assignment.query.id, chunk, at % 4, Math.floor(at / POOL))] });
    if (!savedAs(answer)) fail(`not saved: ${JSON.stringify(answer)}`);
  }
  await server.stop();

  // A request opens, an fsync that ended well is counted, an answer closes.
  let [open, synced, before, after] = [false, 0, 0, 0];
  for (const line of readFileSync(trace, "utf8").split("\n")) {
    if (line.includes('"POST /api/record')) [open, synced] = [true, 0];
    else if (open && /(fsync|fdatasync)(\(\d+\)| resumed>\)?).*= 0$/.test(line)) synced++;
    else if (open && /(write|sendto|sendmsg|writev)\(.*HTTP\/1\.1 200/.test(line)) {
      if (synced) after++;
      else before++;
      open = false;
    }
  }
  console.log(`strace: ${sent} operations, ${after} acknowledged after an fsync that ended well, ${before} without one`);
  process.exitCode = after === sent && before === 0 ? 0 : 1;
}
