/** No command prints text from outside in a form that controls the terminal, with colours or without. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../src/sign/index.js';
import { toPem } from '../../src/trust/index.js';
import { docconvResident } from '../helpers/cli.js';
import { formPdf } from '../helpers/form-pdf.js';

/** Hides text, sets the title, clears the screen (also by C1), and reverses the direction of writing. */
const HOSTILE = 'x\x1b[8m\x1b]0;t\x07\x9b2J\u202ey';

const cwd = mkdtempSync(join(tmpdir(), 'docconv-escapes-'));
const env = { DOCCONV_HOME: join(cwd, 'home'), DOCCONV_API_KEY: 'dck_test' };
let server: Server;
let url: string;

beforeAll(async () => {
  writeFileSync(join(cwd, `${HOSTILE}.docx`), 'PK no document');
  writeFileSync(join(cwd, `not${HOSTILE}.pdf`), 'no document');
  writeFileSync(join(cwd, 'form.pdf'), formPdf().bytes);
  writeFileSync(join(cwd, 'ca.pem'), toPem(createIdentity(HOSTILE).certificate.der));
  mkdirSync(join(cwd, `in${HOSTILE}`));
  server = createServer((request, response) => {
    const isList = request.url?.endsWith('/keys');
    const key = { id: HOSTILE, email: HOSTILE, name: HOSTILE, createdAt: HOSTILE, keyId: HOSTILE, expiresAt: HOSTILE };
    const problem = { code: HOSTILE, title: HOSTILE, detail: HOSTILE };
    response.statusCode = request.method === 'POST' ? 422 : 200;
    response.setHeader('content-type', request.method === 'POST' ? 'application/problem+json' : 'application/json');
    response.end(JSON.stringify(request.method === 'POST' ? problem : isList ? { keys: [key] } : key));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(cwd, { recursive: true });
});

/** In this order: later commands show what earlier ones have saved. */
const COMMANDS: readonly (() => string[])[] = [
  () => ['convert', `${HOSTILE}.docx`],
  () => ['convert', `nowhere${HOSTILE}.docx`, `${HOSTILE}.docx`, '--json', '--engine', 'native'],
  () => ['convert', `${HOSTILE}.docx`, '--server', url],
  () => ['convert', `--${HOSTILE}`],
  () => ['check', `not${HOSTILE}.pdf`],
  () => ['check', `not${HOSTILE}.pdf`, '--json'],
  () => ['check', `not${HOSTILE}.pdf`, '--server', url],
  () => ['sign', 'form.pdf', '--self-signed', HOSTILE, '--reason', HOSTILE, '-o', `signed${HOSTILE}.pdf`, '-f'],
  () => ['sign', 'form.pdf', '--self-signed', HOSTILE, '-o', `json${HOSTILE}.pdf`, '-f', '--json'],
  () => ['check', `signed${HOSTILE}.pdf`],
  () => ['check', `signed${HOSTILE}.pdf`, '--verbose'],
  () => ['check', `signed${HOSTILE}.pdf`, '--extract', '1', '-o', `old${HOSTILE}.pdf`, '-f'],
  () => ['trust', 'add', 'ca.pem'],
  () => ['trust', 'list'],
  () => ['trust', 'list', '--json'],
  () => ['trust', 'show', HOSTILE],
  () => ['trust', 'remove', `not${HOSTILE}`],
  () => ['config', 'set', 'libreoffice', `/${HOSTILE}`],
  () => ['config', 'list'],
  () => ['config', 'get', 'libreoffice'],
  () => ['config', 'get', 'libreoffice', '--json'],
  () => ['config', 'get', HOSTILE],
  () => ['whoami', '--server', `http://${HOSTILE}`],
  () => ['keys', 'rename', HOSTILE, HOSTILE, '--server', url],
  () => ['register', `${HOSTILE}@example.org`, '--server', url],
  () => ['verify-email', 'a@example.org', 'ABCD2345', '--server', url],
  () => ['logout', '--server', `https://${HOSTILE}.example`],
  () => [HOSTILE],
];

/** Their messages leave the text out, or refuse it as a whole. */
const WITHOUT: readonly (() => string[])[] = [
  () => ['convert', '--pdfa', HOSTILE, 'a.docx'],
  () => ['watch', `in${HOSTILE}`, '-o', 'out', '--once'],
  () => ['whoami', '--server', url],
  () => ['whoami', '--server', url, '--json'],
  () => ['keys', 'list', '--server', url],
  () => ['keys', 'list', '--server', url, '--json'],
  () => ['keys', 'revoke', HOSTILE, '--server', url],
  () => ['keys', 'create', HOSTILE],
  () => ['login', '--server', url],
];

/** What docconv itself sets, and terminals do not mind. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences
const OWN_COLOURS = /\x1b\[(?:1|2|22|31|32|33|36|39)m/g;

const CASES = [...COMMANDS.map(argv => ({ argv, foreign: true })), ...WITHOUT.map(argv => ({ argv, foreign: false }))];

describe.each([
  ['without colours', {}, 1],
  ['with colours, a selection,', { FORCE_COLOR: '1' }, 5],
])('%s', (_, colours: Record<string, string>, every) => {
  const titled = CASES.filter((_case, i) => i % every === every - 1).map(one => ({
    ...one,
    title: one
      .argv()
      .join(' ')
      .replace(/[^ -~]/g, '.'),
  }));
  it.each(titled)('$title', async ({ argv, foreign }) => {
    const { out, err } = await docconvResident(argv(), { env: { ...env, ...colours }, cwd });
    const printed = (out + err).replaceAll(OWN_COLOURS, '');
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    if (foreign) expect(printed).toContain('\\u001b[8m');
  });
});
