/** Several documents of one request become one PDF. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readZip } from '../../src/convert/input/zip.js';
import { openPdf } from '../../src/pdf/index.js';
import { Remote } from '../../src/remote/index.js';
import { sharedConverter } from '../convert/engine-setup.js';
import { docconv } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { formPdf } from '../helpers/form-pdf.js';
import { expectPdf, pageCount } from '../helpers/pdf-text.js';
import { describeTools } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { type Started, startServer } from './started.js';

const scan = { name: 'scan.pdf', bytes: blankPdf('Scanned').bytes };
const signed = { name: 'signed.pdf', bytes: blankPdf('Signed').sign({ make: () => Buffer.alloc(8) }).bytes };
const broken = { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 nothing') };

let folder: string;
let server: Started;
let remote: Remote;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
  // one document runs, one is prepared, and none waits
  server = await startServer({ mergedInputs: 8, queue: 1 });
  remote = new Remote({ server: server.url, apiKey: server.key });
});
afterAll(async () => {
  await remote.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function titles(pdf: Uint8Array): Promise<(string | null)[]> {
  const { latest } = await openPdf(pdf);
  const found: (string | null)[] = [];
  const outlines = latest.getDict(latest.root, 'Outlines');
  for (let item = latest.getDict(outlines, 'First'); item; item = latest.getDict(item, 'Next'))
    found.push(latest.getText(item, 'Title'));
  return found;
}

interface Sent {
  name: string;
  bytes: Uint8Array;
}

type Fields = Record<string, string>;

/** A client that sends this many bytes of a larger document, and no more. */
function stalledUpload({ port }: Started, key: string, bytes: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const length = `Content-Length: ${bytes + 1000}`;
  socket.write(`POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${length}\r\n`);
  socket.write('Content-Type: application/pdf\r\n\r\n');
  socket.write(Buffer.alloc(bytes, ' '));
  return socket;
}

async function post(files: readonly Sent[], fields: Fields, to = server, more: Fields = {}): Promise<Response> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { authorization: `Bearer ${to.key}`, ...more };
  return fetch(`${to.url}/v1/convert`, { method: 'POST', headers, body: form });
}

it('works on a PDF: a split gives an archive, and the same parts as files', async () => {
  const { bytes } = formPdf();
  const answer = await post([{ name: 'form.pdf', bytes }], { split: '1', rotate: '90' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toContain('filename="form.zip"');
  const names = readZip(Buffer.from(await answer.arrayBuffer())).map(({ name }) => name);
  expect(names).toEqual(['page-1.pdf', 'page-2.pdf']);
  const { files, engine } = await remote.convert({ name: 'form.pdf', bytes }, { pdf: { split: 1 } });
  expect([engine, files.map(({ page }) => page)]).toEqual([null, [1, 2]]);
  expect(await Promise.all(files.map(each => pageCount(each.bytes)))).toEqual([1, 1]);
  const refused = await post([signed], { rotate: '90' });
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'pdf_signed' }]);
});

