// A set of 50,000 completed queries is frozen while people label in it, and four look at its versions at once.
//
//     node bench/freeze.mjs [--queries 50000] [--hits 5] [--rate 40] [--quiet 30] [--data DIR] [--bin PATH]
//
// Eight labellers grade on a fixed schedule, `--rate` a second together, timed from the moment when a grade was due: first
// for --quiet seconds, then for as long as the freeze takes. Then four open the versions page at once: the first time after
// so many labels, until the check is through, and ten times more. With --data the set is kept and used again.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept, allQueries, client, fail, inFolder, invite, judgement, machine, memory, options, program, savedAs, serve, sleep, spread, text, timesTable, touchstone, until, writeLines } from "./lib.mjs";

const SET = "large";
/// Queries that nobody completed: they are labelled while the others are frozen.
const OPEN = 200;
const LABELLERS = 8;
const VIEWERS = 4;
const MOST_VIEW_MS = 300;
/// The revision of each labeller's label.
const revisions = new Map();

const given = options({ queries: 50_000, hits: 5, rate: 40, quiet: 30, data: "" });
const bin = program(given.bin);
await inFolder("freeze", measure, given.data);

async function measure(data) {
  mkdirSync(data, { recursive: true });
  const note = join(data, "bench.json");
  if (!existsSync(note)) {
    await seed(data);
    writeFileSync(note, JSON.stringify({ queries: given.queries, hits: given.hits }));
  }
  const [labellers, admins] = [invite(bin, data, LABELLERS), invite(bin, data, 1, "admin")];
  const server = await serve(bin, data);
  const members = (await accept(server, labellers)).map((cookie) => client(server.origin, cookie));
  const [admin] = (await accept(server, admins, "admin")).map((cookie) => client(server.origin, cookie));
  const cards = await openCards(admin);

  const quiet = await label(members, cards, sleep(given.quiet * 1000));
  let frozen;
  const freezing = freeze(admin).then((done) => (frozen = done));
  const during = await label(members, cards, freezing);
  const views = await look(admin);
  const rss = memory(server.pid);
  await server.stop();

  console.log(`${machine(bin)}; the load came from the same machine`);
  console.log(`${given.queries} completed queries of ${given.hits} labels each; ${LABELLERS} labellers, ${given.rate} grades a second; ${VIEWERS} viewers at once`);
  console.log(`the freeze took ${frozen.seconds.toFixed(1)} s; the check took ${views.checked.toFixed(1)} s; the server's memory was at most ${rss.most.toFixed(0)} MiB; the versions page has ${(views.bytes / 1024).toFixed(0)} KiB\n`);
  console.log(timesTable({ "acknowledgement, quiet": quiet, "acknowledgement, during the freeze": during, "versions page, first": views.first, "versions page, while it is checked": views.meanwhile, "versions page, later": views.later }));
  const over = [
    [spread(during).p99 > 2 * spread(quiet).p99, "acknowledgements during the freeze: p99 is more than twice the quiet one"],
    [spread(views.later).max > MOST_VIEW_MS || spread(views.meanwhile).max > MOST_VIEW_MS, `a view of the versions page took more than ${MOST_VIEW_MS} ms`],
  ].filter(([is]) => is);
  over.forEach(([, words]) => console.log(`over the target: ${words}`));
  process.exitCode = over.length ? 1 : 0;
}

/// Freezes by the form of the versions page, and waits until the version is there.
async function freeze(admin) {
  const numbers = async () => (await admin.api("version_list", { set: SET })).versions.map(({ number }) => number);
  const newest = Math.max(0, ...(await numbers()));
  const began = performance.now();
  const answer = await fetch(`${admin.origin}/sets/${SET}/versions`, {
    method: "POST", redirect: "manual", body: new URLSearchParams({ note: "of the bench" }),
    headers: { cookie: admin.cookie, origin: admin.origin, "sec-fetch-site": "same-origin" },
  });
  if (answer.status !== 303) fail(`the freeze was not begun: ${answer.status} ${await answer.text()}`);
  await until("the set to be frozen", async () => !(await admin.api("next_version", { set: SET })).freezing, { patience: 600_000, pause: 200 });
  const seconds = (performance.now() - began) / 1000;
  if (Math.max(0, ...(await numbers())) !== newest + 1) fail("the freeze made no version");
  return { seconds };
}

/// The chunks of the queries that nobody completed.
async function openCards(member) {
  const { page } = await member.api("query_list", { set: SET, filter: { search: "", status: "open", style: null, source: null, page: 1 } });
  const queries = page.rows.length ? page.rows : await allQueries(member, SET, 50);
  const cards = [];
  for (const { id } of queries) {
    const { pool } = await member.api("query_page", { set: SET, query: id });
    cards.push(...pool.map((entry) => ({ query: id, chunk: entry.chunk.id })));
  }
  return cards;
}

