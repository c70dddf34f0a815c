/** Messages for HTTP clients never name flags of the command line, which a client cannot set. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocconvError, type ErrorCode } from '../../src/errors.js';
import { PROBLEM_OF_ERROR, PROBLEMS } from '../../src/http/index.js';
import { messageForClient, problemOf } from '../../src/http/problem.js';
import { ENGLISH } from '../../src/messages/english/index.js';

const FLAG = /(?<![\w-])--[a-z]/;
const CODES = Object.keys(PROBLEM_OF_ERROR) as ErrorCode[];

/** Code samples are commands for a shell, in which curl has flags. */
const isMessage = (name: string) => name.endsWith('.ts') && !name.startsWith('samples/');

/** String and template literals of a folder that contain a flag. */
function literalsWithFlag(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isMessage);
  const code = files.map(name => readFileSync(join(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, ''));
  return code.flatMap(text => text.match(/'[^'\n]*'|`[^`]*`/g) ?? []).filter(literal => FLAG.test(literal));
}

it('the tables name no flag', () => {
  const texts = Object.values(PROBLEMS).map(({ title, cause, remedy }) => `${title} ${cause} ${remedy}`);
  expect(texts.filter(text => FLAG.test(text))).toEqual([]);
});

it('the code of the service names no flag except those that are translated', () => {
  const isOfCurl = (literal: string) => literal.startsWith('`curl '); // in the code samples
  expect(literalsWithFlag('src/http').filter(literal => !isOfCurl(literal))).toEqual([
    "'--from'",
    "'--password'",
    "'--at'",
    "'--merge'",
  ]);
});

/** Those of the errors that the folder throws. */
function textsWithFlag(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  const ids = files.flatMap(
    name => readFileSync(join(folder, name), 'utf8').match(/(?<=')[A-Z_\d]+\.[\w.-]+(?=')/g) ?? [],
  );
  const texts = ids.map(id => JSON.stringify(ENGLISH[id as keyof typeof ENGLISH] ?? ''));
  return texts.filter(text => FLAG.test(text));
}

describe.each(['convert', 'isolation', 'signatures', 'pdf', 'keys', 'fetch'])('messages of %s', folder => {
  it.each(CODES)('lose their flags in a problem for %s', code => {
    for (const literal of [...literalsWithFlag(join('src', folder)), ...textsWithFlag(join('src', folder))])
      expect(problemOf(DocconvError.received(code, literal)).message).not.toMatch(FLAG);
  });
});

it.each([
  ['This is text: use --from txt, csv or html.', 'This is text: use "from" txt, csv or html.'],
  ['--allow needs --permission-password.', '"allow" needs "permission-password".'],
  ['wasm cannot convert odt files. Omit --engine, or try soffice.', 'wasm cannot convert odt files.'],
  ['The file a--b.docx is empty.', 'The file a--b.docx is empty.'],
])('%j becomes %j', (message, expected) => expect(messageForClient(message)).toBe(expected));
