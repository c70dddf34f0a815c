/** POST /v1/convert with files for operations: attachments, a stamp, a background and bookmarks. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConverter } from '../../src/index.js';
import { sharedConverter } from '../convert/engine-setup.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { type Started, startServer } from './started.js';

type Part = readonly [name: string, value: string | Uint8Array, fileName?: string];

const letter: Part = ['file', blankPdf('Letter').bytes, 'letter.pdf'];
const paper: Part = ['background', blankPdf('Letterhead').bytes, 'paper.pdf'];

const data: Part = ['attach', Buffer.from('<a/>'), 'x.xml'];

const reader = createConverter({ workers: 1 });
let server: Started;
beforeAll(async () => {
  server = await startServer({ converter: sharedConverter() });
});
afterAll(async () => {
  await server.stop();
  await reader.close();
});

async function convert(parts: readonly Part[], path = '/v1/convert', headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Buffer.from(value)]), fileName);
  }
  const authorization = `Bearer ${server.key}`;
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization, ...headers },
  });
  return { status: response.status, response, body: Buffer.from(await response.arrayBuffer()) };
}

const detailOf = (body: Buffer) => JSON.parse(body.toString()).detail as string;

const EVERYTHING: readonly Part[] = [
  paper,
  letter,
  ['stamp-position', 'tl'],
  ['attach', Buffer.from('<a/>'), 'a/ü.xml'],
  ['attach', Buffer.from('b'), 'b.txt'],
  ['attach-relationship', 'Data'],
  ['attach-description', 'Data of the letter'],
  ['set-bookmarks', '[{"title":"Start","page":1}]'],
];

async function expectEverything(pdf: Buffer) {
  const description = await reader.describe({ bytes: pdf, name: 'letter.pdf' });
  expect(description.bookmarks).toEqual([{ title: 'Start', page: 1 }]);
  expect(description.attachments).toMatchObject([
    { name: 'b.txt', relationship: 'Data', description: 'Data of the letter' },
    { name: 'ü.xml', relationship: 'Data' },
  ]);
  expect(pdf.toString('latin1')).toContain('/Subtype /Form');
}

it('attaches files, prints a letterhead and sets bookmarks, in one request and as a job', async () => {
  const { status, response, body } = await convert(EVERYTHING);
  expect(status, body.toString('latin1', 0, 300)).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('filename="letter.pdf"');
  await expectEverything(body);

  const accepted = await convert(EVERYTHING, '/v1/convert', { prefer: 'respond-async' });
  expect(accepted.status, accepted.body.toString()).toBe(202);
  const { id } = JSON.parse(accepted.body.toString());
  const authorization = `Bearer ${server.key}`;
  await fetch(`${server.url}/v1/jobs/${id}`, { headers: { authorization, prefer: 'wait=30' } });
  const result = await fetch(`${server.url}/v1/jobs/${id}/result`, { headers: { authorization } });
  expect(result.status).toBe(200);
  await expectEverything(Buffer.from(await result.arrayBuffer()));
});

it('takes bookmarks of a book in a request, but not in a job', async () => {
  const bookmarks = Array.from({ length: 4000 }, (_, i) => ({ title: `Section ${i} of a long book`, page: 1 }));
  const parts: Part[] = [letter, ['set-bookmarks', JSON.stringify(bookmarks)]];
  const { status, body } = await convert(parts);
  expect(status, body.toString('latin1', 0, 300)).toBe(200);
  expect((await reader.describe({ bytes: body, name: 'letter.pdf' })).bookmarks).toEqual(bookmarks);
  const job = await convert(parts, '/v1/convert', { prefer: 'respond-async' });
  expect(job.status).toBe(400);
  expect(detailOf(job.body)).toContain('The fields of a job have more than 64 KiB. Send the form without "Prefer');
});

it.each<[string, readonly Part[], string]>([
  ['no document', [paper], 'contains no file'],
  ['a text for a file', [letter, ['stamp', 'DRAFT']], 'Send "stamp" as a file'],
  ['two backgrounds', [letter, paper, paper], 'at most one file "background"'],
  ['an option without its file', [letter, ['attach-type', 'text/xml']], '"attach-type" needs "attach"'],
  ['no media type', [letter, data, ['attach-type', '']], '"attach-type" is a media type, such as text/xml'],
  ['an unknown place', [letter, paper, ['stamp-position', 'top']], '"stamp-position" is one of tl, tc'],
  ['a size of nothing', [letter, paper, ['stamp-scale', '0']], '"stamp-scale" is a number from 1 to 1000'],
  ['no opacity', [letter, paper, ['stamp-opacity', '-5']], '"stamp-opacity" is a number from 1 to 100'],
  ['no range', [letter, paper, ['stamp-pages', 'a-b']], '"stamp-pages" is a range of pages'],
  ['bookmarks that are no JSON', [letter, ['set-bookmarks', '[']], '"set-bookmarks" is no list of bookmarks'],
  ['other bookmarks', [letter, ['set-bookmarks', '[{"page":1}]']], '"set-bookmarks" is no list of bookmarks'],
  ['a merge', [letter, letter, paper, ['merge', 'true']], 'work on single documents: omit "merge"'],
  ['images', [letter, paper, ['to', 'png']], 'need a PDF as output: omit "to"'],
  ['a part of another name', [letter, ['annex', Buffer.from('a'), 'a.txt']], 'in parts named "file"'],
])('refuses %s', async (_, parts, reason) => {
  const { status, body } = await convert(parts);
  expect(status).toBe(400);
  expect(detailOf(body)).toContain(reason);
});

it.each<[string, readonly Part[]]>([
  ['x.xml', [data, ['attach', Buffer.from('b'), 'b/x.xml']]],
  ['document', ['a/', 'b/'].map((name): Part => ['attach', Buffer.from('a'), name])],
])('refuses two attachments with the name %s before there is a job', async (name, parts) => {
  const { status, body } = await convert([letter, ...parts], '/v1/convert', { prefer: 'respond-async' });
  expect(status).toBe(400);
  const detail = expect.stringContaining(`the name "${name}"`);
  expect(JSON.parse(body.toString())).toMatchObject({ detail, errors: [{ parameter: 'attach' }] });
});

it('takes what says how they are printed in the URL as well, but no texts', async () => {
  const inUrl = await convert([letter, paper], '/v1/convert?stamp-opacity=20&stamp-pages=1');
  expect(inUrl.status).toBe(200);
  const text = await convert([letter], '/v1/convert?set-bookmarks=%5B%5D');
  expect(text.status).toBe(400);
  expect(detailOf(text.body)).toContain('as a form field');
});
