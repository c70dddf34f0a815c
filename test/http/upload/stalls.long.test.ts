/** Every body that cannot be read to its end is answered, before the deadline or at it: no upload stalls. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Started, startServer } from '../started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer({ maxUpload: 2e6, deadlineMs: 5_000 });
});
afterAll(() => server.stop());

interface Answer {
  status: number;
  code: string;
}

/** Sends the bytes, keeps the connection open, and waits for the answer. */
async function send(path: string, headers: readonly string[], body: string): Promise<Answer> {
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {});
  socket.on('data', piece => {
    text += piece;
  });
  const all = ['Host: 127.0.0.1', `Authorization: Bearer ${server.key}`, ...headers];
  socket.write(`POST ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`);
  await new Promise<void>(resolve => {
    socket.on('close', () => resolve());
    socket.on('data', () => text.includes('"requestId"') && resolve());
  });
  socket.destroy();
  return {
    status: Number(text.match(/(?<=HTTP\/1\.1 )\d+/g)?.at(-1)),
    code: /"code":"(\w+)"/.exec(text)?.[1] ?? 'no answer',
  };
}

const FORM = 'Content-Type: multipart/form-data; boundary=x';
const JSON_BODY = 'Content-Type: application/json';
const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;
const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
const LARGE = 'a'.repeat(200_000);
const file = part('Content-Disposition: form-data; name="file"; filename="a.txt"', LARGE);
/** Refused after the form was read. */
const wrong = part('Content-Disposition: form-data; name="quality"', '101');
const END = '--x--\r\n';

describe('a form with a part that is not a field is refused', () => {
  test.each([
    ['a line feed in the file name', 'Content-Disposition: form-data; name="file"; filename="a\nb.txt"'],
    ['a carriage return in the file name', 'Content-Disposition: form-data; name="file"; filename="a\rb.txt"'],
    ['a line end in the file name', 'Content-Disposition: form-data; name="file"; filename="a\r\nb.txt"'],
    ['a line feed in the name', 'Content-Disposition: form-data; name="fi\nle"; filename="a.txt"'],
    ['another disposition', 'Content-Disposition: attachment; filename="a.txt"'],
    ['no disposition', 'Content-Type: text/plain'],
    ['no name', 'Content-Disposition: form-data; filename="a.txt"'],
    ['two names', 'Content-Disposition: form-data; name="file"; name="other"; filename="a.txt"'],
    ['two dispositions', 'Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"'],
    ['a folded header', 'Content-Disposition: form-data;\r\n name="file"; filename="a.txt"'],
    ['a quotation mark that does not end', 'Content-Disposition: form-data; name="file'],
    ['an encoding', 'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Transfer-Encoding: base64'],
    ['headers of 100 kB', `X-A: ${'a'.repeat(100_000)}`],
  ])('%s', async (_what, headers) => {
    const body = part(headers, LARGE) + file + END;
    expect(await send('/v1/convert', [FORM, length(body)], body)).toEqual({ status: 400, code: 'invalid_multipart' });
  });

  test('headers without any', async () => {
    const body = `--x\r\n\r\n${LARGE}\r\n${file}${END}`;
    expect(await send('/v1/convert', [FORM, length(body)], body)).toEqual({ status: 400, code: 'invalid_multipart' });
  });
});

describe('a form of an unusual shape is read to its end', () => {
  test.each([
    ['text before the first boundary', `${LARGE}\r\n${file}${wrong}${END}`],
    ['text after the last boundary', `${file}${wrong}${END}${LARGE}`],
    ['blanks after a boundary', `${file}--x \t\r\n${wrong.slice(5)}${END}`],
    ['a file that contains most of a boundary', file.replace('aaaa', '\r\n--\r\n-x\r\n--y') + wrong + END],
    [
      'a form within a part',
      part('Content-Disposition: form-data; name="file"; filename="a"', `--y\r\n${LARGE}`) + wrong + END,
    ],
    ['the file last', wrong + file + END],
  ])('%s', async (_what, body) => {
    expect(await send('/v1/convert', [FORM, length(body)], body)).toEqual({ status: 400, code: 'invalid_parameter' });
  });

  test.each([
    ['no boundary at all', LARGE],
    ['no last boundary', file],
    ['half of the last boundary', `${file}--x-`],
    ['an end in the headers', '--x\r\nContent-Disposition: form'],
    ['thousands of parts', `${part('Content-Disposition: form-data; name="a"', '')}`.repeat(5_000) + END],
    [
      'hundreds of fields',
      Array.from({ length: 300 }, (_, i) => part(`Content-Disposition: form-data; name="a${i}"`, '')).join('') + END,
    ],
    ['a field of 1.1 MB', part('Content-Disposition: form-data; name="pages"', 'a'.repeat(1_100_000)) + file + END],
  ])('%s', async (_what, body) => {
    expect(await send('/v1/convert', [FORM, length(body)], body)).toEqual({ status: 400, code: 'invalid_multipart' });
  });

  test('a form that has more bytes than are allowed, in parts without a length', async () => {
    const chunk = `${(100_000).toString(16)}\r\n${'a'.repeat(100_000)}\r\n`;
    const start = '3f\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n';
    const chunked = `${start}\r\n${chunk.repeat(40)}`;
    const answer = await send('/v1/convert', [FORM, 'Transfer-Encoding: chunked'], chunked.replace('3f\r\n', '41\r\n'));
    expect(answer.status).toBeOneOf([400, 413]);
  });
});

test('a body that does not go on is answered at the deadline: 408', async () => {
  const announced = 'Content-Length: 1000000';
  const chunked = 'Transfer-Encoding: chunked';
  const bodies: readonly [what: string, path: string, headers: readonly string[], body: string][] = [
    ['a form, before its first byte', '/v1/convert', [FORM, announced], ''],
    ['a form, within the file', '/v1/convert', [FORM, announced], file],
    ['a form, within the headers of a part', '/v1/convert', [FORM, announced], '--x\r\nContent-Dispo'],
    ['a form, after its last boundary', '/v1/convert', [FORM, announced], file + END],
    ['a form in chunks', '/v1/convert', [FORM, chunked], '5\r\n--x\r\n\r\n'],
    ['a form after 100 Continue', '/v1/convert', [FORM, announced, 'Expect: 100-continue'], file],
    [
      'JSON, within the document',
      '/v1/verify',
      [JSON_BODY, announced],
      `{"document":{"base64":"${'QUJD'.repeat(50_000)}`,
    ],
    ['JSON, before the document', '/v1/verify', [JSON_BODY, announced], '{"docu'],
    ['JSON in chunks', '/v1/verify', [JSON_BODY, chunked], '2\r\n{"\r\n'],
  ];
  const answers = await Promise.all(
    bodies.map(async ([what, path, headers, body]) => [what, await send(path, headers, body)]),
  );
  const expected = { status: 408, code: 'request_timeout' };
  expect(answers).toEqual(bodies.map(([what]) => [what, expected]));
});

test.each(['/v1/convert', '/v1/verify'])('a compressed body is refused: %s', async path => {
  const headers = [path === '/v1/convert' ? FORM : JSON_BODY, 'Content-Encoding: gzip', 'Content-Length: 2'];
  expect(await send(path, headers, '{}')).toEqual({ status: 415, code: 'unsupported_encoding' });
});
