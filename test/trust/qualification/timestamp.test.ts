/** Whether a timestamp is qualified. */
import { expect, test } from 'vitest';
import { qualifyTimestamp, type TimestampInput } from '../../../src/trust/qualification/index.js';
import { aCertificate, aService, type PeriodChanges } from '../../helpers/trust-lists/qualification.js';

const QTST = 'TSA/QTST';
const [GENERATED, CHANGE, PROVEN] = ['2020-01-01', '2021-01-01', '2022-01-01'].map(day => new Date(day));
const EARLY = new Date('2016-01-01');

function qualify(services: readonly (readonly PeriodChanges[])[], changes: Partial<TimestampInput> = {}) {
  const facts = aCertificate({ qc: null });
  const listed = services.map(periods => aService(periods));
  const times = { generated: GENERATED!, proven: PROVEN! };
  const { reasons, ...result } = qualifyTimestamp({
    facts,
    services: listed,
    ...times,
    indication: 'TOTAL_PASSED',
    ...changes,
  });
  return { ...result, codes: reasons.map(({ code }) => code) };
}

test('a timestamp of a service that was granted at both times is qualified', () => {
  expect(qualify([[{ type: QTST }]])).toEqual({ timestamp: 'QTSA', qualified: true, codes: [] });
});

test.each<[string, readonly (readonly PeriodChanges[])[], Partial<TimestampInput>, string, string]>([
  ['that no list names', [], {}, 'N/A', 'NOT_LISTED'],
  ['that is not valid', [[{ type: QTST }]], { indication: 'TOTAL_FAILED' }, 'TSA', 'NOT_INTACT'],
  ['that is not confirmed', [[{ type: QTST }]], { indication: 'INDETERMINATE' }, 'TSA', 'NOT_CONFIRMED'],
  ['of a service for certificates', [[{}]], {}, 'TSA', 'NO_SERVICE_AT_TIME'],
  ['of a service that was withdrawn', [[{ type: QTST, status: 'withdrawn' }]], {}, 'TSA', 'NOT_GRANTED'],
  [
    'of a service that was withdrawn later',
    [
      [
        { type: QTST, start: CHANGE!, status: 'withdrawn' },
        { type: QTST, end: CHANGE! },
      ],
    ],
    {},
    'TSA',
    'MOMENTS_DIFFER',
  ],
  [
    'of a service that was granted later',
    [
      [
        { type: QTST, start: CHANGE! },
        { type: QTST, status: 'withdrawn', end: CHANGE! },
      ],
    ],
    {},
    'TSA',
    'MOMENTS_DIFFER',
  ],
  [
    'of two services with different statuses',
    [[{ type: QTST }], [{ type: QTST, status: 'withdrawn' }]],
    {},
    'TSA',
    'STATUS_CONFLICT',
  ],
  [
    'of a service with an unknown critical extension',
    [[{ type: QTST, hasUnknownCritical: true }]],
    {},
    'TSA',
    'EXTENSION_UNKNOWN',
  ],
  [
    'from before the Regulation',
    [[{ type: QTST, start: new Date('2015-01-01') }]],
    { generated: EARLY },
    'TSA',
    'BEFORE_REGULATION',
  ],
])('a timestamp %s is not', (_, services, changes, timestamp, code) => {
  const result = qualify(services, changes);
  expect(result).toMatchObject({ timestamp, qualified: false });
  expect(result.codes).toContain(code);
});

test('it belongs to the list of the country that its subject names', () => {
  const subject = { country: 'FR', organizations: ['Acme'], commonNames: [] };
  const services = [aService([{ type: QTST }], { territory: 'FR' })];
  const facts = aCertificate({ subject });
  const times = { generated: GENERATED!, proven: PROVEN! };
  expect(qualifyTimestamp({ facts, services, ...times, indication: 'TOTAL_PASSED' }).reasons).toEqual([]);
});
