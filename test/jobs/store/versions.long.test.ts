/** Jobs that another version of docconv saved, or one with another secret: they harm no other job, and end. */
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/cli/store.js';
import { loadConfig } from '../../../src/config/index.js';
import { LEFT_TO_OTHERS_MS } from '../../../src/jobs/job.js';
import { openPostgresJobs } from '../../../src/jobs/postgres-backend.js';
import { createEncryption } from '../../../src/jobs/store/encryption.js';
import { PostgresJobStore } from '../../../src/jobs/store/postgres-store.js';
import { newHome } from '../../helpers/cli.js';
import { describeWith } from '../../helpers/requires.js';
import { openTestDatabaseWithClock, postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { startServer } from '../../http/started.js';
import { ALL, KEEP_MS, LIMITS, newJob } from '../test-jobs.js';

const never = new AbortController().signal;
const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' });

async function opened() {
  const { postgres, pass } = await openTestDatabaseWithClock();
  const open = (key: number) => {
    const encryption = createEncryption([Buffer.alloc(32, key)]);
    const store = new PostgresJobStore({ postgres, encryption, keepMs: KEEP_MS });
    onTestFinished(() => store.close());
    return store;
  };
  return { postgres, pass, store: open(1), other: open(2) };
}

describeWith('a job that a process cannot decrypt', [postgresql], () => {
  test('is left to one that can, and does not disturb other jobs', async () => {
    const { store, other } = await opened();
    await store.add(newJob('1'), LIMITS);
    await other.add(newJob('2'), LIMITS);
    const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id).sort();
    expect(ids((await other.list('ann@example.org', ALL)).entries)).toEqual(['1', '2']);
    expect(ids(await other.oldestQueued(10))).toEqual(['1', '2']);
    await expect(other.begin('1')).rejects.toEqual(damaged);
    expect(await store.find('1')).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await store.begin('1')).toMatchObject({ attempts: 1, parameters: { password: 'geheim' } });
    expect(await other.begin('2')).toMatchObject({ attempts: 1 });
    expect(await store.cancel('2')).toMatchObject({ state: 'cancelled' });
  });

  test('fails after ten minutes, also one in a format that is not known yet', async () => {
    const { postgres, store, pass } = await opened();
    await store.add(newJob('1'), LIMITS);
    await postgres.query(`UPDATE docconv.jobs SET parameters = '\\x02'::bytea || parameters`);
    await expect(store.begin('1')).rejects.toEqual(damaged);
    await pass(LEFT_TO_OTHERS_MS);
    expect(await store.begin('1')).toBeNull();
    expect(await store.find('1')).toMatchObject({ state: 'failed', error: { code: 'STORE_DAMAGED' } });
  });

  test('keeps what a later version wrote into its record', async () => {
    const { postgres, store } = await opened();
    await store.add(newJob('1'), LIMITS);
    await postgres.query(`UPDATE docconv.jobs SET record = record || '{"later": {"a": 1}}'`);
    await store.begin('1');
    await store.cancel('1');
    const [row] = await postgres.query<{ record: object }>('SELECT record FROM docconv.jobs');
    expect(row!.record).toMatchObject({ later: { a: 1 }, state: 'cancelled' });
  });
});

describeWith('a server', [postgresql], () => {
  test('does not run jobs with options that it does not know', async () => {
    const unknown = [
      ['convert', { merge: 'a.pdf', 'of-a-later-version': '1' }],
      ['verify', { 'of-a-later-version': '1' }],
      ['convert', { merge: 'a.pdf', quality: 'of a later version' }],
    ] as const;
    const variables = await storeVariables();
    const config = loadConfig({ env: { DOCCONV_HOME: newHome(), ...variables } }).values;
    const { postgres, keysFor, close } = (await openStore(config))!;
    const backend = openPostgresJobs({ postgres, keysFor, keepMs: KEEP_MS, maxBytes: 1e8, blobs: null })(() => {});
    const { bytes } = blankPdf('Scanned');
    const size = bytes.length;
    const account = 'ann@example.org';
    const blocks = async function* () {
      yield bytes;
    };
    for (const [i, [kind, parameters]] of unknown.entries()) {
      const id = await backend.documents.put(blocks, { account, size, isResult: false });
      await backend.store.add(newJob(`${i}`, { kind, parameters, documents: [{ id, name: 'a.pdf', size }] }), LIMITS);
    }
    const server = await startServer({}, variables);
    onTestFinished(async () => {
      await server.stop();
      await backend.dispatcher.close();
      await backend.store.close();
      await close();
    });
    for (const i of unknown.keys()) await backend.dispatcher.announce({ id: `${i}`, account, bytes: size });
    // one warning for each cause: further ones are counted
    const causes = new Set(unknown.map(([kind]) => kind)).size;
    const refused = () => server.log().match(/STORE_OUTDATED/g)?.length ?? 0;
    await expect.poll(refused).toBeGreaterThanOrEqual(causes);
    for (const i of unknown.keys()) expect(await backend.store.find(`${i}`)).toMatchObject({ endedAt: null });
    await postgres.query(`UPDATE docconv.jobs SET record = record || '{"createdAt": 1}'`);
    for (const i of unknown.keys()) {
      const job = await backend.store.wait(`${i}`, 60_000, never);
      expect(job).toMatchObject({ state: 'failed', error: { code: 'OPTION_INVALID' } });
      expect(job!.error!.message).toMatch(/of-a-later-version|quality/);
    }
  });
});
