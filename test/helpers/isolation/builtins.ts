/** Which modules of Node itself a command loads: each takes a part of the start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Loader of ES modules, TLS, compression, other processes and threads, fetch() and streams of the web. */
export const EXPENSIVE = [
  'internal/modules/esm/translators',
  'tls',
  'https',
  'zlib',
  'child_process',
  'worker_threads',
  'internal/deps/undici/undici',
  'internal/webstreams/readablestream',
  'internal/crypto/webcrypto',
];

/**
 * At its exit, a process with this environment writes the names of what it has loaded, which `loaded` reads. What is
 * expensive and what Node loads before any program, as versions 24 and 26 do, is left out.
 */
export function recordingBuiltins(): { env: { NODE_OPTIONS: string }; loaded(): string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-builtins-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [recorder, record] = [join(folder, 'recorder.cjs'), join(folder, 'record.json')];
  writeFileSync(recorder, RECORDER(record));
  return {
    env: { NODE_OPTIONS: `--require=${recorder}` },
    loaded: () => JSON.parse(readFileSync(record, 'utf8')) as string[],
  };
}

/** A call of net.isIP() is recorded as well: the first one compiles a regular expression for IPv6, which takes 5 ms. */
const RECORDER = (record: string): string => `
  const { writeFileSync } = require('node:fs');
  const internal = () =>
    process.moduleLoadList.filter(name => name.startsWith('NativeModule ')).map(name => name.slice(13));
  const before = new Set(internal().filter(name => ${JSON.stringify(EXPENSIVE)}.includes(name)));
  const net = require('node:net');
  const calls = [];
  const { isIP } = net;
  net.isIP = input => {
    calls.push('net.isIP()');
    return isIP(input);
  };
  process.on('exit', () => {
    const names = internal().filter(name => !before.has(name));
    writeFileSync(${JSON.stringify(record)}, JSON.stringify([...names, ...calls]));
  });
`;
