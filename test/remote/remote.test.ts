/** The client against the real server, and against servers that behave badly. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Remote } from '../../src/remote/index.js';
import { sharedConverter } from '../convert/engine-setup.js';
import { canUse } from '../helpers/requires.js';
import { signedPdf } from '../http/signed.js';
import { type Started, startServer } from '../http/started.js';

const LETTER = Buffer.from('{\\rtf1\\ansi Dear reader,\\par}');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('with a docconv server', () => {
  let server: Started;
  let remote: Remote;
  beforeAll(async () => {
    server = await startServer({ converter: sharedConverter(), maxUpload: 3_000_000 });
    remote = new Remote({ server: server.url, apiKey: server.key });
  });
  afterAll(async () => {
    await remote.close();
    await server.stop();
  });

  it('converts a file, reports upload progress, and leaves only the PDF in the folder', async () => {
    const input = join(folder, 'letter.rtf');
    writeFileSync(input, Buffer.concat([LETTER, Buffer.alloc(300_000, ' ')]));
    const out = mkdtempSync(join(folder, 'out-'));
    const sent: number[] = [];
    const onUpload = (bytes: number, total: number) => sent.push(bytes / total);
    const made = await remote.convertToFile({ path: input }, join(out, 'a.pdf'), { pdf: { pdfa: '2b' }, onUpload });
    expect(made).toMatchObject({ engine: canUse('soffice.bin') ? 'native' : 'wasm', warnings: [] });
    expect(readdirSync(out)).toEqual(['a.pdf']);
    expect(readFileSync(join(out, 'a.pdf'), 'latin1')).toMatch(/^%PDF-.*pdfaid/s);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.at(-1)).toBe(1);
  });

  it('verifies bytes at a given time', async () => {
    const result = await remote.verify(signedPdf(), { at: new Date('2026-06-01T12:00:00Z') });
    expect(result).toMatchObject({ verdict: 'intact', valid: true, signer: { name: 'Anna Example' } });
    expect(result.policy).toMatchObject({ trust: 'not-required', validationTime: '2026-06-01T12:00:00.000Z' });
  });

  it('verifies a file and random access to it as it does bytes', async () => {
    const bytes = Buffer.concat([signedPdf(), Buffer.alloc(200_000, '\n')]);
    const path = join(folder, 'signed.pdf');
    writeFileSync(path, bytes);
    const access = {
      size: bytes.length,
      read: (at: number, size: number) => bytes.subarray(at, at + size),
      close() {},
    };
    const results = await Promise.all([bytes, path, access].map(source => remote.verify(source)));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (const { document } of results) expect(document).toMatchObject({ size: bytes.length, sha256, signatures: 1 });
  });

  it('a file that cannot be read is not taken for an unreachable server', async () => {
    const unreadable = { code: 'FILE_UNREADABLE', message: expect.stringContaining('it is a folder') };
    await expect(remote.verify(folder)).rejects.toMatchObject(unreadable);
    await expect(remote.convert({ path: folder })).rejects.toMatchObject(unreadable);
  });

  it('returns the owner of its key, and the list of keys', async () => {
    const me = await remote.whoami();
    expect(me).toMatchObject({ email: 'owner@example.org', current: true, revokedAt: null });
    expect(await remote.keys()).toHaveLength(1);
    expect(await remote.revokeKey('none')).toBe(false);
  });

  it.each([
    ['text that is said to be docx', { bytes: Buffer.from('hello'), name: 'a.docx' }, 'FORMAT_MISMATCH', /docx/],
    ['an empty document', { bytes: Buffer.alloc(0), name: 'a.txt' }, 'EMPTY_FILE', /empty/i],
    ['one that is too large', { bytes: Buffer.alloc(9_000_000), name: 'a.txt' }, 'TOO_LARGE', /3 MB/],
  ])('%s is refused with the same error as locally', async (_name, source, code, sentence) => {
    const refused = remote.convertToFile(source, join(folder, 'no.pdf'));
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
    expect(existsSync(join(folder, 'no.pdf'))).toBe(false);
  });

  it('reports an invalid key, even for a large upload', async () => {
    const invalid = new Remote({ server: server.url, apiKey: 'dck_no' });
    const refused = invalid.convert({ bytes: Buffer.alloc(20_000_000) });
    await expect(refused).rejects.toMatchObject({ code: 'KEY_INVALID' });
    await expect(invalid.whoami()).rejects.toMatchObject({ code: 'KEY_INVALID' });
    await invalid.close();
  });

  it('stops when the signal is aborted', async () => {
    const signal = AbortSignal.timeout(5);
    const given = remote.convert(
      { bytes: Buffer.concat([LETTER, Buffer.alloc(2_000_000, ' ')]), name: 'a.rtf' },
      { signal },
    );
    await expect(given).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('with a server that', () => {
  let bad: Server;
  afterEach(() => bad?.close());
  const remoteTo = async (listener: RequestListener): Promise<Remote> => {
    bad = createServer(listener);
    await new Promise<void>(resolve => bad.listen(0, '127.0.0.1', () => resolve()));
    const server = `127.0.0.1:${(bad.address() as AddressInfo).port}`;
    return new Remote({ server, apiKey: 'dck_x', times: { waitSeconds: 1, retryMs: 0 } });
  };
  const busy = (status: number) => ({ code: 'queue_full', detail: 'Too busy.', status, retryable: true });

  it('is busy gets the request again after Retry-After', async () => {
    let asked = 0;
    const remote = await remoteTo((request, response) => {
      request.resume().on('end', () => {
        if (++asked < 3) response.writeHead(503, { 'retry-after': '0' }).end(JSON.stringify(busy(503)));
        else response.writeHead(200, { 'content-type': 'application/pdf', 'docconv-engine': 'native' }).end('%PDF-1.7');
      });
    });
    const { pdf } = await remote.convert({ bytes: LETTER, name: 'a.rtf' });
    expect([asked, Buffer.from(pdf).toString()]).toEqual([3, '%PDF-1.7']);
  });

  it('is busy without Retry-After gets no second request', async () => {
    const remote = await remoteTo((request, response) => {
      request.resume().on('end', () => response.writeHead(503).end(JSON.stringify(busy(503))));
    });
    await expect(remote.whoami()).rejects.toMatchObject({
      code: 'REMOTE_REFUSED',
      message: expect.stringMatching(/refused the request: Too busy\.$/),
    });
  });

  it('states no verdict, as older versions did, is refused for verification', async () => {
    const remote = await remoteTo((request, response) => {
      request.resume().on('end', () => {
        const headers = { 'content-type': 'application/json', 'docconv-trust': 'required' };
        response.writeHead(200, headers).end(JSON.stringify({ valid: true, reason: 'Signed.', signers: [] }));
      });
    });
    await expect(remote.verify(signedPdf())).rejects.toMatchObject({
      code: 'REMOTE_REFUSED',
      message: expect.stringMatching(/older docconv.*update it\.$/),
    });
  });

  it('takes JSON only for verification, as older versions did, is refused', async () => {
    const remote = await remoteTo((request, response) => {
      request.resume().on('end', () => {
        const isJson = request.headers['content-type'] === 'application/json';
        response.writeHead(isJson ? 200 : 415).end(JSON.stringify({ code: 'unsupported_media_type' }));
      });
    });
    await expect(remote.verify(signedPdf())).rejects.toMatchObject({
      code: 'REMOTE_REFUSED',
      message: expect.stringMatching(/older docconv.*update it\.$/),
    });
  });

  it('receives a document for verification as it is, in a form', async () => {
    let received = Buffer.alloc(0);
    let type: string | undefined;
    const remote = await remoteTo(async (request, response) => {
      type = request.headers['content-type'];
      received = Buffer.concat(await request.toArray());
      response.end(JSON.stringify({ verdict: 'intact' }));
    });
    const bytes = signedPdf();
    await remote.verify(bytes, { password: 'hunter2' });
    expect(type).toMatch(/^multipart\/form-data;/);
    expect(received.includes(bytes)).toBe(true);
    expect(received.includes('hunter2')).toBe(true);
  });

  it('is not docconv is reported by its status, without control sequences', async () => {
    const remote = await remoteTo((_, response) => response.writeHead(418).end('<h1>\u001b[31mteapot</h1>'));
    await expect(remote.whoami()).rejects.toMatchObject({
      code: 'REMOTE_REFUSED',
      message: expect.stringMatching(/HTTP status 418\.$/),
    });
    const sly = await remoteTo((_, response) =>
      response.writeHead(400).end(JSON.stringify({ detail: 'a\u001b]0;b\u202ec' })),
    );
    await expect(sly.whoami()).rejects.toMatchObject({
      message: expect.stringMatching(/refused the request: a\\u001b\]0;b\\u202ec$/),
    });
  });

  it.each(['<h1>Welcome</h1>', 'null', '"text"', '[]'])('answers %s in place of JSON is reported', async answer => {
    const remote = await remoteTo((request, response) => request.resume().on('end', () => response.end(answer)));
    const refused = {
      code: 'REMOTE_REFUSED',
      message: expect.stringMatching(/^http:\S+ .*(docconv server|update it)\.$/),
    };
    const asked: readonly (() => Promise<unknown>)[] = [
      () => remote.verify(signedPdf()),
      () => remote.register('me@example.org'),
      () => remote.verifyEmail('me@example.org', 'code'),
      () => remote.keys(),
      () => remote.rotateKey('id', 1),
      () => remote.jobs.find('id'),
      () => remote.jobs.list(),
      () => remote.jobs.all(null).next(),
      () => remote.webhooks.secret(),
      () => remote.webhooks.deliveries(null).next(),
      () => remote.webhooks.resend('id'),
      () => remote.webhooks.test('https://example.org'),
    ];
    for (const ask of asked) await expect(ask(), String(ask)).rejects.toMatchObject(refused);
  });

  it('closes the connection early leaves no partial PDF', async () => {
    const remote = await remoteTo((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-length': '1000' }).write('%PDF-1.7 half');
        setTimeout(() => response.destroy(), 20);
      });
    });
    const out = mkdtempSync(join(folder, 'half-'));
    const broken = remote.convertToFile({ bytes: LETTER }, join(out, 'a.pdf'));
    const interrupted = {
      code: 'REMOTE_UNREACHABLE',
      message: 'The response was interrupted: the server closed the connection.',
    };
    await expect(broken).rejects.toMatchObject(interrupted);
    expect(readdirSync(out)).toEqual([]);
    await expect(remote.convert({ bytes: LETTER })).rejects.toMatchObject(interrupted);
  });

  it('closes the connection instead of a response is reported with the reason', async () => {
    const remote = await remoteTo(request => request.resume().on('end', () => request.socket.destroy()));
    await expect(remote.convert({ bytes: LETTER })).rejects.toMatchObject({
      code: 'REMOTE_UNREACHABLE',
      message: expect.stringMatching(/^Cannot reach .*: the server closed the connection\.$/),
    });
  });

  const tooLarge = { code: 'too_large', detail: 'Too large.', status: 413 };

  it('refuses a document before it is sent gets no more of it', async () => {
    let closed: Promise<boolean> | null = null;
    const remote = await remoteTo((request, response) => {
      closed = new Promise(resolve => request.socket.on('close', () => resolve(request.complete)));
      request.on('data', () => response.headersSent || response.writeHead(413).end(JSON.stringify(tooLarge)));
    });
    const refused = remote.convert({ bytes: Buffer.alloc(50_000_000) });
    await expect(refused).rejects.toMatchObject({ code: 'TOO_LARGE', message: 'Too large.' });
    expect(await closed).toBe(false);
  });

  it('answers requests one after the other gets them over one connection', async () => {
    const ports = new Set<number | undefined>();
    const remote = await remoteTo((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => response.end('%PDF-1.7'));
    });
    for (let i = 0; i < 3; i++) await remote.convert({ bytes: LETTER });
    expect(ports.size).toBe(1);
    await remote.close();
  });

  it('receives a file is not blamed for a change of its size', async () => {
    const remote = await remoteTo((request, response) => {
      request.resume().on('end', () => response.end());
    });
    const path = join(folder, 'growing.txt');
    for (const change of ['grown', '']) {
      writeFileSync(path, Buffer.alloc(1_000_000, 'x'));
      const onUpload = (sent: number) => sent === 65_536 && writeFileSync(path, change.repeat(1_000_000));
      await expect(remote.convert({ path }, { onUpload })).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: 'Cannot read growing.txt: its size changed while it was sent.',
      });
    }
  });

  it.each([
    ['does not listen', 'http://127.0.0.1:1', /connection refused/],
    ['has no name', 'https://nowhere.invalid', /Cannot reach/],
    ['has no socket', 'unix:/nowhere/docconv.sock', /the socket does not exist/],
  ])('%s is reported as unreachable with the reason', async (_name, server, why) => {
    const remote = new Remote({ server });
    await expect(remote.register('a@example.org')).rejects.toMatchObject({
      code: 'REMOTE_UNREACHABLE',
      message: expect.stringMatching(why),
    });
  });
});
