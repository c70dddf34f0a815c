/**
 * `node bench/faults.mjs`: what clients of the service receive under faults: workers killed every 2 s, documents that hang
 * or are bombs, clients that disconnect, a full disk, no mail server, a damaged key store, SIGTERM under load. A 2xx answer
 * must be correct, and no temporary file may remain. The full disk needs the right to mount a tmpfs; it is skipped otherwise.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { report, scratch } from './lib.mjs';
import { commandOf, descendantsOf } from './processes.mjs';
import { countsOf, formOf, inLanes, letter, sleep, startServer, until } from './service.mjs';

const CLIENTS = 8;
const COUNT = Number(process.env.BENCH_COUNT ?? 300);
/** What a good document may receive. */
const ALLOWED = [200, 429, 500, 503, 507];

const folder = scratch();
process.env.TMPDIR = join(folder, 'tmp'); // contains only files of this run
mkdirSync(process.env.TMPDIR);
const failures = [];
const letters = await Promise.all(
  Array.from({ length: 40 }, async (_, i) => formOf(await letter(`mark${i}x`), `${i}.docx`)),
);

await killedWorkers();
await fullDisk();
await noMail();
await damagedStore();
await terminated();
for (const failure of failures) console.error(`WRONG: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Killed workers, 5 % bad documents and 5 % disconnecting clients, all at once. */
async function killedWorkers() {
  const server = await startServer(folder, ['-j', '2', '--timeout', '4', '--queue', '16', '--log-level', 'warn']);
  const bad = [await formOf(bomb(), 'bomb.docx'), await formOf(slow(), 'slow.txt')];
  let killed = 0;
  const killer = setInterval(() => {
    const worker = workersOf(server.pid)[0];
    if (worker) process.kill(worker, 'SIGKILL');
    if (worker) killed++;
  }, 2000);
  const seen = { letter: [], bomb: [], slow: [], left: [] };
  await inLanes(CLIENTS, COUNT, async i => {
    if (i % 20 === 7) return seen.left.push(await leave(server, letters[0]));
    if (i % 40 === 3) return seen.bomb.push((await send(server, bad[0])).status);
    if (i % 40 === 23) return seen.slow.push((await send(server, bad[1])).status);
    seen.letter.push((await sendLetter(server, i % letters.length)).status);
  });
  clearInterval(killer);
  expectOnly('letters', seen.letter, ALLOWED);
  expectOnly('bombs', seen.bomb, [413, 422, 503]);
  expectOnly('hanging documents', seen.slow, [413, 422, 500, 503]);
  const after = (await sendLetter(server, 1)).status;
  if (after !== 200) failures.push(`after the kills a letter is ${after}`);
  await stopped(server);
  report(`${COUNT} requests, ${CLIENTS} clients, ${killed} workers killed`, [
    ['letters', countsOf(seen.letter)],
    ['bombs (600 MB of zeros in 600 kB)', countsOf(seen.bomb)],
    ['documents that hang', countsOf(seen.slow)],
    ['clients that disconnected', String(seen.left.length)],
    ['a letter afterwards', String(after)],
  ]);
}

async function fullDisk() {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status !== 0) {
    return report('a full disk', [['skipped', 'this user cannot mount a tmpfs']]);
  }
  try {
    const server = await startServer(folder, ['-j', '2', '--log-level', 'warn'], { TMPDIR: disk });
    const large = await formOf(Buffer.alloc(8e6, 'word '), 'large.txt');
    const full = await Promise.all(Array.from({ length: 4 }, () => send(server, large)));
    const after = (await sendLetter(server, 2)).status;
    expectOnly(
      'on a full disk',
      full.map(({ status }) => status),
      [...ALLOWED, 422],
    );
    if (!full.some(({ status }) => status === 507)) failures.push('no answer reports the full disk');
    if (after !== 200) failures.push(`after the full disk a letter is ${after}`);
    await stopped(server);
    report('a disk of 12 MB, four documents of 8 MB at once', [
      ['answers', countsOf(full.map(({ status }) => status))],
      ['a letter afterwards', String(after)],
      ['remaining on the disk', readdirSync(disk).join(', ') || 'nothing'],
    ]);
    if (readdirSync(disk).length > 0) failures.push('files remain on the disk');
  } finally {
    spawnSync('umount', [disk]);
  }
}

async function noMail() {
  const env = { DOCCONV_SMTP_HOST: '127.0.0.1', DOCCONV_SMTP_PORT: '1', DOCCONV_SMTP_SECURITY: 'none' };
  const server = await startServer(folder, ['-j', '1'], env);
  const { status } = await fetch(`${server.url}/v1/auth/register?email=a@example.org`);
  await until(async () => server.log().includes('could not be sent'));
  const letterAfter = (await sendLetter(server, 3)).status;
  expectOnly('register without a mail server', [status], [202]);
  expectOnly('convert without a mail server', [letterAfter], [200]);
  await stopped(server);
  report('no mail server', [
    ['register (the same answer for every address)', String(status)],
    ['in the log', 'mail with a code could not be sent'],
    ['convert', String(letterAfter)],
  ]);
}

async function damagedStore() {
  const server = await startServer(folder, ['-j', '1', '--log-level', 'warn']);
  const file = join(server.home, 'data', 'keys.json');
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  const during = (await sendLetter(server, 4)).status;
  const ready = (await fetch(`${server.url}/readyz`)).status;
  const kept = readFileSync(file).length === Math.floor(whole.length / 2);
  writeFileSync(file, whole);
  const after = (await sendLetter(server, 4)).status;
  expectOnly('with a damaged store', [during], [500, 503]);
  expectOnly('readiness with a damaged store', [ready], [503]);
  expectOnly('with the store put back', [after], [200]);
  if (!kept) failures.push('the damaged store was changed');
  await stopped(server);
  report('a store cut in half', [
    ['convert', String(during)],
    ['readyz', String(ready)],
    ['the damaged file', kept ? 'is as it was' : 'was changed'],
    ['convert, with the store put back', String(after)],
  ]);
}

/** SIGTERM while all clients are busy: every request is answered completely, or refused. */
async function terminated() {
  const server = await startServer(folder, ['-j', '2', '--queue', '16', '--log-level', 'warn']);
  const seen = [];
  let running = true;
  const clients = Array.from({ length: CLIENTS }, async (_, i) => {
    while (running) {
      const { status } = await sendLetter(server, i);
      // a connection that was not accepted yet is reset when the listener closes
      seen.push(status === 'broken (ECONNRESET)' && (await isGone(server)) ? 'refused' : status);
      if (seen.at(-1) === 'refused') break;
    }
  });
  await sleep(1500);
  const started = performance.now();
  const code = await server.stop();
  const seconds = (performance.now() - started) / 1000;
  running = false;
  await Promise.all(clients);
  expectOnly('during shutdown', seen, [200, 503, 'refused']);
  expectOnly('the exit code', [code], [0]);
  expectNoFiles();
  report('SIGTERM under load', [
    ['answers', countsOf(seen)],
    ['ended after', `${seconds.toFixed(1)} s with ${code}`],
  ]);
}

async function isGone(server) {
  return (await send(server, letters[0])).status === 'refused';
}

async function send({ url, key }, { body, type }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  try {
    const answer = await fetch(`${url}/v1/convert`, { method: 'POST', headers, body });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  } catch (thrown) {
    return {
      status: thrown.cause?.code === 'ECONNREFUSED' ? 'refused' : `broken (${thrown.cause?.code ?? thrown.message})`,
    };
  }
}

/** A 200 must be the PDF of this letter. */
async function sendLetter(server, number) {
  const { status, bytes } = await send(server, letters[number]);
  if (status === 200) {
    const text = spawnSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' }).stdout;
    if (!text.includes(`mark${number}x`)) failures.push(`a 200 that is not the PDF of letter ${number}`);
  }
  return { status };
}

/** Aborts after the upload, before the answer. */
async function leave({ url, key }, { body, type }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const signal = AbortSignal.timeout(30);
  await fetch(`${url}/v1/convert`, { method: 'POST', headers, body, signal }).catch(() => {});
  return 'left';
}

function workersOf(pid) {
  return descendantsOf(pid).filter(one => /worker\.js/.test(commandOf(one)));
}

async function stopped(server) {
  await server.stop();
  expectNoFiles();
}

function expectNoFiles() {
  const left = readdirSync(process.env.TMPDIR).filter(name => name.startsWith('docconv-'));
  if (left.length > 0) failures.push(`files remain: ${left.join(', ')}`);
}

function expectOnly(what, seen, allowed) {
  const wrong = seen.filter(status => !allowed.includes(status));
  if (wrong.length > 0) failures.push(`${what}: ${countsOf(wrong)}`);
}

/** A document whose text is a thousand times larger when unpacked. */
function bomb() {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  return zipSync({ '[Content_Types].xml': strToU8(types), 'word/document.xml': new Uint8Array(600e6) });
}

/** More text than can be laid out within the time limit. */
function slow() {
  return Buffer.alloc(20e6, 'many words that have to be laid out on many pages ');
}
