/** Codes, keys and limits of three servers are those of one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource, report } from '../lib.mjs';
import { countsOf, inLanes, sleep, until } from '../service.mjs';
import { call, isReady, startStore } from './deployment.mjs';

const CONNECTIONS = 50;
const PER_MINUTE = 600;
const SENT = 900;
const REVOKED_MS = 5_000;

export async function keys() {
  const store = await startStore();
  const env = { DOCCONV_VERIFY_RATE: String(PER_MINUTE), DOCCONV_VERIFY_NEEDS_KEY: 'true', DOCCONV_CODE_RATE: '0' };
  const servers = [];
  for (let i = 0; i < 3; i++) servers.push(await store.serve(['-j', '1'], { env }));
  await Promise.all(servers.map(isReady));
  const redeemed = await redeem(servers);
  const refusedMs = await revoke(servers, store.newKey('revoked'));
  const limited = await exceed(servers, store.newKey('limited'));
  report('Three servers on one store', [
    [`one code, redeemed by ${CONNECTIONS} connections: keys (wanted: 1)`, redeemed.keys],
    ['answers', countsOf(redeemed.statuses)],
    [
      `a revoked key is refused by the others after (wanted: < ${REVOKED_MS} ms)`,
      `${Math.max(...refusedMs).toFixed(0)} ms`,
    ],
    [`${PER_MINUTE} requests a minute, ${SENT} sent in ${limited.seconds.toFixed(0)} s: accepted`, limited.accepted],
    ['answers', countsOf(limited.statuses)],
  ]);
  if (redeemed.keys !== 1 || Math.max(...refusedMs) > REVOKED_MS || limited.accepted !== PER_MINUTE)
    process.exitCode = 1;
  await store.close();
}

const post = ({ url }, path, body, key) => {
  const headers = { 'content-type': 'application/json' };
  return call(`${url}${path}`, { method: 'POST', key, headers, body: JSON.stringify(body) });
};

async function redeem(servers) {
  const email = 'ann@example.org';
  await post(servers[0], '/v1/auth/register', { email });
  const outbox = join(servers[0].home, 'data', 'outbox');
  await until(async () => readdirSync(outbox).some(name => name.endsWith('.eml')));
  const mail = readFileSync(
    join(
      outbox,
      readdirSync(outbox).find(name => name.endsWith('.eml')),
    ),
    'utf8',
  );
  const code = /^ +([2-9A-Z]{8})\r?$/m.exec(mail)[1];
  const requests = Array.from({ length: CONNECTIONS }, (_, i) =>
    post(servers[i % 3], '/v1/auth/verify', { email, code }),
  );
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  return { statuses, keys: statuses.filter(status => status < 300).length };
}

/** Milliseconds from the answer to the revocation to the first refusal of each other server. */
async function revoke([first, ...others], key) {
  const { json } = await call(`${first.url}/v1/keys`, { key });
  const isAccepted = async ({ url }) => (await call(`${url}/v1/keys`, { key })).status === 200;
  for (const other of others) if (!(await isAccepted(other))) throw new Error('a new key is refused');
  await call(`${first.url}/v1/keys/${json.keys[0].id}`, { method: 'DELETE', key });
  const revoked = performance.now();
  return Promise.all(
    others.map(async other => {
      while (await isAccepted(other)) await sleep(5);
      return performance.now() - revoked;
    }),
  );
}

async function exceed(servers, key) {
  const { signedPdf } = await importSource('test/http/signed.ts');
  const document = { base64: signedPdf().toString('base64') };
  const statuses = [];
  const started = performance.now();
  await inLanes(12, SENT, async i => {
    statuses.push((await post(servers[i % 3], '/v1/verify', { document }, key)).status);
  });
  const seconds = (performance.now() - started) / 1000;
  return { statuses, seconds, accepted: statuses.filter(status => status === 200).length };
}
