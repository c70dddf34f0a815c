/**
 * The bytes of documents as objects in S3. One PUT writes an object: it is there completely or not at all, which needs no
 * cleaning as the parts of a multipart upload do, and documents are far smaller than its limit of 5 GB.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { DocconvError } from '../../../errors.js';
import type { OwnServer } from '../../../fetch/index.js';
import type { ExternalBlobStore } from '../blob-store.js';
import type { S3Place } from './place.js';
import { createS3Requests } from './requests.js';

/** Bytes of one GET: a slow reader holds neither a connection to S3 nor more memory, and only this is repeated. */
const READ = 2 << 20;
const REMOVED_AT_ONCE = 8;

export function createS3Objects(place: S3Place, server: OwnServer): ExternalBlobStore {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal); // each request has one
  const request = createS3Requests(place, server, ending.signal);
  const write: ExternalBlobStore['write'] = async (key, open, size) => {
    await request({ method: 'PUT', key, body: { open, size } });
  };
  return {
    place: place.name,
    answerWithin: milliseconds => void setTimeout(() => ending.abort(), milliseconds).unref(),
    write,
    async *read(key, range) {
      for (let { first } = range; first <= range.last; first += READ) {
        const last = Math.min(first + READ - 1, range.last);
        const block = await request({ method: 'GET', key, range: { first, last } });
        if (!block) throw new DocconvError('FILE_NOT_FOUND.job-document-gone');
        yield block;
      }
    },
    async remove(keys) {
      const rest = [...keys];
      // one try: what is not removed now is removed later, and who waits for a removal does not wait for S3
      const removeRest = async () => {
        for (let key = rest.pop(); key !== undefined; key = rest.pop()) await request({ method: 'DELETE', key }, 1);
      };
      await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, removeRest));
    },
    async check() {
      const key = `check-${randomUUID()}`;
      const bytes = randomBytes(32);
      const once = (method: 'GET' | 'DELETE') => request({ method, key }, 1);
      const blocks = async function* () {
        yield bytes;
      };
      await request({ method: 'PUT', key, body: { open: blocks, size: bytes.length } }, 1);
      const read = await once('GET').finally(() => once('DELETE').catch(() => {}));
      if (!read?.equals(bytes)) throw new DocconvError('STORE_UNAVAILABLE.s3-other-bytes', { name: place.name });
      await once('DELETE');
      // S3 answers 403 to those who may not list the bucket
      if (await once('GET')) throw new DocconvError('STORE_UNAVAILABLE.s3-not-removed', { name: place.name });
    },
  };
}
