/** Webhooks of servers with a store. */
import { postgresql, storeVariables } from '../helpers/postgres.js';
import { describeWith } from '../helpers/requires.js';
import { webhookCases } from './webhook-cases.js';

describeWith('in PostgreSQL', [postgresql], () => webhookCases(storeVariables));
