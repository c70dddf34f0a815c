/** The rows of documents in the database, which count whatever has their bytes. */
import type { Query } from '../../postgres/index.js';
import type { NewDocument } from './documents.js';
import { noSpaceOfAccount } from './quota.js';

/** Before the bytes of the document are saved in `place`. Rejects with OVERLOADED. @param accountBytes that an account may take */
export async function addRow(
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

/** A result with its bytes. */
export async function addWhole(query: Query, id: string, bytes: Buffer, account: string): Promise<void> {
  const sql = `WITH saved AS (INSERT INTO docconv.documents (id, account, bytes) VALUES ($1, $2, $3))
    INSERT INTO docconv.document_chunks SELECT $1, 0, $4::bytea WHERE length($4::bytea) > 0`;
  await query(sql, [id, account, bytes.length, bytes]);
}

/** Triggers count, so that a former version, which removes documents without counting, changes the sums as well. */
export async function bytesOfAll(query: Query): Promise<number> {
  const sql = 'SELECT coalesce(sum(bytes), 0) AS bytes FROM docconv.document_bytes';
  const [row] = await query<{ bytes: string }>(sql);
  return Number(row!.bytes);
}
