/** The dispatcher on Redis: the back end of BullMQ can be exchanged. */
import { createBullmqDispatcher } from '../../src/jobs/bullmq-dispatcher.js';
import { createTurns } from '../../src/jobs/turns.js';
import { openTestDatabase, postgresql } from '../helpers/postgres.js';
import { newRedisDatabase, redisServer } from '../helpers/redis.js';
import { describeWith } from '../helpers/requires.js';
import { dispatcherSuite } from './dispatcher-cases.js';

describeWith('on Redis', [postgresql, redisServer], () =>
  dispatcherSuite(async () => {
    const connection = { ...(await newRedisDatabase()), maxRetriesPerRequest: null };
    const turns = createTurns(await openTestDatabase());
    const open = () => createBullmqDispatcher({ connection, turns, onError: () => {}, lockMs: 1_000 });
    return { one: open(), two: open() };
  }),
);