describe('merging over HTTP', () => {
  it('gives what a converter of this machine gives: pages, bookmarks, and warnings with the number of the input', async () => {
    const parts = [scan, signed, scan];
    const options = { name: 'all.pdf', pdf: { title: 'All' } };
    const [far, { parts: _parts, ...near }] = await Promise.all([
      remote.merge(parts, options),
      sharedConverter().merge(
        parts.map(source => ({ source })),
        options,
      ),
    ]);
    const { milliseconds: _far, pdf: farPdf, ...farFacts } = far;
    const { milliseconds: _near, pdf: nearPdf, ...nearFacts } = near;
    expect(farFacts).toEqual(nearFacts);
    expect(farFacts.warnings).toMatchObject([
      { code: 'signatures_lost', detail: { document: 'signed.pdf', input: 2, signatures: 1 } },
    ]);
    expect(await titles(farPdf)).toEqual(['scan', 'signed', 'scan']);
    expect(await titles(nearPdf)).toEqual(['scan', 'signed', 'scan']);
    expect(farPdf.length).toBe(nearPdf.length);
  });

  it('merges more documents than may wait in the queue', async () => {
    const { pages, pdf } = await remote.merge(Array.from({ length: 8 }, () => scan));
    expect([pages, await pageCount(pdf)]).toEqual([8, 8]);
  });

  it('suggests the name of the parameter', async () => {
    const named = await post([scan], { merge: '../All of it.pdf' });
    expect(named.headers.get('content-disposition')).toContain('filename="All of it.pdf"');
    expect([named.headers.get('docconv-engine'), named.headers.get('docconv-pages')]).toEqual(['none', '1']);
    const plain = await post([scan, scan], { merge: 'true' });
    expect(plain.headers.get('content-disposition')).toContain('filename="merged.pdf"');
  });

  it.each([
    ['several files without "merge"', [scan, scan], {}, 'invalid_multipart', /exactly one file, .* option "merge"\./],
    ['merge=false', [scan, scan], { merge: 'false' }, 'invalid_multipart', /exactly one file/],
    ['too many files', Array(9).fill(scan), { merge: 'true' }, 'invalid_multipart', /1 to 8 files/],
    ['another output', [scan, scan], { merge: 'true', to: 'png' }, 'invalid_parameter', /"merge" writes a PDF/],
    ['PDF/A of a PDF', [scan, scan], { merge: 'true', pdfa: '2b' }, 'option_unsupported', /"pdfa" 2b needs PDFs/],
  ] as const)('refuses %s', async (_, files, fields, code, detail) => {
    const answer = await post(files, fields);
    expect(await answer.json()).toMatchObject({ code, detail: expect.stringMatching(detail) });
  });

  it('names the document that fails, and keeps nothing', async () => {
    const answer = await post([scan, broken], { merge: 'true' });
    expect(await answer.json()).toMatchObject({ code: 'corrupt_document', input: 2 });
    const error = await remote.merge([scan, broken]).catch(thrown => thrown);
    expect(error).toMatchObject({ code: 'CORRUPT_DOCUMENT', detail: { input: 2 } });
    expect(await remote.jobs.list()).toEqual([]); // the client removes its job, also one that failed
    const [uploads] = readdirSync(server.folder).filter(name => name.startsWith('docconv-serve-'));
    // the documents of a job are removed right after its end
    await expect.poll(() => readdirSync(join(server.folder, uploads!))).toEqual([]);
  });

  it('counts the PDFs of all documents in the byte budget', async () => {
    const small = await startServer({ uploadBudget: 10_000_000, maxUpload: 4_000_000 });
    try {
      const large = { ...scan, bytes: Buffer.concat([scan.bytes, Buffer.alloc(900_000, ' ')]) };
      const answer = await post([large, large, large], { merge: 'true' }, small);
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'overloaded' }]);
      expect((await post([large, large], { merge: 'true' }, small)).status).toBe(200);
      const over = await post(Array(7).fill(large), { merge: 'true' }, small);
      expect(await over.json()).toMatchObject({
        code: 'too_large',
        detail: expect.stringMatching(/^The documents of a request are together larger/),
      });
    } finally {
      await small.stop();
    }
  });

  describe('as a job', () => {
    const large = { ...scan, bytes: Buffer.concat([scan.bytes, Buffer.alloc(450_000, ' ')]) };
    const job = { prefer: 'respond-async, wait=60' };

    it('fails when its PDFs take more of the byte budget than a client may use', async () => {
      const small = await startServer({ uploadBudget: 3_000_000, maxUpload: 2_000_000 });
      onTestFinished(() => small.stop());
      const answer = await post([large, large], { merge: 'true' }, small, job);
      expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too_large', limit: 1_434_464 }]);
      expect((await post([large], { merge: 'true' }, small, job)).status).toBe(200);
      expect(await small.metrics()).toContain('docconv_documents_under_way_bytes 0');
    });

    it('waits while other documents take the byte budget', async () => {
      const small = await startServer({
        uploadBudget: 10_000_000,
        maxUpload: 5_000_000,
        verifyNeedsKey: true, // the two clients are accounts
        minUploadRate: { bytesPerSecond: 0, windowMs: 10_000 },
      });
      onTestFinished(() => small.stop());
      const stalled = await Promise.all(
        ['ann', 'bob'].map(async name => stalledUpload(small, await small.issueKey(`${name}@example.org`), 4_000_000)),
      );
      const used = async () => Number(/docconv_documents_under_way_bytes (\d+)/.exec(await small.metrics())![1]);
      await expect.poll(used).toBeGreaterThan(8_000_000);
      const answer = post([large, large], { merge: 'true' }, small, job);
      await expect.poll(() => small.log()).toContain('too many large documents');
      for (const socket of stalled) socket.destroy();
      expect((await answer).status).toBe(200);
    });
  });

  it('ends with the request', async () => {
    const leaving = new AbortController();
    const onUpload = (sent: number, total: number) => sent === total && leaving.abort();
    const parts = Array.from({ length: 8 }, () => scan);
    await expect(remote.merge(parts, { signal: leaving.signal, onUpload })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await remote.merge([scan, scan])).pages).toBe(2);
  });
});

describeTools('docconv convert --merge --server', ['soffice.bin', 'pdftotext'], () => {
  it('writes what the server merged, with texts of the name that was asked for', async () => {
    const { bytes, text } = documents.docx();
    writeFileSync(join(folder, 'a.docx'), bytes);
    writeFileSync(join(folder, 'b.pdf'), signed.bytes);
    const argv = ['a.docx', 'b.pdf', '-', '--merge', 'out.pdf', '--server', server.url, '--footer', '{name}/{page}'];
    const env = { DOCCONV_API_KEY: server.key };
    const ended = await docconv(['convert', ...argv], { cwd: folder, env, input: scan.bytes });
    expect(ended.err).toMatch(/^! b\.pdf: signed\.pdf|^! b\.pdf: b\.pdf has 1 signature/);
    expect(ended.err).toMatch(/✓ 3 documents → out\.pdf \(3 pages, [\d.]+ s\)\n$/);
    expect(ended.code).toBe(0);
    const merged = readFileSync(join(folder, 'out.pdf'));
    await expectPdf(merged, text, 3);
    for (const footer of ['out/1', 'Signed', 'out/2', 'Scanned', 'out/3']) await expectPdf(merged, footer, 3);
    expect(await titles(merged)).toEqual([expect.any(String), 'b', expect.any(String)]);
  });

  it('reports the document that the server could not read, and writes nothing', async () => {
    writeFileSync(join(folder, 'bad.pdf'), broken.bytes);
    const argv = ['convert', 'b.pdf', 'bad.pdf', '--merge', '-', '--server', server.url];
    const ended = await docconv(argv, { cwd: folder, env: { DOCCONV_API_KEY: server.key } });
    expect([ended.code, ended.out]).toEqual([3, '']);
    expect(ended.err).toMatch(/bad\.pdf: .*\[CORRUPT_DOCUMENT\]/);
  });
});
