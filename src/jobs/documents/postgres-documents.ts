/**
 * Documents in the database that several machines share. The row of a document is there before its bytes are written and until
 * they are to be removed, wherever they are: so it counts, and no bytes are forgotten.
 */
import { randomUUID } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import type { Postgres, Query } from '../../postgres/index.js';
import { createSettledSum } from '../settled-sum.js';
import type { ExternalBlobStore } from './blob-store.js';
import type { Documents, NewDocument, OpenBlocks } from './documents.js';
import { createPostgresBlobs } from './postgres-blobs.js';
import { noSpaceOfAccount, noSpaceOfService, quotasOf } from './quota.js';

/** Bytes of documents that are saved with their job, or with its end, by one statement. */
const SMALL = 256 * 1024;

/**
 * @param total bytes; each job that runs may exceed it by its result
 * @param outside where the bytes of new documents are saved; null: in the database
 */
export function createPostgresDocuments(
  postgres: Postgres,
  total: number,
  outside: ExternalBlobStore | null = null,
): Documents {
  const { query, prepared } = postgres;
  const databaseBlobs = createPostgresBlobs(postgres);
  const blobs = outside ?? databaseBlobs;
  const quotas = quotasOf(total);
  const bytes = () => bytesOfAll(query);
  const reserve = createReservation(bytes);
  const save = async (id: string, open: OpenBlocks, document: NewDocument) => {
    await addRow(query, id, { ...document, place: blobs.place }, quotas.account);
    await blobs.write(id, open, document.size);
  };
  const blobsOf = (place: string | null) => {
    const found = [databaseBlobs, blobs].find(known => known.place === place);
    if (found) return found;
    // clients may read this: it does not name the place
    throw new DocconvError('STORE_OUTDATED.job-documents');
  };
  const joins = (size: number) => !outside && size <= SMALL;
  return {
    joins,
    async roomForJoined(size) {
      if (!joins(size)) return null;
      return { bytesPerAccount: quotas.account, settle: await reserve(size, quotas.documents) };
    },
    async put(open, document) {
      const { size, isResult } = document;
      const settle = await reserve(size, isResult ? Number.POSITIVE_INFINITY : quotas.documents);
      const id = randomUUID();
      try {
        await save(id, open, document);
        settle(true);
        return id;
      } catch (thrown) {
        settle(false);
        // bytes outside of the database are removed later: a request that was given up may still be under way
        await query('DELETE FROM docconv.documents WHERE id = $1', [id]).catch(() => {}); // the sweep removes it
        throw thrown;
      }
    },
    async requireQuotaForResult() {
      (await reserve(1, total))(false);
    },
    bytes,
    async *get(id, range) {
      const [found] = await prepared<Found>(FIND, [id, (range?.first ?? 0) === 0]);
      if (!found) throw new DocconvError('FILE_NOT_FOUND.job-document-gone');
      const asked = range ?? { first: 0, last: Number(found.bytes) - 1 };
      yield* blobsOf(found.place).read(id, asked, found.beginning);
    },
    ...createRemoval(postgres, outside),
    check: outside && (() => outside.check()),
  };
}

interface Found {
  bytes: string;
  place: string | null;
  /** Null: not asked for, empty, or outside of the database. */
  beginning: Buffer | null;
}

const FIND = `
  SELECT documents.bytes, place, chunk.bytes AS beginning FROM docconv.documents
  LEFT JOIN docconv.document_chunks chunk ON $2 AND chunk.document = documents.id AND n = 0
  WHERE documents.id = $1`;

/** Returns a function that rejects with OVERLOADED where all documents would have more than `limit` bytes. */
function createReservation(bytes: () => Promise<number>) {
  const sum = createSettledSum(bytes);
  return async (size: number, limit: number) => {
    const settle = await sum.add(size, limit);
    if (!settle) throw noSpaceOfService();
    return settle;
  };
}

/** Before the bytes of the document are saved in `place`. Rejects with OVERLOADED. @param accountBytes that an account may take */
async function addRow(
  query: Query,
  id: string,
  { account, size, isResult, place }: NewDocument & { place: string | null },
  accountBytes: number,
): Promise<void> {
  if (isResult) {
    const sql = 'INSERT INTO docconv.documents (id, account, bytes, place) VALUES ($1, $2, $3, $4)';
    await query(sql, [id, account, size, place]);
    return;
  }
  const sql = 'SELECT docconv.add_document($1, $2, $3, $4, $5) AS "hasSpace"';
  const [row] = await query<{ hasSpace: boolean }>(sql, [id, account, size, place, accountBytes]);
  if (!row!.hasSpace) throw noSpaceOfAccount();
}

/** Triggers count, so that a former version, which removes documents without counting, changes the sums as well. */
async function bytesOfAll(query: Query): Promise<number> {
  const sql = 'SELECT coalesce(sum(bytes), 0) AS bytes FROM docconv.document_bytes';
  const [row] = await query<{ bytes: string }>(sql);
  return Number(row!.bytes);
}

/** Documents of one statement, which has a time limit: after an outage there may be thousands to remove. */
const REMOVED_AT_ONCE = 20;

const REMOVE_UNUSED = `
  DELETE FROM docconv.documents WHERE id IN (
    SELECT id FROM docconv.documents d WHERE created_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT 1 FROM docconv.jobs j WHERE j.id = d.job AND j.state <> 'expired')
    LIMIT $1 FOR UPDATE SKIP LOCKED
  ) RETURNING id`;

function createRemoval(
  { query, prepared }: Postgres,
  outside: ExternalBlobStore | null,
): Pick<Documents, 'remove' | 'sweep'> {
  const deletion = outside && createDeferredDeletion(query, outside);
  return {
    async remove(ids) {
      const sql = 'DELETE FROM docconv.documents WHERE id = ANY($1) RETURNING id, place';
      for (let i = 0; i < ids.length; i += REMOVED_AT_ONCE) {
        const removed = await prepared<{ id: string; place: string | null }>(sql, [ids.slice(i, i + REMOVED_AT_ONCE)]);
        await deletion?.remove(removed.filter(({ place }) => place === outside!.place).map(({ id }) => id));
      }
    },
    async sweep() {
      while ((await query(REMOVE_UNUSED, [REMOVED_AT_ONCE])).length > 0);
      await query('DELETE FROM docconv.document_bytes WHERE bytes = 0');
      await deletion?.sweep();
    },
  };
}

const SWEPT_AT_ONCE = 1000;

/** Until the next try, other processes leave these alone. */
const TAKE_DUE = `
  UPDATE docconv.removed_contents SET due_at = now() + interval '10 minutes' WHERE id IN (
    SELECT id FROM docconv.removed_contents WHERE place = $1 AND due_at <= now()
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING id`;

/**
 * Removes bytes outside of the database whose rows were removed. A trigger notes them, whichever version of docconv removed
 * the row: so a failure, or the end of a process, only delays their removal.
 */
function createDeferredDeletion(query: Query, blobs: ExternalBlobStore) {
  const removeNow = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    await blobs.remove(ids);
    await query('DELETE FROM docconv.removed_contents WHERE id = ANY($1)', [ids]);
  };
  return {
    /** After their rows. */
    remove: (ids: readonly string[]): Promise<void> => removeNow(ids).catch(() => {}), // the sweep removes them
    /** Those that are due. Rejects with STORE_UNAVAILABLE. */
    async sweep(): Promise<void> {
      const due = await query<{ id: string }>(TAKE_DUE, [blobs.place, SWEPT_AT_ONCE]);
      await removeNow(due.map(({ id }) => id));
    },
  };
}
