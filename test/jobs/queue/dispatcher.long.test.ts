/** The dispatcher on Redis: the back end of BullMQ can be exchanged. */
import { createBullmqDispatcher } from '../../../src/jobs/queue/bullmq/dispatcher.js';
import { createFairPriorities } from '../../../src/jobs/queue/fair-priorities.js';
import { describeWith } from '../../helpers/requires.js';
import { openTestDatabase, postgresql } from '../../helpers/servers/postgres.js';
import { newRedisDatabase, redisServer } from '../../helpers/servers/redis.js';
import { dispatcherSuite } from './dispatcher-cases.js';

describeWith('on Redis', [postgresql, redisServer], () =>
  dispatcherSuite(async () => {
    const connection = { ...(await newRedisDatabase()), maxRetriesPerRequest: null };
    const priorities = createFairPriorities(await openTestDatabase());
    const open = () => createBullmqDispatcher({ connection, priorities, onError: () => {}, lockMs: 1_000 });
    return { one: open(), two: open() };
  }),
);
