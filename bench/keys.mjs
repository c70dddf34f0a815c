/**
 * The key store under load: node bench/keys.mjs [kills] [crowd] [cost] [timing]    (default: all)
 * Needs a built dist/. Prints one line per figure; ends with 1 when a key was lost or a file was not whole.
 */
import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const FIGURES = { kills, crowd, cost, timing };
const asked = process.argv.slice(2);
const issuer = await bundle('test/keys/issuer.ts');
const { openLocalKeys } = await import(pathToFileURL(await bundle('src/keys/index.ts')).href);
for (const [name, figure] of Object.entries(FIGURES)) if (asked.length === 0 || asked.includes(name)) await figure();

/** 200 times: two processes issue keys, and are killed at a random moment. */
async function kills() {
  const root = newRoot();
  const promised = [];
  let broken = 0;
  for (let round = 0; round < 100; round++) {
    const pair = ['a', 'b'].map(name => startIssuer(root, `${name}${round}`));
    await Promise.all(pair.map(({ ready }) => ready));
    for (const { child } of pair) {
      await sleep(randomInt(30));
      child.kill('SIGKILL');
    }
    await Promise.all(pair.map(({ ended }) => ended));
    promised.push(...pair.flatMap(({ keys }) => keys));
    for (const file of ['keys.json', 'codes.json']) if (!isWhole(join(root, 'data', file))) broken++;
  }
  const keys = await openKeys(root);
  const lost = await countLost(keys, promised);
  const before = await measure(() => keys.issueCode({ email: 'last@example.org' }));
  const left = readdirSync(join(root, 'data')).join(' ');
  say(`kill -9, 200 times: ${promised.length} keys promised, ${lost} lost, ${broken} files not whole`);
  say(`  the next write took ${before.toFixed(0)} ms and left: ${left}`);
  judge(lost + broken);
  rmSync(root, { recursive: true });
}

