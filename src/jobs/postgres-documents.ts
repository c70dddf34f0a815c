/** Documents as rows of 1 MB in the database that several machines share. */
import { randomUUID } from 'node:crypto';
import { DocconvError } from '../errors.js';
import type { Postgres } from '../postgres/index.js';
import type { Documents } from './documents.js';

const CHUNK = 1 << 20;

export function createPostgresDocuments({ query }: Postgres): Documents {
  return {
    async put(blocks) {
      const id = randomUUID();
      await query('INSERT INTO docconv.documents (id) VALUES ($1)', [id]);
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
        AND NOT EXISTS (SELECT 1 FROM docconv.jobs j WHERE j.id = d.job)`);
    },
  };
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
