/** What /readyz finds where a part of the service answers late, or never. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addChecks, KEY_STORE_FAULT } from '../../../src/http/health/checks.js';
import { createReadiness } from '../../../src/http/health/readiness.js';

type Services = Parameters<typeof addChecks>[1];
type Checked = Parameters<typeof addChecks>[2];

const SILENT = () => new Promise<never>(() => {});
const RIGHT = { fault: null, seconds: 0, warning: null };
const ANSWERS = { ping: async () => {}, measure: async () => RIGHT, count: async () => ({ status: 'ok' as const }) };

/** Of a server whose key store, clock and count of jobs answer like this; a store has 50 ms. */
function reportWith(parts: Partial<Record<keyof typeof ANSWERS, () => Promise<never>>>) {
  const path = mkdtempSync(join(tmpdir(), 'docconv-checks-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const { ping, measure, count } = { ...ANSWERS, ...parts };
  const readiness = createReadiness(50);
  const services = { keys: { ping }, settings: { role: 'all', stateFolder: path }, probe: null };
  addChecks(
    readiness,
    services as unknown as Services,
    { clock: { measure }, folder: { newPath: () => join(path, 'new') } } as unknown as Checked,
  );
  readiness.addDetail('jobs', count);
  return readiness.report();
}

test('a server whose store answers is ready', async () => {
  const { faults, states } = await reportWith({});
  expect(faults).toEqual([]);
  expect(Object.keys(states)).toEqual(['keyStore', 'clock', 'temporaryFolder', 'stateFolder', 'jobs']);
});

test('a key store that answers too late is a fault, which a load balancer learns at once', async () => {
  const { faults, states } = await reportWith({ ping: SILENT, measure: SILENT, count: SILENT });
  expect(faults).toEqual([KEY_STORE_FAULT]);
  expect(Object.keys(states)).toEqual(['keyStore', 'temporaryFolder', 'stateFolder']);
});

test('a part that only informs does not hold up the answer', async () => {
  const { faults, states } = await reportWith({ count: SILENT });
  expect(faults).toEqual([]);
  expect(Object.keys(states)).not.toContain('jobs');
});
