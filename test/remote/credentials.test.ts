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
  ])('%s is kept as %s', (typed, kept) => expect(serverAddress(typed)).toBe(kept));

  it.each(['', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/?x=1', 'https://a.example/#x', 'a b'])(
    '"%s" is refused with advice',
    typed => expect(() => serverAddress(typed)).toThrow(/is not the address of a server: /),
  );

  it('knows which addresses stay on this machine', () => {
    expect(['http://localhost:1', 'http://127.9.9.9', 'http://[::1]:8'].map(isLoopback)).toEqual([true, true, true]);
    expect(['http://127.example.org', 'https://docs.example.org'].map(isLoopback)).toEqual([false, false]);
  });
});

describe('openCredentials', () => {
  it('keeps one key per server, the last saved being the current one', () => {
    const credentials = openCredentials(folder);
    expect(credentials.current()).toBeNull();
    credentials.save({ server: 'one.example', ...KEY });
    credentials.save({ server: 'two.example', ...KEY });
    credentials.save({ server: 'https://ONE.example/', ...KEY, apiKey: 'dck_newer' });
    expect(credentials.list().map(({ server, apiKey }) => [server, apiKey])).toEqual([
      ['https://two.example', 'dck_secret'],
      ['https://one.example', 'dck_newer'],
    ]);
    expect(credentials.current()?.apiKey).toBe('dck_newer');
    expect(credentials.remove('one.example')).toBe(true);
    expect(credentials.remove('one.example')).toBe(false);
    expect(credentials.current()?.server).toBe('https://two.example');
  });

  it('takes the names of this machine for one server', () => {
    const credentials = openCredentials(folder);
    credentials.save({ server: 'http://127.0.0.1:8080', ...KEY });
    expect(credentials.get('localhost:8080')?.apiKey).toBe('dck_secret');
    expect(credentials.get('[::1]:8080')?.apiKey).toBe('dck_secret');
    expect(credentials.get('localhost:8081')).toBeNull();
    expect(credentials.remove('http://localhost:8080/')).toBe(true);
    expect(credentials.current()).toBeNull();
  });

  it('is readable by its owner alone, also where an older file was open to all', () => {
    const credentials = openCredentials(join(folder, 'new'));
    credentials.save({ server: 'one.example', ...KEY });
    chmodSync(credentials.file, 0o644);
    credentials.save({ server: 'two.example', ...KEY });
    expect(statSync(credentials.file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'new'))).toEqual(['credentials.json']);
  });

  it('reports a damaged file and leaves it as it is', () => {
    const credentials = openCredentials(folder);
    writeFileSync(credentials.file, '{"servers": [');
    expect(() => credentials.save({ server: 'one.example', ...KEY })).toThrow(/cannot be read/);
    expect(readFileSync(credentials.file, 'utf8')).toBe('{"servers": [');
  });
});
