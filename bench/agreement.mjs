// The agreement page of a set with 100,000 labels is asked for, one after another: the whole answer, as a reviewer gets it.
//
//     node bench/agreement.mjs [--queries 2500] [--hits 20] [--labellers 10] [--labels 2] [--views 40] [--data DIR] [--bin PATH]
//
// Each query has `--hits` chunks and is labelled by `--labels` of the labellers; a judge graded every chunk. With --data the set
// is kept and used again.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept, fail, inFolder, invite, machine, memory, options, program, serve, spread, text, timesTable, touchstone, writeLines } from "./lib.mjs";

const SET = "agreed";
const MOST_MS = 300;

const given = options({ queries: 2500, hits: 20, labellers: 10, labels: 2, views: 40, data: "" });
const bin = program(given.bin);
await inFolder("agreement", measure, given.data);

async function measure(data) {
  mkdirSync(data, { recursive: true });
  const note = join(data, "bench.json");
  if (!existsSync(note)) {
    await seed(data);
    writeFileSync(note, JSON.stringify(given));
  }
  const reviewers = invite(bin, data, 1, "reviewer");
  const server = await serve(bin, data);
  const [cookie] = await accept(server, reviewers, "reviewer");
  const page = `${server.origin}/sets/${SET}/agreement`;
  const addresses = { "the page": page, "one style": `${page}?style=question`, "a cell's cases": `${page}?a=labeller0&b=labeller1&row=1&column=0`, JSON: `${server.origin}/api/v1/sets/${SET}/agreement` };
  const times = {};
  for (const [name, address] of Object.entries(addresses)) times[name] = await views(address, cookie);
  const rss = memory(server.pid);
  await server.stop();

  console.log(`${machine(bin)}; the load came from the same machine`);
  console.log(`${given.queries * given.hits * given.labels} labels of ${given.queries} queries by ${given.labellers} labellers, ${given.labels} a query; the server's memory was at most ${rss.most.toFixed(0)} MiB\n`);
  console.log(timesTable(times));
  const slow = Object.entries(times).filter(([, taken]) => spread(taken).p50 > MOST_MS);
  slow.forEach(([name]) => console.log(`over the target: ${name} took more than ${MOST_MS} ms`));
  process.exitCode = slow.length ? 1 : 0;
}

/// How long each answer took, to its last byte.
async function views(address, cookie) {
  const taken = [];
  for (let view = 0; view < given.views; view += 1) {
    const began = performance.now();
    const answer = await fetch(address, { headers: { cookie } });
    const said = await answer.text();
    taken.push(performance.now() - began);
    if (answer.status !== 200 || !said.includes("ordinal")) fail(`${address}: ${answer.status} ${said.slice(0, 300)}`);
  }
  return taken;
}

async function seed(data) {
  const files = mkdtempSync(join(tmpdir(), "touchstone-agreement-files-"));
  const { queries, hits, labellers, labels } = given;
  const chunk = (query, rank) => `c${(query * 31 + rank * 7) % 5000}`;
  const each = (query, line) => Array.from({ length: hits }, (_, rank) => line(chunk(query, rank), rank)).join("");
  try {
    touchstone(bin, data, "set", "create", SET, "--overlap", String(labels));
    await bring(data, ["corpus", "--corpus", SET], await writeLines(join(files, "corpus.jsonl"), 5000, (at) => `${JSON.stringify({ id: `c${at}`, text: text(at, 200) })}\n`));
    await bring(data, ["queries", "--set", SET], await writeLines(join(files, "queries.jsonl"), queries, (at) => `${JSON.stringify({ id: `q${at}`, query: `${words(at)} ${["how does it work?", "price", "E-1042", "it"][at % 4]}` })}\n`));
    await bring(data, ["run", "--set", SET, "--retriever", "synthetic", "--corpus", SET], await writeLines(join(files, "run.trec"), queries, (at) => each(at, (id, rank) => `q${at} Q0 ${id} ${rank + 1} ${hits - rank} synthetic\n`)));
    await bring(data, ["prelabels", "--set", SET, "--judge", "judge-large"], await writeLines(join(files, "prelabels.jsonl"), queries, (at) => each(at, (id, rank) => `${JSON.stringify({ query_id: `q${at}`, chunk_id: id, grade: grade(at, rank, 99), prompt_version: "3" })}\n`)));
    for (let who = 0; who < labellers; who += 1) {
      const own = (at) => Array.from({ length: labels }, (_, n) => (at + n * (1 + (at % 7))) % labellers).includes(who);
      const lines = (at) => (at === 0 ? "query-id\tcorpus-id\tscore\n" : own(at - 1) ? each(at - 1, (id, rank) => `q${at - 1}\t${id}\t${grade(at - 1, rank, who)}\n`) : "");
      await bring(data, ["labels", "--set", SET, "--labeller", `labeller${who}`], await writeLines(join(files, `labels${who}.tsv`), queries + 1, lines));
    }
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

/// A grade that most raters share, and each leaves now and then.
function grade(query, rank, rater) {
  const shared = rank === 0 ? 3 : rank < 3 ? 2 : (query + rank) % 5 === 0 ? 1 : 0;
  return (query * 7 + rank * 13 + rater * 29) % 11 === 0 ? (shared + 1) % 4 : shared;
}

async function bring(data, what, path) {
  const began = performance.now();
  const { read, accepted, refused } = touchstone(bin, data, "import", ...what, path);
  console.log(`import ${what[0]}: ${read} read, ${accepted} accepted, ${refused} refused in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/// Words of its own for each number, without a digit: queries that differ by a number are never compared.
function words(number) {
  let word = "";
  for (let left = number + 26 ** 3; left > 0; left = Math.floor(left / 26)) word = String.fromCharCode(97 + (left % 26)) + word;
  return `${word} ${text(number, 24)}`;
}
