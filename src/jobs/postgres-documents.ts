/** Documents as rows of 1 MB in the database that several machines share. */
import { randomUUID } from 'node:crypto';
import { DocconvError } from '../errors.js';
import type { Postgres, Query } from '../postgres/index.js';
import type { Documents, NewDocument } from './documents.js';
import { requireRoomForDocument, requireRoomForResult, type Usage } from './room.js';

const CHUNK = 1 << 20;

/** Bytes are counted one request after the other: documents that arrive together must not exceed the limit. */
const BYTES_LOCK = 0x62797465;

/** @param total bytes; each job that runs may exceed it by its result */
export function createPostgresDocuments({ query, transaction }: Postgres, total: number): Documents {
  const add = ({ account, size, isResult }: NewDocument) =>
    transaction(async query => {
      if (!isResult) {
        await query('SELECT pg_advisory_xact_lock($1)', [BYTES_LOCK]);
        requireRoomForDocument(await usageOf(query, account), size, total);
      }
      const id = randomUUID();
      await query('INSERT INTO docconv.documents (id, account, bytes) VALUES ($1, $2, $3)', [id, account, size]);
      return id;
    });
  const bytes = async () => (await usageOf(query, '')).all;

  return {
    async put(blocks, document) {
      const id = await add(document);
      try {
        let n = 0;
        for await (const chunk of inChunks(blocks))
          await query('INSERT INTO docconv.document_chunks VALUES ($1, $2, $3)', [id, n++, chunk]);
        return id;
      } catch (thrown) {
        await query('DELETE FROM docconv.documents WHERE id = $1', [id]).catch(() => {}); // the sweep removes it
        throw thrown;
      }
    },
    requireRoomForResult: async () => requireRoomForResult(await bytes(), total),
    bytes,
    async *get(id) {
      const [found] = await query('SELECT id FROM docconv.documents WHERE id = $1', [id]);
      if (!found) throw new DocconvError('FILE_NOT_FOUND', 'The document of the job is no longer in the store.');
      for (let n = 0; ; n++) {
        const sql = 'SELECT bytes FROM docconv.document_chunks WHERE document = $1 AND n = $2';
        const [row] = await query<{ bytes: Buffer }>(sql, [id, n]);
        if (!row) return;
        yield row.bytes;
      }
    },
    async remove(ids) {
      await query('DELETE FROM docconv.documents WHERE id = ANY($1)', [ids]);
    },
    async sweep() {
      await query(`DELETE FROM docconv.documents d WHERE created_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT 1 FROM docconv.jobs j WHERE j.id = d.job AND j.state <> 'expired')`);
      await query('DELETE FROM docconv.document_bytes WHERE bytes = 0');
    },
  };
}

/** Triggers count, so that a former version, which removes documents without counting, changes the sums as well. */
async function usageOf(query: Query, account: string): Promise<Usage> {
  const sql = `SELECT coalesce(sum(bytes), 0) AS all, coalesce(sum(bytes) FILTER (WHERE account = $1), 0) AS own
    FROM docconv.document_bytes`;
  const [row] = await query<{ all: string; own: string }>(sql, [account]);
  return { all: Number(row!.all), own: Number(row!.own) };
}

async function* inChunks(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const block of blocks) {
    parts.push(block);
    size += block.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}
