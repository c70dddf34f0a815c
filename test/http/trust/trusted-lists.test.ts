/** The trusted lists of a running service: the timer, and what metrics and /readyz say. */
import { expect, onTestFinished, test } from 'vitest';
import type { TrustedLists } from '../../../src/http/index.js';
import { startServer } from '../started.js';

const NOTHING = { generation: null, lists: [], lastUpdate: null, attention: ['No lists.'], isDamaged: false };

async function started(lists: TrustedLists) {
  const server = await startServer({ lists, readyzConverts: false });
  onTestFinished(() => server.stop());
  const detail = async () => JSON.parse(await (await fetch(`${server.url}/readyz`)).text()).checks.trustedLists;
  return { ...server, detail };
}

test('age and state of each list are reported', async () => {
  const issued = new Date(Date.now() - 3_600_000);
  const { metrics, detail } = await started({
    everyMs: null,
    update: () => Promise.reject(new Error('not asked')),
    state: () => ({
      generation: '20260105T100000Z-00000000',
      lists: [
        { territory: 'DE', state: 'current', list: { issued } },
        { territory: 'EL', state: 'expired', list: { issued } },
        { territory: 'FR', state: 'missing', list: null },
      ],
      lastUpdate: { time: issued.toISOString() },
      attention: ['One.', 'Two.'],
      isDamaged: false,
    }),
  });
  const text = await metrics();
  expect(text).toMatch(/^docconv_trusted_list_age_seconds\{territory="DE"\} 36\d\d/m);
  expect(text).not.toMatch(/age_seconds\{territory="FR"/);
  expect(text).toContain('docconv_trusted_list_state{territory="EL",state="expired"} 1');
  expect(text).toContain('docconv_trusted_list_state{territory="FR",state="missing"} 1');
  expect(await detail()).toEqual({
    status: 'failing',
    generation: '20260105T100000Z-00000000',
    lists: 3,
    expired: 1,
    missing: 1,
    attention: 2,
  });
});

test('a service without lists is not failing for that reason', async () => {
  const { detail } = await started({ everyMs: null, update: () => Promise.reject(), state: () => NOTHING });
  expect(await detail()).toMatchObject({ status: 'ok', generation: null, lists: 0 });
});

test('the timer updates at once where no lists are loaded, goes on after a failure, and stops with the service', async () => {
  const signals: AbortSignal[] = [];
  const update = async (signal: AbortSignal) => {
    signals.push(signal);
    if (signals.length === 1) throw new Error('no network');
    if (signals.length === 2) return { isNew: true, problems: [{ territory: 'FR', message: 'not reachable' }] };
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const server = await startServer({ lists: { everyMs: 20, update, state: () => NOTHING } });
  await expect.poll(() => signals.length).toBe(3);
  expect(await server.metrics()).toMatch(
    /updates_total\{outcome="failed"\} 1\n(?:.*\n)*?.*updates_total\{outcome="ok"\} 1/,
  );
  expect(server.log()).toMatch(/trusted lists could not be updated/);
  expect(server.log()).toMatch(/FR.*trusted list not accepted/);
  await server.stop();
  expect(signals[2]!.aborted).toBe(true);
  await new Promise(done => setTimeout(done, 60));
  expect(signals.length).toBe(3);
});
