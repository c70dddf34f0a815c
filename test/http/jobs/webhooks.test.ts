/** Webhooks of a server alone, whose jobs are in memory. */
import { describe } from 'vitest';
import { webhookCases } from './webhook-cases.js';

describe('in memory', () => webhookCases(async () => ({})));
