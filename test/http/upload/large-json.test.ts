/** Large JSON bodies are parsed correctly and do not block the server. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJsonText } from '../../../src/http/upload/json-body.js';
import { inBlocks } from '../../../src/system/blocks.js';
import { sharedConverter } from '../../convert/engine-setup.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer({ converter: sharedConverter(), maxUpload: 5e6 });
});
afterAll(() => server.stop());

async function verify(body: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/v1/verify`, { method: 'POST', headers, body });
  return { status: answer.status, ...((await answer.json()) as object) };
}

/** Line ends, which are allowed in base64, make it long. */
const LONG = `${signedPdf().toString('base64')}${'\r\n'.repeat(60_000)}`;
const literal = JSON.stringify(LONG);

describe('a long document is verified in every JSON notation', () => {
  test.each([
    ['alone', `{"document":{"base64":${literal}}}`],
    ['with spaces and line ends', `\r\n { "document" :\t{ "base64" : ${literal} } } \n`],
    ['between other members', `{"at":"2026-06-01T12:00:00Z","document":{"password":"a\\"\\\\","base64":${literal}}}`],
    ['before other members', `{"document":{"base64":${literal},"password":"\\""},"at":"2026-06-01T12:00:00Z"}`],
    ['with escaped slashes, as PHP writes it', `{"document":{"base64":${literal.replaceAll('/', '\\/')}}}`],
    ['with its name escaped', `{"document":{"b\\u0061se64":${literal}}}`],
    ['with a prefix', `{"document":{"base64":${JSON.stringify(`data:application/pdf;base64,${LONG}`)}}}`],
  ])('%s', async (_how, body) => {
    expect(await verify(body)).toMatchObject({ status: 200, valid: true, signer: { name: 'Anna Example' } });
  });
});

const MANY = 300_000;
test.each([
  ['no base64', `{"document":{"base64":"${'*'.repeat(MANY)}"}}`, 422, 'undecodable_document'],
  ['an escaped quote', `{"document":{"base64":"${'A'.repeat(MANY)}\\"AAA"}}`, 400, 'invalid_parameter'],
  ['many escaped quotes', `{"document":{"base64":"${'\\"'.repeat(MANY)}"}}`, 400, 'invalid_parameter'],
  [
    'a character that JSON does not allow',
    `{"document":{"base64":"${'A'.repeat(MANY)}\n"}}`,
    422,
    'undecodable_document',
  ],
  ['no end', `{"document":{"base64":"${'A'.repeat(MANY)}`, 400, 'invalid_parameter'],
  ['nothing after it', `{"document":{"base64":"${'A'.repeat(MANY)}"`, 400, 'invalid_json'],
  ['a URL', `{"document":{"url":"https://example.org/${'a'.repeat(MANY)}"}}`, 400, 'invalid_parameter'],
  ['a password', `{"document":{"base64":"QUJD","password":"${'a'.repeat(MANY)}"}}`, 400, 'invalid_parameter'],
  ['the name of a member', `{"document":{"base64":"QUJD","${'a'.repeat(MANY)}":1}}`, 400, 'invalid_parameter'],
  [
    'a URL beside a document',
    `{"document":{"url":"https://example.org/","base64":${literal}}}`,
    400,
    'invalid_parameter',
  ],
  ['two documents', `{"document":{"base64":${literal},"base64":${literal}}}`, 400, 'invalid_parameter'],
  ['more than may be uploaded', `{"document":{"base64":"${'QUJD'.repeat(1_700_000)}"}}`, 413, 'too_large'],
  ['many small things', `{"document":[${'[],'.repeat(MANY)}[]]}`, 400, 'invalid_parameter'],
  ['many small strings', `{"document":[${'"",'.repeat(MANY)}""]}`, 400, 'invalid_parameter'],
  ['depth', '['.repeat(MANY), 400, 'invalid_parameter'],
])('%s, too long: refused', async (_what, body, status, code) => {
  expect(await verify(body)).toMatchObject({ status, code });
});

test('a document of 20 MB is decoded while it arrives, and never held', async () => {
  const document = randomBytes(20e6);
  const body = Buffer.from(JSON.stringify({ document: { base64: document.toString('base64'), password: 'x' } }));
  const digest = createHash('sha256');
  let largest = 0;
  const { text, placeholder } = await readJsonText(inBlocks([body]), async block => {
    largest = Math.max(largest, block.length);
    digest.update(block);
  });
  expect(text.length).toBeLessThan(200); // what is left to parse
  expect(JSON.parse(text)).toEqual({ document: { base64: placeholder, password: 'x' } });
  expect(digest.digest('hex')).toBe(createHash('sha256').update(document).digest('hex'));
  expect(largest).toBeLessThan(200_000);
});
