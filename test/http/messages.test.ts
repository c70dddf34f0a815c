/** What strangers read names no flags and commands of the operator, who can use them; the log does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.js';
import { asWarning, WARNING_CODES, WARNINGS } from '../../src/convert/warnings.js';
import { DocconvError, type ErrorCode } from '../../src/errors.js';
import { PROBLEM_OF_ERROR, PROBLEMS } from '../../src/http/index.js';
import { messageForClient, problemBody, problemOf } from '../../src/http/problem.js';
import { warningHeaders } from '../../src/http/work/warning-headers.js';
import { errorTexts } from '../../src/messages/english/errors/index.js';
import { userInterfaceTexts } from '../../src/messages/english/user-interface.js';
import { verificationTexts } from '../../src/messages/english/verification.js';
import { type Started, startServer } from './started.js';

const NAMES = ['help', ...COMMANDS.map(({ name }) => name)];
const OF_OPERATOR = new RegExp(`(?<![\\w-])--?[a-z](?!\\w*\\d)|\\bdocconv (?:${NAMES.join('|')})\\b`);
const CODES = Object.keys(PROBLEM_OF_ERROR) as ErrorCode[];

const wrongOf = (texts: readonly string[]) => texts.filter(text => OF_OPERATOR.test(text));
/** With its plural forms, and with values. */
const formsOf = (text: string | object): string[] =>
  (typeof text === 'string' ? [text] : Object.values(text)).map(form => form.replace(/\{\w+\}/g, 'value'));
const sent = (code: ErrorCode, text: string) =>
  JSON.stringify(problemBody(problemOf(DocconvError.received(code, text)), 'id'));

let server: Started;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('the tables of problems', () => {
  expect(wrongOf(Object.values(PROBLEMS).map(({ title, cause, remedy }) => `${title} ${cause} ${remedy}`))).toEqual([]);
});

it.each(CODES)('every text of %s, as the API sends it', code => {
  const texts = Object.entries(errorTexts()).filter(([id]) => id.startsWith(`${code}.`));
  const bodies = texts.flatMap(([, text]) => formsOf(text).map(form => sent(code, form)));
  expect(wrongOf(bodies)).toEqual([]);
});

it('a command of each name', () => {
  const texts = NAMES.map(name => sent('OPTION_INVALID', `There is none. Run docconv ${name} to see all.`));
  expect(wrongOf(texts)).toEqual([]);
});

it('warnings of conversions', () => {
  const warnings = WARNING_CODES.map(code => asWarning({ code, detail: WARNINGS[code].example }));
  const headers = warnings.flatMap(warning => warningHeaders([warning])['docconv-warning'] ?? []);
  expect(headers).toHaveLength(WARNING_CODES.length);
  expect(wrongOf(headers)).toEqual([]);
  for (const header of headers) expect(JSON.parse(header).message).not.toBe('');
});

it('results of verifications, and the page', () => {
  const ofCommandLine = (id: string) => id.startsWith('check.') || id === 'changes.more';
  const texts = Object.entries({ ...verificationTexts(), ...userInterfaceTexts() });
  expect(wrongOf(texts.flatMap(([id, text]) => (ofCommandLine(id) ? [] : formsOf(text))))).toEqual([]);
});

it('the description of the API', async () => {
  const response = await fetch(new URL('/openapi.json', server.url));
  const texts: string[] = [];
  JSON.parse(await response.text(), (name, value) => {
    if (name === 'x-codeSamples') return null; // commands for a shell, in which curl has flags
    if (name === 'description' || name === 'summary' || name === 'title') texts.push(String(value));
    return value;
  });
  expect(texts.length).toBeGreaterThan(100);
  expect(wrongOf(texts)).toEqual([]);
});

it('the code of the service names no flag except those that are translated', () => {
  /** Code samples are commands for a shell. */
  const isMessage = (name: string) => name.endsWith('.ts') && !name.startsWith('samples/');
  const files = readdirSync('src/http', { recursive: true, encoding: 'utf8' }).filter(isMessage);
  const code = files.map(name =>
    readFileSync(join('src/http', name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, ''),
  );
  const literals = code.flatMap(text => text.match(/'[^'\n]*'|`[^`]*`/g) ?? []);
  const withFlag = literals.filter(literal => /(?<![\w-])--[a-z]/.test(literal) && !literal.startsWith('`curl '));
  const options = ['from', 'password', 'at', 'merge', 'level', 'reason', 'field', 'certify', 'lock'];
  expect(withFlag).toEqual(options.map(name => `'--${name}'`));
});

it.each([
  ['This is text: use --from txt, csv or html.', 'This is text: use "from" txt, csv or html.'],
  ['--allow needs --permission-password.', '"allow" needs "permission-password".'],
  ['wasm cannot convert odt files. Omit --engine, or try soffice.', 'wasm cannot convert odt files.'],
  ['Not there. Run: docconv store migrate', 'Not there.'],
  ['The file docconv.docx is empty; docconv keeps nothing.', 'The file docconv.docx is empty; docconv keeps nothing.'],
  ['The file a--b.docx is empty.', 'The file a--b.docx is empty.'],
])('%j becomes %j', (message, expected) => expect(messageForClient(message)).toBe(expected));
