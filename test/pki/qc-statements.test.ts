/** Statements of qualified certificates (EN 319 412-5). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCertificate } from '../../src/pki/index.js';
import { readQcStatements } from '../../src/pki/qc-statements.js';
import { ia5, integer, nil, oid, printable, sequence, utf8 } from '../helpers/pki/der.js';
import { QC_STATEMENTS, qcStatement } from '../helpers/pki/qc.js';
import { describeCorpus } from '../helpers/requires.js';

const compliance = qcStatement(1);
const types = (...numbers: number[]) => qcStatement(6, sequence(...numbers.map(n => oid(`0.4.0.1862.1.6.${n}`))));
const read = (...statements: Uint8Array[]) => readQcStatements(sequence(...statements));

test('all statements are read, and unknown ones are kept', () => {
  const all = read(
    compliance,
    qcStatement(2, sequence(printable('EUR'), integer(15), integer(3))),
    qcStatement(3, integer(10)),
    qcStatement(4),
    qcStatement(5, sequence(sequence(ia5('https://ca.example/pds'), printable('en')))),
    types(2),
    qcStatement(7, sequence(printable('ch'), printable('LI'))),
    sequence(oid('1.3.6.1.5.5.7.11.2'), sequence(oid('0.4.0.194121.1.1'))),
  );
  expect(all).toEqual({
    compliance: true,
    sscd: true,
    types: ['0.4.0.1862.1.6.2'],
    legislation: ['CH', 'LI'],
    retentionYears: 10,
    limit: { currency: 'EUR', amount: 15, exponent: 3 },
    disclosures: [{ url: 'https://ca.example/pds', language: 'en' }],
    other: ['1.3.6.1.5.5.7.11.2'],
  });
});

test('an empty list states nothing', () => {
  expect(read()).toMatchObject({ compliance: false, sscd: false, types: [], legislation: [], limit: null, other: [] });
});

test('a single type may stand without a list', () => {
  expect(read(qcStatement(6, oid('0.4.0.1862.1.6.2'))).types).toEqual(['0.4.0.1862.1.6.2']);
});

test('a limit may have a numeric currency and a negative exponent', () => {
  const minusTwo = Buffer.from([2, 1, 0xfe]);
  expect(read(qcStatement(2, sequence(integer(978), integer(5), minusTwo))).limit).toEqual({
    currency: '978',
    amount: 5,
    exponent: -2,
  });
});

test.each([
  ['a limit', qcStatement(2, nil())],
  ['a retention period', qcStatement(3, utf8('ten'))],
  ['disclosure statements', qcStatement(5, sequence(nil()))],
])('%s that cannot be read does not hide the others', (_, broken) => {
  const found = read(compliance, broken);
  expect(found.compliance).toBe(true);
  expect(found.other.length).toBe(1);
});

const indefinite = (content: Uint8Array) =>
  Buffer.concat([Buffer.from([0x30, 0x80]), content.subarray(2), Buffer.from([0, 0])]);

describe('what decides about the qualified status is refused when it is', () => {
  test.each<[string, Uint8Array]>([
    ['a type that is no list', qcStatement(6, utf8('eSig'))],
    ['a type without value', qcStatement(6)],
    ['an empty list of types', qcStatement(6, sequence())],
    ['a type that is no identifier', qcStatement(6, sequence(utf8('eSig')))],
    ['a country of three letters', qcStatement(7, sequence(printable('CHE')))],
    ['a country in UTF-8', qcStatement(7, sequence(utf8('CH')))],
    ['no country', qcStatement(7, sequence())],
    ['a statement with two values', qcStatement(1, nil(), nil())],
    ['a statement without identifier', sequence()],
    ['of indefinite length', indefinite(compliance)],
  ])('%s', (_, broken) => {
    expect(() => read(compliance, broken)).toThrow(expect.objectContaining({ code: 'CORRUPT_DOCUMENT' }));
  });

  test('stated twice', () => {
    expect(() => read(types(1), types(2))).toThrow(expect.objectContaining({ code: 'CORRUPT_DOCUMENT' }));
  });
});

describeCorpus('the certificates of the corpus', 'trust', folder => {
  const certificates = readdirSync(folder)
    .filter(name => /-cert\d+\.der$/.test(name))
    .map(name => parseCertificate(readFileSync(join(folder, name))));
  const qualified = certificates.filter(({ extensions }) => extensions.all.some(({ oid: id }) => id === QC_STATEMENTS));

  test('state what they are without a fault', () => {
    console.log(`QC statements: ${qualified.length} of ${certificates.length} certificates`);
    expect(qualified.filter(({ extensions }) => extensions.qcStatements === null)).toEqual([]);
  });
});
