/** Which packages a command loads: each takes 10 to 190 ms of the start, so that most are loaded only where they are used. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { docconv } from './helpers/cli.js';
import { EXPENSIVE, recordingBuiltins } from './helpers/isolation/builtins.js';
import { signedPdf } from './http/signed.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-packages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command with hooks that record every file that Node loads, by import or by require. */
async function packagesOf(argv: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const record = join(folder, 'loaded');
  writeFileSync(record, '');
  const hooks = join(folder, 'hooks.mjs');
  writeFileSync(hooks, HOOKS);
  const NODE_OPTIONS = `--import=${hooks}`;
  const ended = await docconv(argv, { env: { DOCCONV_HOME: folder, RECORD: record, NODE_OPTIONS, ...env } });
  expect(ended).toMatchObject({ code: 0 });
  const files = readFileSync(record, 'utf8').split('\n');
  expect(files.some(file => /\/dist\/cli\/\w+\.cjs$/.test(file))).toBe(true);
  return [...new Set(files.flatMap(file => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))].sort();
}

const HOOKS = `
  import { appendFileSync } from 'node:fs';
  import module from 'node:module';
  const write = name => appendFileSync(process.env.RECORD, name + '\\n');
  const { _load } = module;
  module._load = function (request, parent, ...rest) {
    try { write(module._resolveFilename(request, parent)); } catch {}
    return _load.call(this, request, parent, ...rest);
  };
  const hooks = \`
    import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(process.env.RECORD, url + '\\\\n');
      return next(url, context);
    }\`;
  module.register('data:text/javascript,' + encodeURIComponent(hooks));
`;

it('`docconv check FILE` loads no package', async () => {
  const file = join(folder, 'signed.pdf');
  writeFileSync(file, signedPdf());
  expect(await packagesOf(['check', '--json', '--no-require-trust', file])).toEqual([]);
});

it('`docconv --help` loads no modules of Node for requests and other processes', async () => {
  const { env, loaded } = recordingBuiltins();
  expect(await docconv(['--help'], { env: { DOCCONV_HOME: folder, ...env } })).toMatchObject({ code: 0, err: '' });
  expect(loaded()).toContain('fs');
  expect(loaded().filter(name => [...EXPENSIVE, 'fs/promises', 'http'].includes(name))).toEqual([]);
});

/** Over a unix socket. */
async function convertRemotely(run: (argv: readonly string[], env: Record<string, string>) => Promise<unknown>) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'));
  });
  const socket = join(folder, 'server.sock');
  await new Promise<void>(done => server.listen(socket, () => done()));
  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'Dear reader,');
  await run(['convert', '-q', '--server', `unix:${socket}`, file], { DOCCONV_API_KEY: 'dck_x' });
  await new Promise(done => server.close(done));
}

it('`docconv convert --server` loads no package', async () => {
  await convertRemotely(async (argv, env) => expect(await packagesOf(argv, env)).toEqual([]));
});

it('`docconv convert --server` loads no modules of Node but for the request and its files', async () => {
  await convertRemotely(async (argv, key) => {
    const { env, loaded } = recordingBuiltins();
    const start = () => docconv(argv, { env: { DOCCONV_HOME: folder, ...key, ...env } });
    for (let i = 0; i < 2; i++) expect(await start()).toMatchObject({ code: 0, err: '' }); // the first one compiles
    expect(loaded()).toContain('http');
    expect(loaded().filter(name => [...EXPENSIVE, 'net.isIP()'].includes(name))).toEqual([]);
  });
});

// `promises` of node:fs is loaded where it is used, node:fs/promises by each start
it('`docconv check` reads no file in a thread', async () => {
  const file = join(folder, 'signed.pdf');
  writeFileSync(file, signedPdf());
  const { env, loaded } = recordingBuiltins();
  const start = () => docconv(['check', '--no-require-trust', file], { env: { DOCCONV_HOME: folder, ...env } });
  for (let i = 0; i < 2; i++) expect(await start()).toMatchObject({ code: 0 }); // the first one writes compiled code
  expect(loaded()).toContain('crypto');
  expect(loaded()).not.toContain('fs/promises');
});

it('packages that a command loads are found', async () => {
  expect(await packagesOf(['config', 'set', 'workers', '2'])).toContain('conf');
});