/// Grades on a fixed schedule until something is through; gives how long each acknowledgement took.
async function label(members, cards, through) {
  let on = true;
  through.finally(() => (on = false));
  const [times, sent, began] = [[], [], performance.now()];
  for (let at = 0; on; at++) {
    const due = began + (at * 1000) / given.rate;
    if (performance.now() < due) await sleep(due - performance.now());
    sent.push(grade(members[at % members.length], cards[Math.floor(at / members.length) % cards.length], at, due, times));
  }
  await through;
  await Promise.all(sent);
  return times;
}

async function grade(member, { query, chunk }, at, due, times) {
  const label = `${member.cookie} ${chunk} ${query}`;
  const base = revisions.get(label) ?? 0;
  const { status, body } = await member.post("record", { set: SET, operations: [judgement(query, chunk, at % 4, base)] });
  times.push(performance.now() - due);
  const revision = status === 200 ? savedAs(JSON.parse(body)[0]) : undefined;
  if (revision === undefined) fail(`a grade was not saved: ${status} ${body.slice(0, 200)}`);
  revisions.set(label, revision);
}

/// Four look at the versions page at once: after the labels, while it is checked, and afterwards.
async function look(admin) {
  const together = async () => {
    const answers = await Promise.all(Array.from({ length: VIEWERS }, () => admin.get(`/sets/${SET}/versions`)));
    answers.filter(({ status }) => status !== 200).forEach(({ status, body }) => fail(`a view failed: ${status} ${body.slice(0, 200)}`));
    return answers;
  };
  const times = (answers) => answers.map(({ ms }) => ms);
  const began = performance.now();
  const first = times(await together());
  const meanwhile = [];
  await until("the set to be checked", async () => {
    meanwhile.push(...times(await together()));
    return !(await admin.api("next_version", { set: SET })).checking;
  }, { patience: 300_000, pause: 500 });
  const checked = (performance.now() - began) / 1000;
  const later = [];
  for (let at = 0; at < 10; at++) later.push(...times(await together()));
  return { first, meanwhile, later, checked, bytes: (await together())[0].body.length };
}

/// Makes the set through the imports of the command line.
async function seed(data) {
  const files = mkdtempSync(join(tmpdir(), "touchstone-freeze-files-"));
  const all = given.queries + OPEN;
  const chunks = 20_000;
  const hit = (at, rank) => `c${(at * given.hits + rank * 7919) % chunks}`;
  const hits = (at, line) => Array.from({ length: given.hits }, (_, rank) => line(hit(at, rank), rank)).join("");
  try {
    touchstone(bin, data, "set", "create", SET, "--overlap", "1");
    await bring(data, ["corpus", "--corpus", SET], await writeLines(join(files, "corpus.jsonl"), chunks, (at) => `${JSON.stringify({ id: `c${at}`, doc_id: `d${Math.floor(at / 10)}`, title: `Document ${Math.floor(at / 10)}`, text: text(at, 600) })}\n`));
    await bring(data, ["queries", "--set", SET], await writeLines(join(files, "queries.jsonl"), all, (at) => `${JSON.stringify({ id: `q${at}`, query: `${text(at, 40)} ${letters(at)}` })}\n`));
    await bring(data, ["run", "--set", SET, "--retriever", "synthetic", "--corpus", SET], await writeLines(join(files, "run.trec"), all, (at) => hits(at, (chunk, rank) => `q${at} Q0 ${chunk} ${rank + 1} ${given.hits - rank} synthetic\n`)));
    const labels = await writeLines(join(files, "labels.tsv"), given.queries + 1, (at) => (at ? hits(at - 1, (chunk, rank) => `q${at - 1}\t${chunk}\t${rank ? rank % 3 : 3}\n`) : "query-id\tcorpus-id\tscore\n"));
    await bring(data, ["labels", "--set", SET, "--labeller", "ana"], labels);
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

async function bring(data, what, path) {
  const began = performance.now();
  const { read, accepted, refused } = touchstone(bin, data, "import", ...what, path);
  console.log(`import ${what[0]}: ${read} read, ${accepted} accepted, ${refused} refused in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/// A word of its own for each number, without a digit: queries that differ by a number are never compared.
function letters(number) {
  let word = "";
  for (let left = number + 26 ** 3; left > 0; left = Math.floor(left / 26)) word = String.fromCharCode(97 + (left % 26)) + word;
  return word;
}
