/** Webhooks of servers with a store, and second tries of a server alone. */
import { describe } from 'vitest';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { secondTryCases, webhookCases } from './webhook-cases.js';

describe('in memory', () => secondTryCases(async () => ({})));

describeWith('in PostgreSQL', [postgresql], () => {
  webhookCases(storeVariables);
  secondTryCases(storeVariables);
});
