/** Accounts take turns over several `docconv work`, as users start them. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { docconvResident, newHome } from '../../helpers/cli.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { serve, work } from '../served.js';

vi.setConfig({ testTimeout: 300_000 });

const WORKERS = 3;
const MANY = 60;
const FEW = 5;
const PATIENT = { timeout: 120_000, interval: 100 };

describeWith('three workers', [postgresql, program('soffice.bin')], () => {
  test('five jobs after sixty of another account wait for a turn each', async () => {
    const variables = await storeVariables();
    const environment = () => ({ ...variables, DOCCONV_HOME: newHome(), DOCCONV_CONVERT_RATE: '0' });
    const api = await serve(environment(), '--workers', '0');
    const postgres = openPostgres(variables.DOCCONV_STORE!);
    onTestFinished(() => postgres.close());
    const newKey = async (email: string): Promise<string> => {
      const created = await docconvResident(['keys', 'create', email, '--json'], { env: environment() });
      return JSON.parse(created.out).apiKey;
    };
    const submit = async (key: string) => {
      const body = new FormData();
      body.append('file', new Blob(['a,b\n1,2']), 'table.csv');
      const headers = { authorization: `Bearer ${key}`, prefer: 'respond-async' };
      expect((await fetch(`${api.url}/v1/convert`, { method: 'POST', headers, body })).status).toBe(202);
    };
    const [many, few] = [await newKey('many@example.org'), await newKey('few@example.org')];
    for (let i = 0; i < MANY; i++) await submit(many);
    for (let i = 0; i < FEW; i++) await submit(few);

    await Promise.all(Array.from({ length: WORKERS }, () => work(environment(), '--workers', '1')));
    const unfinished = () => postgres.query('SELECT id FROM docconv.jobs WHERE expires_at IS NULL');
    await expect.poll(async () => (await unfinished()).length, PATIENT).toBe(0);
    const begun = await postgres.query<{ account: string }>(
      `SELECT account FROM docconv.jobs ORDER BY (record->>'startedAt')::bigint, account DESC`,
    );
    const before = begun.slice(0, begun.map(({ account }) => account).lastIndexOf('few@example.org'));
    const others = before.filter(({ account }) => account === 'many@example.org');
    expect(begun).toHaveLength(MANY + FEW);
    expect(others.length).toBeLessThanOrEqual(WORKERS + FEW);
  });
});
