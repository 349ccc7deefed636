// A submit of 20 grades and `complete`: as one request, which is one transaction, and as a request for each operation.
//
//     node bench/submit.mjs [--submits 400] [--clients 8] [--bin PATH]
//     node bench/submit.mjs --strace      counts the fsyncs of each submit; fails unless it is one
//
// Clients take turns over the same queries: each labeller completes each query once in either way.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accept, allQueries, client, fail, inFolder, invite, judgement, machine, options, program, savedAs, serve, spread, table, touchstone, uuidv7 } from "./lib.mjs";

const SET = "submit";
const POOL = 20;

const given = options({ submits: 400, clients: 8, strace: false });
const bin = program(given.bin);
await inFolder("submit", given.strace ? fsyncs : rates);

function seed(data, queries) {
  const ids = Array.from({ length: queries }, (_, at) => `q${at + 1}`);
  const file = (name, lines) => (writeFileSync(join(data, name), lines.join("\n")), join(data, name));
  touchstone(bin, data, "set", "create", SET, "--overlap", "10");
  touchstone(bin, data, "import", "queries", "--set", SET, file("queries.jsonl", ids.map((id) => JSON.stringify({ id, query: `what does part ${id} do` }))));
  const results = Array.from({ length: POOL }, (_, at) => ({ id: `c${at}`, text: `Part ${at} turns.` }));
  touchstone(bin, data, "import", "run", "--set", SET, "--retriever", "r", file("run.jsonl", ids.map((id) => JSON.stringify({ query_id: id, results }))));
}

/// The operations of a submit.
async function operations(member, query) {
  const { assignment } = await member.api("label_work", { set: SET, query });
  const grades = assignment.pool.map(({ chunk }, at) => judgement(query, chunk.id, at % 4, 0));
  return [...grades, { id: uuidv7(), query, action: { complete: { confirmed: null } } }];
}

async function record(member, operations) {
  const answers = await member.api("record", { set: SET, operations });
  const refused = answers.find((answer) => savedAs(answer) === undefined);
  if (refused) fail(`not saved: ${JSON.stringify(refused)}`);
}

async function rates(data) {
  const each = Math.ceil(given.submits / given.clients);
  seed(data, each * 2);
  const tokens = invite(bin, data, given.clients);
  const server = await serve(bin, data);
  const members = (await accept(server, tokens)).map((cookie) => client(server.origin, cookie));
  const ids = (await allQueries(members[0], SET)).map((row) => row.id);
  const rows = [];
  for (const [name, queries, together] of [["one request", ids.slice(0, each), true], ["a request an operation", ids.slice(each), false]]) {
    // What is sent is made before the clock starts.
    const work = await Promise.all(members.map((member) => inTurn(queries, (query) => operations(member, query))));
    const times = [];
    const began = performance.now();
    await Promise.all(members.map((member, at) => inTurn(work[at], async (submit) => {
      const from = performance.now();
      if (together) await record(member, submit);
      else await inTurn(submit, (operation) => record(member, [operation]));
      times.push(performance.now() - from);
    })));
    const { n, p50, p99 } = spread(times);
    rows.push([name, n, ((1000 * n) / (performance.now() - began)).toFixed(0), p50.toFixed(1), p99.toFixed(1)]);
  }
  await server.stop();
  console.log(`${machine(bin)}; ${given.clients} clients\n`);
  console.log(table([`20 grades and complete, as`, "n", "submits/s", "p50 (ms)", "p99 (ms)"], rows));
}

async function inTurn(list, body) {
  const made = [];
  for (const one of list) made.push(await body(one));
  return made;
}

/// One client, one submit after the other, with the server's fsyncs written down.
async function fsyncs(data) {
  try {
    execFileSync("strace", ["-V"], { stdio: "ignore" });
  } catch {
    console.log("strace: skipped, there is no strace here");
    return;
  }
  const submits = 20;
  seed(data, submits);
  const tokens = invite(bin, data, 1);
  const trace = join(data, "trace");
  const server = await serve(bin, data, { before: ["strace", "-f", "-s", "48", "-e", "trace=fsync,fdatasync,read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg", "-o", trace] });
  const [cookie] = await accept(server, tokens);
  const member = client(server.origin, cookie);
  for (const row of await allQueries(member, SET)) await record(member, await operations(member, row.id));
  await server.stop();
  const counts = synced(readFileSync(trace, "utf8"));
  const wrong = counts.filter((count) => count !== 1).length;
  console.log(`strace: ${counts.length} submits of ${POOL} grades and complete, ${counts.length - wrong} with one fsync, ${wrong} with another number`);
  process.exitCode = wrong || counts.length !== submits ? 1 : 0;
}

/// How many fsyncs ended well between each request to record and its answer.
function synced(trace) {
  const counts = [];
  let open = null;
  for (const line of trace.split("\n")) {
    if (line.includes('"POST /api/record')) open = 0;
    else if (open !== null && /(fsync|fdatasync)(\(\d+\)| resumed>\)?).*= 0$/.test(line)) open++;
    else if (open !== null && /(write|sendto|sendmsg|writev)\(.*HTTP\/1\.1 200/.test(line)) {
      counts.push(open);
      open = null;
    }
  }
  return counts;
}
