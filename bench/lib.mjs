// What the measurements stand on: a server of their own, members with sessions, a client that keeps its connections, and
// numbers as people read them.

import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/// What the command line says: `defaults` by name, a default's type being the option's; `positionals` beside them.
export function options(defaults) {
  const types = Object.fromEntries(Object.entries({ bin: "", ...defaults }).map(([name, value]) => [name, { type: typeof value === "boolean" ? "boolean" : "string" }]));
  const { values, positionals } = parseArgs({ options: types, allowPositionals: true });
  const typed = Object.entries(values).map(([name, value]) => [name, typeof defaults[name] === "number" ? number(name, value) : value]);
  return { ...defaults, ...Object.fromEntries(typed), positionals };
}

function number(name, text) {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) fail(`--${name} ${text} is no number`);
  return value;
}

/// Why a measurement does not go on; its words are enough.
class Failure extends Error {}

/// Says why it does not go on; the process then ends with 1, after its folders are gone and its servers ended.
export function fail(words) {
  throw new Failure(words);
}

process.on("uncaughtException", (error) => {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
});

/// The servers of this process that still run.
const serving = new Set();
process.on("exit", () => serving.forEach((server) => process.kill(server.pid, "SIGKILL")));

/// The program to measure: what was named, else TOUCHSTONE_BIN, else the release build.
export function program(named) {
  const path = resolve(named || process.env.TOUCHSTONE_BIN || join(import.meta.dirname, "../target/release/touchstone"));
  if (!existsSync(path)) fail(`there is no program at ${path}: build it with cargo build --release, or say --bin PATH`);
  return path;
}

/// Runs a command on a data directory and gives what it says.
export function touchstone(bin, data, ...args) {
  const said = execFileSync(bin, ["--data", data, "--json", ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 64 << 20 });
  return JSON.parse(said);
}

/// Runs `body` with a folder that is gone afterwards, or with the one that was named, which stays.
export async function inFolder(name, body, named) {
  const folder = named ? resolve(named) : mkdtempSync(join(tmpdir(), `touchstone-${name}-`));
  try {
    return await body(folder);
  } finally {
    await Promise.all([...serving].filter((server) => server.data === folder).map((server) => server.kill()));
    if (!named) rmSync(folder, { recursive: true, force: true });
  }
}

/// Starts a server and waits until it is ready. `before` is what the program runs under.
export async function serve(bin, data, { before = [] } = {}) {
  const listen = `127.0.0.1:${await freePort()}`;
  const [command, ...args] = [...before, bin, "--data", data, "serve", "--listen", listen];
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, RUST_LOG: process.env.RUST_LOG ?? "warn" } });
  let said = "";
  child.stderr.on("data", (part) => (said = (said + part).slice(-4000)));
  const ended = new Promise((end) => child.once("exit", (code, signal) => end({ code, signal })));
  const server = { origin: `http://${listen}`, data, pid: child.pid, said: () => said };
  let running = true;
  serving.add(server);
  ended.then(() => {
    running = false;
    serving.delete(server);
  });
  const end = async (signal) => {
    if (running) process.kill(server.pid, signal);
    return ended;
  };
  /// Ends it as kill -9 does; ends it as an operator does.
  server.kill = () => end("SIGKILL");
  server.stop = () => end("SIGTERM");
  server.running = () => running;
  server.pid = await until(`the server to start`, async () => {
    if (!running) fail(`the server did not start: ${said}`);
    const answer = await fetch(`${server.origin}/health/ready`).catch(() => null);
    return answer?.status === 200 && (before.length ? childOf(child.pid) : child.pid);
  });
  return server;
}

const childOf = (pid) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);

/// Tries until `attempt` gives something true; what it gives.
export async function until(what, attempt, { patience = 60_000, pause = 20 } = {}) {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(pause)) {
    const found = await attempt();
    if (found) return found;
  }
  return fail(`waited ${patience / 1000} s in vain for ${what}`);
}

export const sleep = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));

function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

/// Makes invitations on a data directory that no server holds; each is the token of one member to be.
export function invite(bin, data, count, role = "labeller") {
  return Array.from({ length: count }, () => touchstone(bin, data, "user", "invite", "--role", role).path.split("token=")[1]);
}

