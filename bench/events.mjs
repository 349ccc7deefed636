// Pages that only listen: so many streams of a set's changes, what they take from the server while nothing happens, how soon each is
// told of a change, and whether a server that stops lets go of them.
//
//     node bench/events.mjs [--streams 500] [--queries 100000] [--seconds 30] [--bin PATH]

import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { accept, client, fail, inFolder, invite, machine, memory, options, program, serve, sleep, spread, table, touchstone, until, uuidv7, writeLines } from "./lib.mjs";

const SET = "events";
const OF_A_MEMBER = 10;

const given = options({ streams: 500, queries: 100_000, seconds: 30 });
const bin = program(given.bin);

await inFolder("events", async (data) => {
  touchstone(bin, data, "set", "create", SET, "--overlap", "1");
  const file = (name, line) => writeLines(join(data, name), given.queries, line);
  touchstone(bin, data, "import", "queries", "--set", SET, await file("queries.jsonl", (at) => JSON.stringify({ id: `q${at}`, query: `what does part ${at} do` }) + "\n"));
  const run = await writeLines(join(data, "run.jsonl"), 20, (at) => JSON.stringify({ query_id: `q${at}`, results: [{ id: "c", text: "It turns." }] }) + "\n");
  touchstone(bin, data, "import", "run", "--set", SET, "--retriever", "r", run);
  const tokens = invite(bin, data, Math.ceil(given.streams / OF_A_MEMBER));
  const server = await serve(bin, data);
  const cookies = await accept(server, tokens);
  const member = client(server.origin, cookies[0]);
  await member.get(`/sets/${SET}`);

  const rows = [await idle(server, "nobody listens")];
  const first = await listen(server, cookies[0]);
  rows.push(await idle(server, "one stream"));
  const streams = [first, ...(await Promise.all(Array.from({ length: given.streams - 1 }, (_, at) => listen(server, cookies[(at + 1) % cookies.length]))))];
  rows.push(await idle(server, `${given.streams} streams`));

  const told = await change(member, streams);
  const began = performance.now();
  const { code } = await server.stop();
  const stopped = performance.now() - began;
  if (code !== 0) fail(`the server ended with ${code}: ${server.said()}`);
  const { p50, max } = spread(told);
  console.log(table(["", "memory (MiB)", "processor (% of one core)"], rows));
  console.log(`\nA change reached ${told.length} of ${given.streams} streams; half of them after ${p50.toFixed(0)} ms, the last after ${max.toFixed(0)} ms.`);
  console.log(`The server stopped after ${stopped.toFixed(0)} ms with ${given.streams} streams open.\n\n${given.queries} queries. ${machine(bin)}`);
});

/// What a server takes while nothing happens.
async function idle(server, what) {
  await sleep(5000);
  const before = processor(server.pid);
  await sleep(given.seconds * 1000);
  const used = processor(server.pid) - before;
  return [what, memory(server.pid).now.toFixed(1), ((100 * used) / given.seconds).toFixed(2)];
}

/// How many seconds of processor time a process has used.
function processor(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/// Opens a stream, on a connection of its own as a browser's page does; `told` are the moments of its events.
function listen(server, cookie) {
  return new Promise((listens, broken) => {
    const asked = get(`${server.origin}/sets/${SET}/events`, { agent: false, headers: { cookie, "sec-fetch-site": "same-origin" } }, (answer) => {
      if (answer.statusCode !== 200) broken(new Error(`a stream was refused: ${answer.statusCode}`));
      const stream = { told: [] };
      answer.setEncoding("utf8").on("data", (text) => text.includes("event: changed") && stream.told.push(performance.now()));
      answer.on("error", () => {});
      listens(stream);
    });
    asked.on("error", broken);
  });
}

/// Completes a query; how long each stream took to tell of it, in milliseconds.
async function change(member, streams) {
  const { assignment } = await member.api("label_work", { set: SET, query: null });
  const operations = [{ id: uuidv7(), query: assignment.query.id, action: { complete: { confirmed: "nothing_judged" } } }];
  await member.api("record", { set: SET, operations });
  const at = performance.now();
  await until("every stream to be told", () => streams.every((stream) => stream.told.length > 0));
  return streams.map((stream) => stream.told[0] - at);
}
