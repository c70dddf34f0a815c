/** The bytes of documents as rows of 1 MB, which the database removes with the row of their document. */
import type { Postgres } from '../../postgres/index.js';
import type { BlobStore } from './blob-store.js';
import type { ByteRange } from './documents.js';

const CHUNK = 1 << 20;

export function createPostgresBlobs(postgres: Postgres): BlobStore {
  const { query } = postgres;
  return {
    place: null,
    async write(id, open) {
      let n = 0;
      for await (const chunk of inChunks(open()))
        await query('INSERT INTO docconv.document_chunks VALUES ($1, $2, $3)', [id, n++, chunk]);
    },
    read: (id, range, beginning = null) =>
      range.first === 0 ? readFromStart(postgres, id, range.last + 1, beginning) : readPart(postgres, id, range),
  };
}

async function* readFromStart(
  { prepared }: Postgres,
  id: string,
  length: number,
  beginning: Buffer | null,
): AsyncGenerator<Buffer> {
  let left = length;
  for (let n = 0, chunk = beginning; left > 0 && chunk; n++) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left > 0) chunk = (await prepared<{ bytes: Buffer }>(READ, [id, n + 1]))[0]?.bytes ?? null;
  }
}

const READ = 'SELECT bytes FROM docconv.document_chunks WHERE document = $1 AND n = $2';

async function* readPart({ query }: Postgres, id: string, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  for (const { n, start, size } of await query<Chunk>(CHUNKS, [id, first, last])) {
    const from = Math.max(first - Number(start), 0);
    const end = Math.min(last + 1 - Number(start), size);
    const [row] = await query<{ bytes: Buffer }>(PART, [id, n, from + 1, end - from]);
    if (!row) return;
    yield row.bytes;
  }
}

interface Chunk {
  n: number;
  /** Of its first byte in the document. */
  start: string;
  size: number;
}

/** Chunks are as large as the blocks that were written. The length of one is known without reading it. */
const CHUNKS = `
  SELECT n, start, size FROM (
    SELECT n, octet_length(bytes) AS size, sum(octet_length(bytes)) OVER (ORDER BY n) - octet_length(bytes) AS start
    FROM docconv.document_chunks WHERE document = $1
  ) chunk
  WHERE start <= $3 AND start + size > $2 ORDER BY n`;

/** The database reads only these bytes of a chunk, since chunks are stored without compression. */
const PART = `SELECT substring(bytes FROM $3::integer FOR $4::integer) AS bytes
  FROM docconv.document_chunks WHERE document = $1 AND n = $2`;

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
