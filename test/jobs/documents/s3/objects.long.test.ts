/** Documents in S3 whose server refuses, is overloaded, changes bytes or is away. test/jobs/documents/documents.test.ts has the rest. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Documents } from '../../../../src/jobs/documents/documents.js';
import { createPostgresDocuments } from '../../../../src/jobs/documents/postgres-documents.js';
import { faketime, wrongClock } from '../../../helpers/faketime.js';
import { describeWith } from '../../../helpers/requires.js';
import { openTestDatabase, postgresql } from '../../../helpers/servers/postgres.js';
import { startRelay } from '../../../helpers/servers/relay.js';
import { startS3 } from '../../../helpers/servers/s3.js';
import { openTestS3, s3Server } from '../../../helpers/servers/s3-place.js';
import { MAX_BYTES, newDocument } from '../../test-jobs.js';

const TEXT = 'a document';
const open = (text = TEXT) =>
  async function* () {
    yield Buffer.from(text);
  };
const put = (documents: Documents, text = TEXT) => documents.put(open(text), newDocument(text.length));

async function read(blocks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const block of blocks) parts.push(block);
  return Buffer.concat(parts).toString();
}

interface Seen {
  method: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Answers with these statuses, one after the other, then with 200. */
async function startRefusing(...statuses: readonly (readonly [number, string])[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [status, code] = statuses[seen.length] ?? [200, ''];
    seen.push({ method: request.method!, headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end(code && `<Error><Code>${code}</Code><Message>of geheim</Message></Error>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, ...(await openTestS3({ AWS_SESSION_TOKEN: 'token' }, port)) };
}

describeWith('S3', [s3Server], () => {
  test('is checked: an object is written, read and removed', async () => {
    const { blobs, keys } = await openTestS3();
    await blobs.check();
    expect(keys()).toEqual([]);
  });

  test.each([
    [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, '403 SignatureDoesNotMatch'],
    [{ AWS_ACCESS_KEY_ID: 'wrong' }, '403 InvalidAccessKeyId'],
    [{ DOCCONV_JOB_DOCUMENTS: 's3://another-bucket/a' }, '404 NoSuchBucket'],
  ])('refuses %j with %s, at once', async (change, reason) => {
    const { blobs } = await openTestS3(change);
    const refused = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining(`S3 answered ${reason}.`) };
    await expect(blobs.write('a', open(), TEXT.length)).rejects.toMatchObject(refused);
    await expect(read(blobs.read('a', { first: 0, last: TEXT.length - 1 }))).rejects.toMatchObject(refused);
    await expect(blobs.check()).rejects.toMatchObject(refused);
  });

  test('has no object: FILE_NOT_FOUND; its removal is no error', async () => {
    const { blobs } = await openTestS3();
    await expect(read(blobs.read('a', { first: 0, last: 2 }))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await blobs.remove(['a', 'b']);
  });

  test('that is overloaded is asked again, with the same bytes and a hash of them', async () => {
    const { blobs, seen } = await startRefusing([503, 'SlowDown'], [500, 'InternalError']);
    await blobs.write('a', open(), TEXT.length);
    expect(seen).toHaveLength(3);
    const hash = createHash('sha256').update(TEXT).digest('hex');
    for (const { method, body, headers } of seen) {
      expect([method, body.toString()]).toEqual(['PUT', TEXT]);
      expect(headers).toMatchObject({ 'x-amz-content-sha256': hash, 'x-amz-security-token': 'token' });
      expect(headers.authorization).toMatch(/SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,/);
    }
  });

  test('that stays overloaded is asked four times', async () => {
    const { blobs, seen } = await startRefusing(...Array(9).fill([503, 'SlowDown']));
    await expect(blobs.write('a', open(), TEXT.length)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /^The documents in s3:\/\/docconv\/\S+ cannot be used: S3 answered 503 SlowDown\.$/,
      ),
    });
    expect(seen).toHaveLength(4);
  });
});

describeWith('documents in S3', [postgresql, s3Server], () => {
  async function opened() {
    const postgres = await openTestDatabase();
    const s3 = await openTestS3();
    const relay = await startRelay(s3.server.port);
    onTestFinished(() => relay.close());
    const through = await openTestS3(
      { DOCCONV_JOB_DOCUMENTS: s3.variables.DOCCONV_JOB_DOCUMENTS! },
      Number(new URL(relay.address).port),
    );
    const documents = createPostgresDocuments(postgres, MAX_BYTES, through.blobs);
    const due = () => postgres.query(`UPDATE docconv.removed_contents SET due_at = now()`);
    const removed = () => postgres.query('SELECT id FROM docconv.removed_contents');
    return { ...s3, postgres, relay, documents, due, removed };
  }

  test('are removed later when S3 was away', async () => {
    const { documents, relay, server, keys, due, removed } = await opened();
    const id = await put(documents);
    expect(keys()).toEqual([id]);
    relay.connectTo(null);
    await documents.remove([id]);
    await expect(read(documents.get(id))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await documents.bytes()).toBe(0);
    await documents.sweep(); // nothing is due
    await due();
    await expect(documents.sweep()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await removed()).toHaveLength(1);
    relay.connectTo(server.port);
    await due();
    await documents.sweep();
    expect(keys()).toEqual([]);
    expect(await removed()).toEqual([]);
  });

  test('whose bytes break off are not there, and what may have arrived is removed later', async () => {
    const { documents, keys, due, removed } = await opened();
    let passes = 0;
    const breaking = async function* () {
      yield Buffer.alloc(100_000);
      if (++passes > 1) throw new Error('disconnected'); // the first pass makes the hash
      yield Buffer.alloc(100_000);
    };
    await expect(documents.put(breaking, newDocument(200_000))).rejects.toThrow('disconnected');
    expect(await documents.bytes()).toBe(0);
    expect(await removed()).toHaveLength(1);
    await due();
    await documents.sweep();
    expect(await removed()).toEqual([]);
    expect(keys()).toEqual([]);
  });

  test('whose row another version removed are removed, too', async () => {
    const { documents, postgres, keys, due } = await opened();
    await put(documents);
    await postgres.query('DELETE FROM docconv.documents');
    await due();
    await documents.sweep();
    expect(keys()).toEqual([]);
  });

  test('are read while the setting is introduced, and left to others where it is missing', async () => {
    const { documents, postgres } = await opened();
    const before = createPostgresDocuments(postgres, MAX_BYTES);
    const [old, recent] = [await put(before, 'old'), await put(documents, 'new')];
    expect(await read(documents.get(old))).toBe('old');
    expect(await read(documents.get(recent))).toBe('new');
    await expect(read(before.get(recent))).rejects.toMatchObject({ code: 'STORE_OUTDATED' });
    await before.remove([recent]);
    await documents.remove([old]);
    expect(await documents.bytes()).toBe(0);
  });
});

describeWith('S3 in another time', [s3Server, faketime], () => {
  test.each(['+65m', '-65m'])('%s: requests have its time, not that of this machine', async offset => {
    const server = await startS3(wrongClock(offset).variables);
    onTestFinished(() => server.stop());
    const { blobs } = await openTestS3({}, server.port);
    await blobs.check();
  });
});
