/**
 * `node bench/keys.mjs [registrations] [cost] [timing]`: the key store: many registrations at once, the time of each
 * operation with few and with many keys, and whether the time of a refusal reveals that an address is registered.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BIN, importSource, median, report, scratch } from './lib.mjs';
import { startServer, until } from './service.mjs';

const { openLocalKeys } = await importSource('src/keys/index.ts');
const UNLIMITED = { codesPerAddressPerHour: 1e6 };

const parts = { registrations, cost, timing };
const selected = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (selected.length === 0 || selected.includes(name)) await run();

/** Two terminals and a server that share one store register 500 addresses at once. */
async function registrations() {
  const folder = scratch();
  const settings = { DOCCONV_CODES_PER_CLIENT: '1000', DOCCONV_LOG_LEVEL: 'silent' };
  const server = await startServer(folder, [], settings);
  const env = { ...process.env, ...settings, DOCCONV_HOME: server.home };
  const emails = (name, count) => Array.from({ length: count }, (_, i) => `${name}${i}@example.org`);
  const terminal = async name => {
    for (const email of emails(name, 50)) {
      const child = spawn(process.execPath, [BIN, 'register', email], { env, stdio: 'ignore' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`docconv register ${email}: exit code ${code}`);
    }
  };
  const post = body => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const started = performance.now();
  const answers = emails('web', 400).map(email => fetch(`${server.url}/v1/auth/register`, post({ email })));
  await Promise.all([terminal('first'), terminal('second'), ...answers]);
  const outbox = join(server.home, 'data', 'outbox');
  const mails = () => readdirSync(outbox).filter(name => name.endsWith('.eml'));
  await until(async () => mails().length >= 500);
  const seconds = (performance.now() - started) / 1000;
  const accepted = (await Promise.all(answers)).filter(({ status }) => status === 202).length;
  const codes = new Map(mails().map(file => codeIn(readFileSync(join(outbox, file), 'utf8'))));
  const keys = await openLocalKeys({ data: join(server.home, 'data'), config: server.home });
  const all = [...emails('first', 50), ...emails('second', 50), ...emails('web', 400)];
  const redeemed = all.map(email => keys.redeemCode({ email, code: codes.get(email) ?? '' }).catch(() => null));
  const lost = (await Promise.all(redeemed)).filter(key => key === null).length;
  report('500 registrations at once by two terminals and a server', [
    ['seconds', seconds.toFixed(1)],
    ['answers of the server that are 202 (wanted: 400)', accepted],
    ['lost codes (wanted: 0)', lost],
  ]);
  await server.stop();
  if (lost > 0) process.exitCode = 1;
}

/** `To:` and the code of a mail. */
function codeIn(eml) {
  return [/^To: (.*?)\r?$/m.exec(eml)[1], /^ +([2-9A-Z]{8})\r?$/m.exec(eml)[1]];
}

async function cost() {
  for (const count of [10, 1_000, 100_000]) {
    const folder = scratch();
    const known = fill(folder, count);
    const keys = await openStore(folder);
    const first = await measure(() => keys.authenticate(known));
    const lookUp = await perCall(10_000, () => keys.authenticate(known));
    const malformed = await perCall(10_000, () => keys.authenticate(`${known.slice(0, -1)}!`));
    const code = await medianOf(20, i => keys.issueCode({ email: `n${i}@example.org` }));
    const pending = [];
    for (let i = 0; i < 10; i++) pending.push(await keys.issueCode({ email: `m${i}@example.org` }));
    const key = await medianOf(10, i => keys.redeemCode(pending[i]));
    const emails = Array.from({ length: 500 }, (_, i) => `o${i}@example.org`);
    const many = await measure(() => Promise.all(emails.map(email => keys.issueCode({ email }))));
    report(`A store of ${count} keys`, [
      ['authenticate, first call', `${first.toFixed(0)} ms`],
      ['authenticate', `${(lookUp * 1000).toFixed(1)} µs`],
      ['authenticate, malformed key', `${(malformed * 1000).toFixed(2)} µs`],
      ['issue a code', `${code.toFixed(1)} ms`],
      ['redeem a code', `${key.toFixed(1)} ms`],
      ['issue 500 codes at once', `${many.toFixed(0)} ms`],
    ]);
  }
}

/** The calls alternate, so that other load affects all of them. */
async function timing() {
  const keys = await openStore(scratch());
  const owner = 'owner@example.org';
  await keys.redeemCode(await keys.issueCode({ email: owner }));
  const redeem = email => keys.redeemCode({ email, code: '22222222' }).catch(() => null);
  const calls = {
    'wrong code, unknown address': () => redeem('unknown@example.org'),
    'wrong code, registered address': () => redeem(owner),
    'wrong code, address with a pending code': () => redeem('waiting@example.org'),
    'ask for a code, unknown address': i => keys.issueCode({ email: `s${i}@example.org` }),
    'ask for a code, registered address': () => keys.issueCode({ email: owner }),
  };
  const times = Object.fromEntries(Object.keys(calls).map(name => [name, []]));
  for (let i = 0; i < 400; i++) {
    if (i % 4 === 0) await keys.issueCode({ email: 'waiting@example.org' });
    for (const [name, call] of Object.entries(calls)) times[name].push(await measure(() => call(i)));
  }
  const rows = Object.entries(times).map(([name, values]) => [
    name,
    `${median(values).toFixed(3)} ms, ${quartiles(values)}`,
  ]);
  report('Medians and quartiles of 400 calls', rows);
}

/** Writes a store of `count` keys; returns one of them. */
function fill(folder, count) {
  const hashOf = text => createHash('sha256').update(text).digest('base64url');
  const known = 'dck_000000000000000000000000000000';
  const key = known + checksum(known);
  const line = (id, hash) =>
    JSON.stringify({ id, hash, email: `${id}@example.org`, createdAt: '2026-01-01T00:00:00.000Z', revokedAt: null });
  const lines = Array.from({ length: count - 1 }, (_, i) => line(`k${i}`, hashOf(`k${i}`)));
  mkdirSync(join(folder, 'data'), { recursive: true });
  const text = `{"version":1,"keys":[\n${[...lines, line('known', hashOf(key))].join(',\n')}\n]}\n`;
  writeFileSync(join(folder, 'data', 'keys.json'), text, { mode: 0o600 });
  return key;
}

/** The last six characters of a key: CRC-32 in base 62. */
function checksum(text) {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(text);
  let result = '';
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) result = digits[rest % 62] + result;
  return result;
}

function openStore(folder) {
  return openLocalKeys({ data: join(folder, 'data'), config: join(folder, 'config'), limits: UNLIMITED });
}

async function measure(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function medianOf(count, work) {
  const times = [];
  for (let i = 0; i < count; i++) times.push(await measure(() => work(i)));
  return median(times);
}

async function perCall(count, work) {
  const total = await measure(async () => {
    for (let i = 0; i < count; i++) await work();
  });
  return total / count;
}

function quartiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[values.length >> 2].toFixed(3)} to ${sorted[(values.length * 3) >> 2].toFixed(3)} ms`;
}
