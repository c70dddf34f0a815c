/** The backup of docs/operation.md: keys are in it, jobs and documents are not, and docconv works with what is restored. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/postgres/index.js';
import { docconvResident, newHome } from '../helpers/cli.js';
import { describeWith } from '../helpers/requires.js';
import { newDatabase, postgresProgram, postgresql, TEST_SECRET } from '../helpers/servers/postgres.js';

const LARGE = 'x'.repeat(10_000);

describeWith('a backup', [postgresql], () => {
  test('has the keys and works after a restore', async () => {
    const [, options = ''] = /^pg_dump (.*) docconv >/m.exec(readFileSync('docs/operation.md', 'utf8')) ?? [];
    const args = options.split(' ').map(word => word.replaceAll("'", ''));
    expect(args.length).toBeGreaterThan(2);
    const [store, restored] = [await newDatabase(), await newDatabase()];
    const run = async (url: string, ...argv: string[]) => {
      const env = { DOCCONV_HOME: newHome(), DOCCONV_STORE: url, DOCCONV_STORE_SECRET: TEST_SECRET };
      const ended = await docconvResident(argv, { env });
      expect(ended.code, ended.err).toBe(0);
      return ended.out;
    };
    await run(store, 'store', 'migrate');
    await run(store, 'keys', 'create', 'ann@example.org');
    const postgres = openPostgres(store);
    onTestFinished(() => postgres.close());
    await postgres.query(`INSERT INTO docconv.documents (id) VALUES ('a')`);
    await postgres.query(`INSERT INTO docconv.document_chunks VALUES ('a', 0, $1)`, [Buffer.from(LARGE)]);
    await postgres.query(
      `INSERT INTO docconv.jobs (id, account, state, attempts, record) VALUES ('a', 'ann', 'queued', 0, '{}')`,
    );

    const dump = execFileSync(postgresProgram('pg_dump'), [...args, store], { encoding: 'utf8' });
    expect(dump).not.toContain(Buffer.from(LARGE).toString('hex'));
    execFileSync(postgresProgram('psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-d', restored], { input: dump });
    await run(restored, 'store', 'migrate');
    expect(JSON.parse(await run(restored, 'store', 'status', '--json'))).toMatchObject({
      keys: 1,
      jobs: { queued: 0 },
    });
  });
});
