// Makes a set of 301 real queries with their retriever's top 20, ready to label: TREC 2024 RAG, from a folder that holds
// study1_retrieval.jsonl and qrels.rag24.test.txt.
//
//     node bench/rag24.mjs FOLDER [--data DIR] [--prelabels] [--bin PATH]
//
// Without --data the set is made in a folder that is gone afterwards: a check that the import takes all of it.
// --prelabels also brings the NIST grades in, as those of a judge "nist". They never become labels.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept, client, fail, inFolder, invite, isMain, options, program, serve, touchstone } from "./lib.mjs";

export const SET = "rag24";
const EXPECTED = { queries: 301, chunks: 6011, hits: 6020 };
const RETRIEVAL = "study1_retrieval.jsonl";
const QRELS = "qrels.rag24.test.txt";

/// Whether the material is there; says so when it is not.
export function isThere(folder) {
  const there = Boolean(folder) && existsSync(join(folder, RETRIEVAL));
  if (!there) console.log(`skipped: ${folder ? `there is no ${RETRIEVAL} in ${folder}` : "say the folder that holds the TREC 2024 RAG top 20"}`);
  return there;
}

/// Imports the set into a data directory; gives the reports of the imports.
export function importRag24(bin, folder, data, { prelabels = false } = {}) {
  const rows = readFileSync(join(folder, RETRIEVAL), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const topics = new Set(rows.map((row) => row.topic));
  if (topics.size !== rows.length) fail(`${rows.length} rows have ${topics.size} topics: a query is there twice`);
  mkdirSync(data, { recursive: true });
  const files = mkdtempSync(join(tmpdir(), "touchstone-rag24-"));
  const write = (name, lines) => (writeFileSync(join(files, name), lines.map((line) => JSON.stringify(line)).join("\n")), join(files, name));
  const results = (row) => row.references_ids.map((id, at) => ({ id, text: row.references_texts[at] }));
  try {
    touchstone(bin, data, "set", "create", SET, "--title", "TREC 2024 RAG, top 20");
    const reports = {
      queries: touchstone(bin, data, "import", "queries", "--set", SET, "--source", "TREC 2024 RAG", write("queries.jsonl", rows.map(({ topic, query }) => ({ id: topic, query })))),
      run: touchstone(bin, data, "import", "run", "--set", SET, "--retriever", "top20", write("run.jsonl", rows.map((row) => ({ query_id: row.topic, results: results(row) })))),
    };
    if (prelabels) reports.prelabels = touchstone(bin, data, "import", "prelabels", "--set", SET, "--judge", "nist", join(folder, QRELS));
    return reports;
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

/// What the server says is in the set. It is asked on a copy, so that the data directory itself still has no member.
function counted(bin, data) {
  return inFolder("rag24-copy", async (copy) => {
    cpSync(data, copy, { recursive: true });
    const tokens = invite(bin, copy, 1, "viewer");
    const server = await serve(bin, copy);
    const [cookie] = await accept(server, tokens);
    const { counts, runs, chunking, without_pool } = await client(server.origin, cookie).api("set_home", { set: SET });
    await server.stop();
    return { queries: counts.reduce((sum, count) => sum + count, 0), chunks: chunking?.[1] ?? 0, hits: runs.reduce((sum, run) => sum + run.hits, 0), withoutPool: without_pool };
  });
}

async function main() {
  const given = options({ data: "", prelabels: false });
  const [folder] = given.positionals;
  if (!isThere(folder)) return;
  const bin = program(given.bin);
  await inFolder("rag24", async (data) => {
    const reports = importRag24(bin, folder, data, given);
    for (const [what, { detected, read, accepted, merged, refused, lossy, refusals }] of Object.entries(reports)) {
      console.log(`${what}: ${detected}: read ${read} = ${accepted} accepted + ${merged} merged + ${refused} refused; ${lossy} with replaced characters`);
      // The qrels judge more than the top 20: those are refused, each with its reason.
      if (what !== "prelabels") refusals.slice(0, 5).forEach(({ line, reason }) => console.log(`  line ${line}: ${reason}`));
    }
    const found = await counted(bin, data);
    console.log(`${SET}: ${found.queries} queries, ${found.chunks} distinct chunks, ${found.hits} hits, ${found.withoutPool} queries without a pool`);
    const wrong = Object.entries(EXPECTED).filter(([what, count]) => found[what] !== count);
    if (wrong.length || found.withoutPool) fail(`wrong: ${wrong.map(([what, count]) => `${found[what]} ${what} and not ${count}`).join(", ")}`);
    if (given.data) console.log(`ready to label: touchstone --data ${given.data} serve`);
  }, given.data);
}

if (isMain(import.meta)) await main();
