/** The bytes of documents as rows of 1 MB, which the database removes with the row of their document. */
import type { Postgres } from '../../postgres/index.js';
import type { BlobStore } from './blob-store.js';

const CHUNK = 1 << 20;

export function createPostgresBlobs({ query, prepared }: Postgres): BlobStore {
  return {
    place: null,
    async write(id, open) {
      let n = 0;
      for await (const chunk of inChunks(open()))
        await query('INSERT INTO docconv.document_chunks VALUES ($1, $2, $3)', [id, n++, chunk]);
    },
    async *read(id, size) {
      let left = size;
      for (let n = 0; left > 0; n++) {
        const [row] = await prepared<{ bytes: Buffer }>(READ, [id, n]);
        if (!row) return;
        yield row.bytes;
        left -= row.bytes.length;
      }
    },
  };
}

const READ = 'SELECT bytes FROM docconv.document_chunks WHERE document = $1 AND n = $2';

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