/** Two terminals and a server, 500 addresses at once, through the built command line and real sockets. */
async function crowd() {
  const root = newRoot();
  const env = { ...process.env, DOCCONV_HOME: root, DOCCONV_CODES_PER_CLIENT: '1000', DOCCONV_LOG_LEVEL: 'silent' };
  const port = await freePort();
  const server = spawn(process.execPath, ['bin/docconv.js', 'serve', '--port', String(port)], { env, stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${base}/healthz`)).ok);
  const started = performance.now();
  const emails = (name, count) => Array.from({ length: count }, (_, i) => `${name}${i}@example.org`);
  const terminal = async name => {
    for (const email of emails(name, 50)) await docconv(['register', email], env);
  };
  const post = (path, body) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answers = emails('web', 400).map(email => post('/v1/auth/register', { email }));
  await Promise.all([terminal('first'), terminal('second'), ...answers]);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  const all = [...emails('first', 50), ...emails('second', 50), ...emails('web', 400)];
  const outbox = join(root, 'data', 'outbox');
  await until(async () => readdirSync(outbox).length >= 500);
  const codes = new Map(readdirSync(outbox).map(file => codeOf(readFileSync(join(outbox, file), 'utf8'))));
  const registered = performance.now() - started;
  const keys = await openKeys(root);
  const issued = await Promise.all(
    all.map(email => keys.redeemCode({ email, code: codes.get(email) ?? '' }).catch(() => null)),
  );
  const lost = issued.filter(key => key === null).length;
  say(`2 terminals and a server: 500 addresses in ${(registered / 1000).toFixed(1)} s, ${lost} codes lost`);
  say(`  answers of the server: ${statuses.filter(status => status === 202).length} of 400 are 202`);
  judge(lost);
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(root, { recursive: true });
}

/** What a look-up and a registration cost with few keys and with many. */
async function cost() {
  for (const count of [10, 1_000, 100_000]) {
    const root = newRoot();
    const known = fill(root, count);
    const keys = await openKeys(root, { codesPerAddressPerHour: 1e6 });
    const first = await measure(() => keys.authenticate(known));
    const lookUp = (await measure(() => repeat(10_000, () => keys.authenticate(known)))) / 10_000;
    const malformed = (await measure(() => repeat(10_000, () => keys.authenticate(`${known.slice(0, -1)}!`)))) / 10_000;
    const register = await median(20, i => keys.issueCode({ email: `n${i}@example.org` }));
    const issue = [];
    for (let i = 0; i < 10; i++) {
      const email = `m${i}@example.org`;
      const { code } = await keys.issueCode({ email });
      issue.push(await measure(() => keys.redeemCode({ email, code })));
    }
    const many = await measure(() =>
      Promise.all(Array.from({ length: 500 }, (_, i) => keys.issueCode({ email: `o${i}@example.org` }))),
    );
    say(
      `${count} keys: look-up ${(lookUp * 1000).toFixed(1)} µs (malformed key ${(malformed * 1000).toFixed(2)} µs), ` +
        `first after start ${first.toFixed(0)} ms; code ${register.toFixed(1)} ms, key ${middle(issue).toFixed(1)} ms, ` +
        `500 codes at once ${many.toFixed(0)} ms`,
    );
    rmSync(root, { recursive: true });
  }
}

/** Does the time of a refusal tell whether somebody is registered? Interleaved, so that noise meets all alike. */
async function timing() {
  const root = newRoot();
  const keys = await openKeys(root, { codesPerAddressPerHour: 1e6 });
  const owner = 'owner@example.org';
  const { code } = await keys.issueCode({ email: owner });
  await keys.redeemCode({ email: owner, code });
  const refusals = {
    'no code, stranger': () => 'stranger@example.org',
    'no code, key owner': () => owner,
    'live code, wrong': () => 'waiting@example.org',
  };
  const times = Object.fromEntries(Object.keys(refusals).map(name => [name, []]));
  const asks = { 'ask, stranger': [], 'ask, key owner': [] };
  for (let i = 0; i < 400; i++) {
    if (i % 4 === 0) await keys.issueCode({ email: 'waiting@example.org' });
    for (const [name, email] of Object.entries(refusals))
      times[name].push(await measure(() => keys.redeemCode({ email: email(), code: '22222222' }).catch(() => null)));
    asks['ask, stranger'].push(await measure(() => keys.issueCode({ email: `s${i}@example.org` })));
    asks['ask, key owner'].push(await measure(() => keys.issueCode({ email: owner })));
  }
  for (const [name, values] of Object.entries({ ...times, ...asks }))
    say(`${name}: median ${middle(values).toFixed(3)} ms, quartiles ${quartiles(values)}`);
  rmSync(root, { recursive: true });
}

function startIssuer(root, name) {
  const argv = [issuer, join(root, 'data'), join(root, 'config'), name, '1000'];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const keys = [];
  const ready = once(lines, 'line');
  lines.on('line', line => line !== 'ready' && keys.push(line));
  return { child, keys, ready, ended: Promise.all([once(child, 'exit'), once(lines, 'close')]) };
}

/** Writes a store with so many keys; gives one of them. */
function fill(root, count) {
  const crcOf = text => createHash('sha256').update(text).digest('base64url');
  const known = 'dck_000000000000000000000000000000';
  const key = known + checksum(known);
  const line = (id, hash) =>
    JSON.stringify({ id, hash, email: `${id}@example.org`, createdAt: '2026-01-01T00:00:00.000Z', revokedAt: null });
  const lines = Array.from({ length: count - 1 }, (_, i) => line(`k${i}`, crcOf(`k${i}`)));
  mkdirSync(join(root, 'data'), { recursive: true });
  const text = `{"version":1,"keys":[\n${[...lines, line('known', crcOf(key))].join(',\n')}\n]}\n`;
  writeFileSync(join(root, 'data', 'keys.json'), text, { mode: 0o600 });
  return key;
}

function checksum(text) {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(text);
  let result = '';
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) result = digits[rest % 62] + result;
  return result;
}

function crc32(text) {
  let crc = ~0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function openKeys(root, limits = {}) {
  return openLocalKeys({ data: join(root, 'data'), config: process.env.DOCCONV_HOME ?? configOf(root), limits });
}

/** The command line keeps the pepper in DOCCONV_HOME itself, the issuer program in config/. */
function configOf(root) {
  return readdirSync(root).includes('pepper') ? root : join(root, 'config');
}

async function countLost(keys, promised) {
  let lost = 0;
  for (const key of promised) if ((await keys.authenticate(key)) === null) lost++;
  return lost;
}

function isWhole(path) {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch (error) {
    return error.code === 'ENOENT'; // killed before the first write
  }
}

function codeOf(eml) {
  return [/^To: (.*?)\r?$/m.exec(eml)[1], /^ +([2-9A-Z]{8})\r?$/m.exec(eml)[1]];
}

async function docconv(argv, env) {
  const child = spawn(process.execPath, ['bin/docconv.js', ...argv], { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) say(`  docconv ${argv.join(' ')} ended with ${code}`);
}

async function until(isDone) {
  while (!(await isDone().catch(() => false))) await sleep(50);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function bundle(entry) {
  const outfile = resolve('node_modules/.cache/docconv-bench', entry.replace(/\W/g, '-').concat('.mjs'));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return outfile;
}

async function measure(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function median(count, work) {
  const times = [];
  for (let i = 0; i < count; i++) times.push(await measure(() => work(i)));
  return middle(times);
}

async function repeat(count, work) {
  for (let i = 0; i < count; i++) await work();
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function quartiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[values.length >> 2].toFixed(3)} to ${sorted[(values.length * 3) >> 2].toFixed(3)}`;
}

function newRoot() {
  return mkdtempSync(join(tmpdir(), 'docconv-bench-'));
}

function say(line) {
  console.log(line);
}

function judge(failures) {
  if (failures > 0) process.exitCode = 1;
}
