/** Times that a signature states are shown beside each other, with the one that is proven. */
import { expect, test } from 'vitest';
import { check } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { createPki, NOW } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';

const pki = createPki({
  root: {},
  ann: { issuer: 'root' },
  tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
});
const day = (number: number) => new Date(`2026-05-${String(number).padStart(2, '0')}T12:00:00Z`);

interface Times {
  entry: string | null;
  attribute?: Date;
  stamp?: Date;
}

async function checked({ entry, attribute, stamp }: Times) {
  const timestamp = stamp && ((signature: Uint8Array) => pki.timestamp('tsa', signature, { time: stamp }));
  const options = { ...(attribute && { signingTime: attribute }), ...(timestamp && { timestamp }) };
  const pdf = blankPdf().sign({
    make: bytes => pki.cms('ann', bytes, options),
    entries: { M: entry && `(D:${entry})` },
  });
  const withData = pdf.withStore({ crls: [pki.crl('root')] });
  const { signer } = await check(withData.bytes, { at: NOW, trust: trustStoreOf([pki.certificate('root')]) });
  const finding = signer!.findings.find(({ rule }) => rule === 'times-agree')!;
  return { times: signer!.times, outcome: finding.outcome, message: finding.message, signer };
}

test.each<[what: string, times: Times]>([
  ['one', { entry: '20260510120000Z' }],
  ['none', { entry: null }],
  ['within minutes', { entry: '20260510120000Z', attribute: new Date('2026-05-10T12:05:00Z') }],
  ['in local time', { entry: '20260510200000', attribute: day(10) }],
  ['followed by a timestamp', { entry: '20260510120000Z', stamp: day(20) }],
])('%s: no contradiction', async (_, times) => {
  expect((await checked(times)).outcome).toBe('pass');
});

test('two that differ, of which none is proven', async () => {
  const { outcome, message, times } = await checked({ entry: '20260510120000Z', attribute: day(12) });
  expect(outcome).toBe('fail');
  expect(message).toBe(
    'The times of the signature contradict each other: the signature states 2026-05-10 12:00:00 UTC, its signed attributes state 2026-05-12 12:00:00 UTC and it was checked as of 2026-06-01 12:00:00 UTC; none of the times is proven.',
  );
  expect(times).toEqual([
    { source: 'dictionary', time: '2026-05-10T12:00:00.000Z', proven: false },
    { source: 'signing-time', time: '2026-05-12T12:00:00.000Z', proven: false },
  ]);
});

test('one that is later than what a timestamp proves', async () => {
  const { outcome, message, times } = await checked({ entry: '20260525120000Z', stamp: day(20) });
  expect(outcome).toBe('fail');
  expect(message).toContain('a timestamp states 2026-05-20 12:00:00 UTC');
  expect(message).toContain('proven is that it existed on 2026-05-20 12:00:00 UTC');
  expect(times[1]).toEqual({ source: 'timestamp', time: '2026-05-20T12:00:00.000Z', proven: true });
});

test('one that is later than the clock, which decides nothing', async () => {
  const { outcome, message, signer } = await checked({ entry: '20300101120000Z' });
  expect([outcome, signer!.indication]).toEqual(['fail', 'TOTAL_PASSED']);
  expect(message).toContain('the signature states 2030-01-01 12:00:00 UTC and it was checked as of 2026-06-01');
});
