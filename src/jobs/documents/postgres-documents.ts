/**
 * Documents in the database that several machines share. The row of a document is there before its bytes are written and until
 * they are to be removed, wherever they are: so it counts, and no bytes are forgotten.
 */
import { randomUUID } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import type { Postgres, Query } from '../../postgres/index.js';
import type { ExternalBlobStore } from './blob-store.js';
import { createDeferredDeletion } from './deferred-deletion.js';
import type { Documents, NewDocument } from './documents.js';
import { createPostgresBlobs } from './postgres-blobs.js';
import { requireQuotaForDocument, requireQuotaForResult, type Usage } from './quota.js';

/** Bytes are counted one request after the other: documents that arrive together must not exceed the limit. */
const BYTES_LOCK = 0x62797465;

/**
 * @param total bytes; each job that runs may exceed it by its result
 * @param outside where the bytes of new documents are saved; null: in the database
 */
export function createPostgresDocuments(
  postgres: Postgres,
  total: number,
  outside: ExternalBlobStore | null = null,
): Documents {
  const { query, transaction } = postgres;
  const databaseBlobs = createPostgresBlobs(postgres);
  const blobs = outside ?? databaseBlobs;
  const deletion = outside && createDeferredDeletion(query, outside);

  const add = ({ account, size, isResult }: NewDocument) =>
    transaction(async query => {
      if (!isResult) {
        await query('SELECT pg_advisory_xact_lock($1)', [BYTES_LOCK]);
        requireQuotaForDocument(await usageOf(query, account), size, total);
      }
      const id = randomUUID();
      const sql = 'INSERT INTO docconv.documents (id, account, bytes, place) VALUES ($1, $2, $3, $4)';
      await query(sql, [id, account, size, blobs.place]);
      return id;
    });
  const blobsOf = (place: string | null) => {
    const found = [databaseBlobs, blobs].find(known => known.place === place);
    if (found) return found;
    // clients may read this: it does not name the place
    throw new DocconvError('STORE_OUTDATED.job-documents');
  };
  const bytes = async () => (await usageOf(query, '')).all;
  return {
    async put(open, document) {
      const id = await add(document);
      try {
        await blobs.write(id, open, document.size);
        return id;
      } catch (thrown) {
        // bytes outside of the database are removed later: a request that was given up may still be under way
        await query('DELETE FROM docconv.documents WHERE id = $1', [id]).catch(() => {}); // the sweep removes it
        throw thrown;
      }
    },
    requireQuotaForResult: async () => requireQuotaForResult(await bytes(), total),
    bytes,
    async *get(id, range) {
      const sql = 'SELECT bytes, place FROM docconv.documents WHERE id = $1';
      const [found] = await query<{ bytes: string; place: string | null }>(sql, [id]);
      if (!found) throw new DocconvError('FILE_NOT_FOUND.job-document-gone');
      yield* blobsOf(found.place).read(id, range ?? { first: 0, last: Number(found.bytes) - 1 });
    },
    async remove(ids) {
      const sql = 'DELETE FROM docconv.documents WHERE id = ANY($1) RETURNING id, place';
      const removed = await query<{ id: string; place: string | null }>(sql, [ids]);
      await deletion?.remove(removed.filter(({ place }) => place === blobs.place).map(({ id }) => id));
    },
    async sweep() {
      await query(`DELETE FROM docconv.documents d WHERE created_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT 1 FROM docconv.jobs j WHERE j.id = d.job AND j.state <> 'expired')`);
      await query('DELETE FROM docconv.document_bytes WHERE bytes = 0');
      await deletion?.sweep();
    },
    check: outside && (() => outside.check()),
  };
}

/** Triggers count, so that a former version, which removes documents without counting, changes the sums as well. */
async function usageOf(query: Query, account: string): Promise<Usage> {
  const sql = `SELECT coalesce(sum(bytes), 0) AS all, coalesce(sum(bytes) FILTER (WHERE account = $1), 0) AS own
    FROM docconv.document_bytes`;
  const [row] = await query<{ all: string; own: string }>(sql, [account]);
  return { all: Number(row!.all), own: Number(row!.own) };
}
