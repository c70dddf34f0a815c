/** The removal of many documents at once, as after days in which no process ran. */
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresJobs } from '../../../src/jobs/postgres-backend.js';
import { startUpkeep } from '../../../src/jobs/upkeep.js';
import { openPostgres } from '../../../src/postgres/index.js';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { KEEP_MS, MAX_BYTES } from '../test-jobs.js';

/** Each row takes 50 ms to remove, as one with many bytes does, and a statement may take 3 s. */
const SLOW = `
  CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.05); RETURN OLD; END $$;
  CREATE TRIGGER slow BEFORE DELETE ON docconv.documents FOR EACH ROW EXECUTE FUNCTION public.slow()`;
const COUNT = 150;
const DOCUMENTS = `INSERT INTO docconv.documents (id, account, bytes, job, created_at)
  SELECT 'document' || n, 'ann', 1, $1 || n, now() - interval '1 day' FROM generate_series(1, ${COUNT}) n`;
const EXPIRED_JOBS = `INSERT INTO docconv.jobs (id, account, state, attempts, expires_at, record)
  SELECT 'job' || n, 'ann', 'succeeded', 1, 1, jsonb_build_object('id', 'job' || n, 'state', 'succeeded',
    'documents', jsonb_build_array(jsonb_build_object('id', 'document' || n))) FROM generate_series(1, ${COUNT}) n`;

async function upkeepOf(...statements: string[]) {
  const { DOCCONV_STORE: url } = await storeVariables();
  const postgres = openPostgres(`${url}?statement_timeout=3000`);
  onTestFinished(() => postgres.close());
  for (const sql of statements) await postgres.query(sql);
  await postgres.query(DOCUMENTS, ['job']);
  const errors: Error[] = [];
  const settings = { postgres, keysFor: () => [Buffer.alloc(32)], keepMs: KEEP_MS, maxBytes: MAX_BYTES, blobs: null };
  const onError = (error: Error) => void errors.push(error);
  const backend = openPostgresJobs(settings)(onError);
  onTestFinished(() => backend.dispatcher.close());
  onTestFinished(startUpkeep({ ...backend, everyMs: 200, onError }));
  const left = async () => (await postgres.query('SELECT FROM docconv.documents')).length;
  await expect.poll(async () => errors.length > 0 || (await left()) === 0).toBe(true);
  return errors;
}

describeWith('in PostgreSQL', [postgresql], () => {
  test('documents of jobs that expired together', async () => {
    expect(await upkeepOf(SLOW, EXPIRED_JOBS)).toEqual([]);
  });

  test('documents whose jobs are gone', async () => {
    expect(await upkeepOf(SLOW)).toEqual([]);
  });
});
