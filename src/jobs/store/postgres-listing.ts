/** The jobs of an account in the database, page by page. */
import type { Query } from '../../postgres/index.js';
import type { Job } from '../job.js';
import { type Page, pageOf } from '../page.js';
import { type JobRow, jobOf } from './job-row.js';
import type { JobQuery } from './store.js';

export async function listJobs(query: Query, account: string, asked: JobQuery): Promise<Page<Job>> {
  const { limit, after, state, createdFrom, createdBefore } = asked;
  const values = [account, limit + 1, after, state, createdFrom, createdBefore];
  const rows = await query<JobRow & { position: string }>(LIST, values);
  const found = rows.map(row => ({ entry: jobOf(row), position: Number(row.position) }));
  return pageOf(found, asked);
}

const LIST = `
  SELECT record, position FROM docconv.jobs
  WHERE account = $1 AND record->>'receiver' IS NULL AND state <> 'expired' AND (expires_at IS NULL OR expires_at > docconv.now_ms())
    AND ($3::bigint IS NULL OR position < $3)
    AND ($4::text IS NULL OR state = $4)
    AND ($5::bigint IS NULL OR (record->>'createdAt')::bigint >= $5)
    AND ($6::bigint IS NULL OR (record->>'createdAt')::bigint < $6)
  ORDER BY position DESC LIMIT $2`;
