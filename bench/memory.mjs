// A large corpus comes in through the server while somebody labels: how much memory grows, and what the labeller notices.
//
//     node bench/memory.mjs [--chunks 1000000] [--data DIR] [--bin PATH]
//
// A chunk is about 1 KB, so a million are about 1 GB. The labeller grades a chunk every 100 ms.

import { createReadStream, createWriteStream, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { accept, client, fail, inFolder, invite, judgement, machine, memory, options, program, savedAs, serve, sleep, spread, timesTable, touchstone } from "./lib.mjs";

const SET = "small";
const POOL = 20;
const MOST_GROWTH = 256;

const given = options({ chunks: 1_000_000, data: "" });
const bin = program(given.bin);
await inFolder("memory", measure, given.data);

async function measure(data) {
  const file = (name, value) => (writeFileSync(join(data, name), JSON.stringify(value)), join(data, name));
  touchstone(bin, data, "set", "create", SET);
  touchstone(bin, data, "import", "queries", "--set", SET, file("queries.jsonl", { id: "q1", query: "which lever opens the valve" }));
  const results = Array.from({ length: POOL }, (_, at) => ({ id: `c${at}`, text: `Lever ${at} opens the valve.`, score: POOL - at }));
  touchstone(bin, data, "import", "run", "--set", SET, "--retriever", "r", file("run.jsonl", { query_id: "q1", results }));
  const [admin, labeller] = [invite(bin, data, 1, "admin"), invite(bin, data, 1)];
  const server = await serve(bin, data);
  const [[adminCookie], [labellerCookie]] = [await accept(server, admin, "admin"), await accept(server, labeller)];
  const member = client(server.origin, labellerCookie);
  const { assignment } = await member.api("label_work", { set: SET, query: null });

  const quiet = [];
  for (let at = 0; at < 100; at++) quiet.push(await grade(at));
  const before = memory(server.pid).now;

  const big = join(data, "big.jsonl");
  await corpus(big, given.chunks);
  const size = statSync(big).size;
  const during = { upload: [], import: [] };
  const most = { upload: before, import: before };
  let phase = "upload";
  const labelling = (async () => {
    for (let at = quiet.length; phase; at++) {
      during[phase].push(await grade(at));
      most[phase] = Math.max(most[phase], memory(server.pid).now);
      await sleep(100);
    }
  })();
  const began = performance.now();
  const job = await upload(server, adminCookie, big, size);
  const uploaded = performance.now();
  phase = "import";
  const done = await ended(client(server.origin, adminCookie), job);
  const imported = performance.now();
  phase = "";
  await labelling;
  await sleep(2000);
  const after = memory(server.pid);
  await server.stop();

  console.log(`${machine(bin)}\n${given.chunks} chunks, ${(size / 2 ** 20).toFixed(0)} MiB: received in ${seconds(began, uploaded)} s, imported in ${seconds(uploaded, imported)} s (${Math.round(given.chunks / ((imported - uploaded) / 1000))} a second)`);
  const { read, accepted, merged, refused } = done.report;
  console.log(`${read} read = ${accepted} accepted + ${merged} merged + ${refused} refused\n`);
  console.log(timesTable({ "acknowledgement before": quiet, "acknowledgement while received": during.upload, "acknowledgement while imported": during.import }));
  const growth = Math.max(after.most, most.upload, most.import) - before;
  console.log(`\nserver memory: ${before.toFixed(0)} MiB before, at most ${most.upload.toFixed(0)} while received, at most ${most.import.toFixed(0)} while imported, ${after.now.toFixed(0)} after; growth at most ${growth.toFixed(0)} MiB`);
  console.log(`acknowledgement p99 during the import: ${spread([...during.upload, ...during.import]).p99.toFixed(1)} ms`);
  if (accepted !== given.chunks) fail(`${accepted} chunks were accepted and not ${given.chunks}`);
  if (growth > MOST_GROWTH) fail(`memory grew by more than ${MOST_GROWTH} MiB`);

  /// Judges the pool's chunks in turn; gives how long the acknowledgement took.
  async function grade(at) {
    const operation = judgement(assignment.query.id, assignment.pool[at % POOL].chunk.id, at % 4, Math.floor(at / POOL));
    const { status, body, ms } = await member.post("record", { set: SET, operations: [operation] });
    if (status !== 200 || savedAs(JSON.parse(body)[0]) !== Math.floor(at / POOL) + 1) fail(`a grade was not saved: ${status} ${body.slice(0, 200)}`);
    return ms;
  }
}

function seconds(from, to) {
  return ((to - from) / 1000).toFixed(1);
}

/// Sends a file as the import page does; gives the job's id.
function upload({ origin }, cookie, path, size) {
  return new Promise((done, broken) => {
    const address = `${origin}/api/v1/imports?kind=corpus&corpus=big&chunking=default&file=big.jsonl`;
    const sent = request(address, { method: "POST", headers: { cookie, origin, "sec-fetch-site": "same-origin", "content-length": size } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray()).toString();
      if (answer.statusCode === 202) done(JSON.parse(body).job);
      else broken(new Error(`the upload was not taken: ${answer.statusCode} ${body.slice(0, 200)}`));
    });
    sent.on("error", broken);
    createReadStream(path, { highWaterMark: 1 << 18 }).on("error", broken).pipe(sent);
  });
}

/// Waits for a job's end.
async function ended(admin, id) {
  // A million chunks in six hours would still be waited for.
  for (let at = 0; at < 6 * 3600; at++) {
    const job = (await admin.api("job_list")).find((job) => job.id === id);
    if (job?.status === "done") return job;
    if (job?.status !== "running") fail(`the import ended as ${job?.status}: ${job?.error}`);
    await sleep(1000);
  }
  return fail("the import did not end");
}

async function corpus(path, count) {
  const out = createWriteStream(path, { highWaterMark: 1 << 20 });
  for (let at = 0; at < count; at++) {
    const text = `Step ${at}: ${`turn lever ${at % 977} until gauge ${at % 1013} stands still, then wait. `.repeat(17)}`;
    if (!out.write(`${JSON.stringify({ id: `big-${at}`, doc_id: `doc-${Math.floor(at / 20)}`, title: `Manual ${Math.floor(at / 20)}`, text })}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}
