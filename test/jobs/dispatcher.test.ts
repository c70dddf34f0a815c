/** Dispatchers in memory and on PostgreSQL; on Redis: dispatcher.long.test.ts. */
import { describe, onTestFinished } from 'vitest';
import { createPostgresDispatcher } from '../../src/jobs/bullmq-postgres.js';
import { createMemoryDispatcher } from '../../src/jobs/memory-dispatcher.js';
import { openPostgres } from '../../src/postgres/index.js';
import { postgresql, storeVariables } from '../helpers/postgres.js';
import { describeWith } from '../helpers/requires.js';
import { dispatcherSuite } from './dispatcher-cases.js';

describe('in memory', () =>
  dispatcherSuite(async () => {
    const one = createMemoryDispatcher();
    return { one, two: one };
  }));

describeWith('on PostgreSQL', [postgresql], () =>
  dispatcherSuite(async () => {
    const { DOCCONV_STORE } = await storeVariables();
    const postgres = openPostgres(DOCCONV_STORE!);
    onTestFinished(() => postgres.close());
    const open = () => createPostgresDispatcher({ postgres, onError: () => {}, lockMs: 1_000 });
    return { one: open(), two: open() };
  }),
);
