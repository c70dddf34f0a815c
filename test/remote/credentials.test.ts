import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLoopback, openCredentials, serverAddress } from '../../src/remote/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEY = { apiKey: 'dck_secret', keyId: 'k1', email: 'a@example.org' };

describe('serverAddress', () => {
  it.each([
    ['docs.example.org', 'https://docs.example.org'],
    ['HTTPS://Docs.Example.org/', 'https://docs.example.org'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:9', 'http://127.0.0.1:9'],
    ['[::1]:9', 'http://[::1]:9'],
    ['http://10.0.0.2:80/office/', 'http://10.0.0.2/office'],
  ])('%s is normalized to %s', (typed, kept) => expect(serverAddress(typed)).toBe(kept));

  it.each(['', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/?x=1', 'https://a.example/#x', 'a b'])(
    '"%s" is refused with a hint',
    typed => expect(() => serverAddress(typed)).toThrow(/is not the address of a server: /),
  );

  it('isLoopback() recognizes addresses of this machine', () => {
    expect(['http://localhost:1', 'http://127.9.9.9', 'http://[::1]:8'].map(isLoopback)).toEqual([true, true, true]);
    expect(['http://127.example.org', 'https://docs.example.org'].map(isLoopback)).toEqual([false, false]);
  });
});

describe('openCredentials', () => {
  it('saves one key per server', async () => {
    const credentials = openCredentials(folder);
    expect(credentials.list()).toEqual([]);
    await credentials.save({ server: 'one.example', ...KEY });
    await credentials.save({ server: 'two.example', ...KEY });
    await credentials.save({ server: 'https://ONE.example/', ...KEY, apiKey: 'dck_newer' });
    expect(credentials.list().map(({ server, apiKey }) => [server, apiKey])).toEqual([
      ['https://two.example', 'dck_secret'],
      ['https://one.example', 'dck_newer'],
    ]);
    expect(await credentials.remove('one.example')).toBe(true);
    expect(await credentials.remove('one.example')).toBe(false);
    expect(credentials.list().map(({ server }) => server)).toEqual(['https://two.example']);
  });

  it('treats the loopback names as one server', async () => {
    const credentials = openCredentials(folder);
    await credentials.save({ server: 'http://127.0.0.1:8080', ...KEY });
    expect(credentials.get('localhost:8080')?.apiKey).toBe('dck_secret');
    expect(credentials.get('[::1]:8080')?.apiKey).toBe('dck_secret');
    expect(credentials.get('localhost:8081')).toBeNull();
    expect(await credentials.remove('http://localhost:8080/')).toBe(true);
    expect(credentials.list()).toEqual([]);
  });

  it('gives the file mode 0600, even if an older file has another one', async () => {
    const credentials = openCredentials(join(folder, 'new'));
    await credentials.save({ server: 'one.example', ...KEY });
    chmodSync(credentials.file, 0o644);
    await credentials.save({ server: 'two.example', ...KEY });
    expect(statSync(credentials.file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'new'))).toEqual(['credentials.json']);
  });

  it.each(['{"servers": [', '[]', '{"servers": {}}', '{"servers": [{}]}', ''])(
    'reports the damaged file %j and leaves it unchanged',
    async damaged => {
      const credentials = openCredentials(folder);
      writeFileSync(credentials.file, damaged);
      const saved = credentials.save({ server: 'one.example', ...KEY });
      await expect(saved).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(/Cannot read/),
      });
      expect(readFileSync(credentials.file, 'utf8')).toBe(damaged);
    },
  );

  it('reads a file with the former member "current"', () => {
    const credentials = openCredentials(folder);
    const entry = { server: 'https://one.example', ...KEY, savedAt: '2026-01-01T00:00:00.000Z' };
    writeFileSync(credentials.file, JSON.stringify({ current: entry.server, servers: [entry] }));
    expect(credentials.get('one.example')).toEqual(entry);
  });

  it('loses no key when several are saved at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `s${i}.example`);
    await Promise.all(names.map(server => openCredentials(folder).save({ server, ...KEY })));
    expect(
      openCredentials(folder)
        .list()
        .map(({ server }) => server)
        .sort(),
    ).toEqual(names.map(name => `https://${name}`).sort());
  });
});