/// Accepts invitations; gives each new member's cookie.
export async function accept(server, tokens, name = "labeller") {
  const cookies = [];
  for (const [at, token] of tokens.entries()) {
    const form = new URLSearchParams({ token, name: `${name} ${at + 1} ${randomBytes(3).toString("hex")}`, password: "a password of the bench" });
    const answer = await fetch(`${server.origin}/invitation`, { method: "POST", body: form, redirect: "manual", headers: fromHere(server.origin) });
    const cookie = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("touchstone="));
    if (!cookie) fail(`an invitation was not taken: ${answer.status} ${answer.headers.get("location")}`);
    cookies.push(cookie.split(";")[0]);
  }
  return cookies;
}

const fromHere = (origin) => ({ origin, "sec-fetch-site": "same-origin" });

/// The connections of all clients.
const agent = new Agent({ keepAlive: true, maxSockets: 2048, scheduling: "fifo" });

/// A member's requests. Each gives `{ status, body, ms }`; what the network breaks is thrown.
export function client(origin, cookie) {
  const ask = (method, path, body) => new Promise((done, broken) => {
    const headers = { cookie, ...fromHere(origin), ...(body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {}) };
    const began = performance.now();
    const sent = request(origin + path, { method, agent, headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", broken);
      answer.on("end", () => done({ status: answer.statusCode, body: Buffer.concat(parts).toString(), ms: performance.now() - began }));
    });
    sent.setTimeout(60_000, () => sent.destroy(new Error("no answer within 60 s")));
    sent.on("error", broken);
    sent.end(body);
  });
  /// Calls a server function; fails on anything but 2xx.
  const api = async (name, args = {}) => {
    const { status, body } = await ask("POST", `/api/${name}`, JSON.stringify(args));
    if (status !== 200) throw new Error(`/api/${name}: ${status} ${body.slice(0, 300)}`);
    return JSON.parse(body);
  };
  return { ask, api, get: (path) => ask("GET", path), post: (name, args) => ask("POST", `/api/${name}`, JSON.stringify(args)), origin, cookie };
}

/// All queries of a set.
export async function allQueries(member, set, most = Infinity) {
  const found = [];
  for (let page = 1; found.length < most; page++) {
    const { rows } = (await member.api("query_list", { set, filter: { search: "", status: null, style: null, source: null, page } })).page;
    if (!rows.length) break;
    found.push(...rows);
  }
  return found.slice(0, most);
}

/// The operation that judges a chunk.
export function judgement(query, chunk, grade, base, note = "") {
  return { id: uuidv7(), query, action: { judge: { chunk, judgement: { grade }, evidence: [], note, prelabel_visible: false, base } } };
}

/// The revision that an operation was saved with; undefined when it was not saved.
export const savedAs = (acknowledgement) => acknowledgement?.outcome?.saved?.revision;

export function uuidv7() {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const between = (low, high) => low + Math.random() * (high - low);

/// n, p50, p95, p99 and max of times; a percentile is the smallest time that at least so many are not above.
export function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) };
}

/// A markdown table of what was timed, by name; times in milliseconds.
export function timesTable(timed) {
  const cell = (value) => (value === undefined ? "–" : value.toFixed(1));
  const row = ([name, times]) => {
    const { n, ...shares } = spread(times);
    return [name, n, ...Object.values(shares).map(cell)];
  };
  return table(["what (ms)", "n", "p50", "p95", "p99", "max"], Object.entries(timed).map(row));
}

/// Writes a file of so many lines, whatever memory there is; its path.
export async function writeLines(path, count, line) {
  const out = createWriteStream(resolve(path), { highWaterMark: 1 << 20 });
  for (let at = 0; at < count; at++) {
    if (!out.write(line(at))) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  return path;
}

/// Words that are the same for the same number, about so many characters.
export function text(seed, length) {
  const words = "valve pump lever wheel shaft boiler gauge filter motor cable switch panel sensor alarm torque pressure limit start stop reset open close before after while never".split(" ");
  let state = (seed + 1) * 2654435761;
  let said = "";
  while (said.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    said += `${words[state % words.length]} `;
  }
  return said.trim();
}

/// A markdown table.
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => (at ? "--:" : "---"))), ...rows.map(line)].join("\n");
}

/// What it was measured on.
export function machine(bin) {
  const [first] = cpus();
  const build = bin.includes("/release/") ? "release" : "debug or unknown";
  return `${cpus().length} cores (${first?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB memory, Linux ${release()}, Node ${process.version}, ${build} build, ${new Date().toISOString().slice(0, 10)}`;
}

/// A process's memory, in MiB: now, and the most it had.
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, "m"))?.[1] ?? 0) / 1024;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

/// Whether a script was started itself, and not imported.
export const isMain = (meta) => process.argv[1] !== undefined && resolve(process.argv[1]) === meta.filename;
