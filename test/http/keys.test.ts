/** /v1/keys over HTTP, and who may do what with which key. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKeys } from '../../src/cli/accounts.js';
import { loadConfig } from '../../src/config/index.js';
import type { Keys } from '../../src/keys/index.js';
import { type Started, startServer } from './started.js';

let server: Started;
/** The operator's access to the store of the server. */
let operator: Keys;
beforeAll(async () => {
  server = await startServer();
  const env = { DOCCONV_HOME: server.folder };
  operator = await openKeys(loadConfig({ env }).values, env);
});
afterAll(() => server.stop());

async function call(key: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${server.url}/v1/keys${path}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

it('lists the keys of the address, with the names that they got and when they were used', async () => {
  const email = 'lists@example.org';
  const { code } = await operator.issueCode({ email });
  const given = { email, code, name: 'scanner', expiresInDays: 30 };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) };
  const answer = await fetch(`${server.url}/v1/auth/verify`, init);
  const issued = (await answer.json()) as { apiKey: string; keyId: string };
  expect(issued).toMatchObject({ name: 'scanner', expiresAt: expect.stringMatching(/^\d{4}-/) });
  await operator.createKey({ email });
  await call(issued.apiKey, 'GET', '');
  await expect
    .poll(async () => (await call(issued.apiKey, 'GET', '')).body.keys)
    .toMatchObject([
      { id: issued.keyId, name: 'scanner', current: true, lastUsedAt: expect.any(String) },
      { email, name: null, current: false, lastUsedAt: null },
    ]);
});

it('renames a key of the same address only', async () => {
  const { id, key } = await operator.createKey({ email: 'renames@example.org' });
  const other = await operator.createKey({ email: 'other@example.org' });
  expect((await call(key, 'PATCH', `/${id}`, { name: 'printer' })).status).toBe(204);
  expect((await call(key, 'GET', '')).body.keys).toMatchObject([{ name: 'printer' }]);
  expect((await call(key, 'PATCH', `/${other.id}`, { name: 'mine' })).body.code).toBe('not_found');
  expect((await call(key, 'PATCH', `/${id}`, { name: 'a\u0007' })).body.code).toBe('invalid_parameter');
});

it('rotates the key of the request, and no other', async () => {
  const email = 'rotates@example.org';
  const [{ id, key }, admin] = [await operator.createKey({ email }), await operator.createKey({ email, admin: true })];
  expect((await call(key, 'POST', `/${admin.id}/rotate`)).body.code).toBe('key_not_permitted');
  expect((await call(key, 'POST', `/${id}/rotate?graceHours=721`)).body.code).toBe('invalid_parameter');
  const rotated = await call(key, 'POST', `/${id}/rotate`);
  expect(rotated).toMatchObject({ status: 200, body: { keyId: id, formerUntil: expect.any(String) } });
  expect(rotated.headers.get('cache-control')).toBe('no-store');
  const { apiKey } = rotated.body;
  expect((await call(key, 'POST', `/${id}/rotate`)).body).toMatchObject({ status: 403, code: 'key_not_permitted' });
  expect((await call(key, 'GET', '')).status, 'the former key within the grace period').toBe(200);
  const again = await call(apiKey, 'POST', `/${id}/rotate?graceHours=0`);
  expect(again.body.formerUntil).toBeNull();
  expect((await call(apiKey, 'GET', '')).body.code).toBe('key_invalid');
  expect((await call(again.body.apiKey, 'GET', '')).status).toBe(200);
});

it('an admin key lists and revokes the keys of all addresses; an ordinary key does not', async () => {
  const admin = await operator.createKey({ email: 'admin@example.org', admin: true });
  const { id, key } = await operator.createKey({ email: 'ordinary@example.org' });
  const all = (await call(admin.key, 'GET', '?all=true')).body.keys as { id: string }[];
  expect(all.map(each => each.id)).toEqual(expect.arrayContaining([admin.id, id]));
  expect((await call(admin.key, 'GET', '')).body.keys).toHaveLength(1);
  expect((await call(key, 'GET', '?all=true')).body).toMatchObject({ status: 403, code: 'key_not_permitted' });
  expect((await call(key, 'DELETE', `/${admin.id}`)).body.code).toBe('not_found');
  expect((await call(admin.key, 'DELETE', `/${id}`)).status).toBe(204);
  const refused = await call(key, 'GET', '');
  expect(refused.body.code).toBe('key_invalid');
  const log = readFileSync(join(server.folder, 'data', 'audit.jsonl'), 'utf8');
  expect(log).toContain(`"event":"key_revoked","email":"ordinary@example.org","keyId":"${id}"`);
  expect(log).toContain(`"client":"127.0.0.1","by":"${admin.id}"`);
});

it('an expired key is 401 with the reason', async () => {
  const { key } = await operator.createKey({ email: 'expires@example.org', days: 1 });
  const path = join(server.folder, 'data', 'keys.json');
  await operator.close();
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(/"expiresAt":"[^"]+"/g, '"expiresAt":"2026-01-31T00:00:00.000Z"'),
  );
  const refused = await call(key, 'GET', '');
  expect(refused.status).toBe(401);
  expect(refused.body).toMatchObject({ code: 'key_invalid', detail: expect.stringContaining('expired on 2026-01-31') });
  expect(refused.headers.get('www-authenticate')).toContain('invalid_token');
});

it('registration answers the same for an address that may not register, and sends no mail', async () => {
  const closed = await startServer({}, { DOCCONV_REGISTRATION: 'example.org' });
  const register = async (email: string) => {
    const response = await fetch(`${closed.url}/v1/auth/register?email=${email}`);
    return { status: response.status, body: { ...((await response.json()) as object), email: '' } };
  };
  const refused = await register('eve@example.com');
  expect(refused).toEqual(await register('ann@example.org'));
  expect(refused.status).toBe(202);
  await expect.poll(() => closed.lastMail()).toContain('ann@example.org');
  expect(readdirSync(join(closed.folder, 'outbox')).filter(name => name.endsWith('.eml'))).toHaveLength(1);
  await closed.stop();
});
