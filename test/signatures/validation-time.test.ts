import { describe, expect, it } from 'vitest';
import { parseValidationTime } from '../../src/signatures/index.js';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const parse = (text: string) => parseValidationTime(text, NOW).toISOString();

it.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-05-01T12:00', '2026-05-01T12:00:00.000Z'],
  ['2026-05-01 12:00:30', '2026-05-01T12:00:30.000Z'],
  ['2026-05-01t12:00:30.123456z', '2026-05-01T12:00:30.123Z'],
  ['2026-05-01T01:00:00+02:00', '2026-04-30T23:00:00.000Z'],
  ['2026-06-01T12:00:59Z', '2026-06-01T12:00:59.000Z'], // a clock may be ahead
])('%s is %s', (text, time) => expect(parse(text)).toBe(time));

describe('what no calendar or clock shows is refused', () => {
  it.each([
    '2026-02-30',
    '2023-02-29T00:00:00Z',
    '2026-13-01',
    '2026-05-00',
    '2026-05-01T24:00:00Z',
    '2026-05-01T12:60Z',
    '2026-05-01T12:00:60Z',
    '2026-05-01T12:00:00+24:00',
    '2026-05-01T12:00:00+01:60',
    '26-05-01',
    'yesterday',
    '',
  ])('%s', text => expect(() => parse(text)).toThrow(/is not a time/));
});

it.each(['2026-06-01T12:02:00Z', '2026-06-02', '2999-01-01T00:00:00Z'])('%s is refused as the future', text =>
  expect(() => parse(text)).toThrow(/is in the future/),
);
