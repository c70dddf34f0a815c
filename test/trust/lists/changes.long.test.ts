/** Changes of single bytes: none in what is signed is accepted, and none anywhere changes what is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../../src/trust/lists/verify-list.js';
import { createPki } from '../../helpers/pki.js';
import { describeCorpus } from '../../helpers/requires.js';
import { signedList } from '../../helpers/trust-lists/index.js';

/** Of the list of the tests, which is read quickly, and of a real one, for each kind of change. */
const [OF_OWN, OF_REAL] = [1000, 300];

const pki = createPki({ operator: {}, ca: {} });
const services = [
  {
    certificates: [pki.id('ca').der],
    additional: ['ForeSignatures'],
    qualifications: [
      { qualifiers: ['QCWithQSCD'], criteria: { policies: [['1.2.3']], keyUsage: [{ nonRepudiation: true }] } },
    ],
    history: [{ start: '2019-01-01T00:00:00Z' }],
  },
];
const own = signedList({ uris: ['https://example.org/'], providers: [{ services }] }, pki.id('operator'));

describe('of a list of the tests', () => changesOf(OF_OWN, () => own));
describeCorpus('of a real list', 'trust-lists', folder =>
  changesOf(OF_REAL, () => readFileSync(join(folder, 'cache-2023/DK.xml'))),
);

function changesOf(count: number, read: () => Buffer): void {
  test(`${count} changes of signed letters and digits are refused`, async () => {
    const bytes = read();
    const places = signedPlaces(bytes.toString('latin1'));
    expect(places.length).toBeGreaterThan(count);
    const random = randomNumbers(1);
    const accepted: number[] = [];
    for (let i = 0; i < count; i++) {
      const place = places[random(places.length)]!;
      if (await read1(changed(bytes, place, otherLetter(bytes[place]!, random)))) accepted.push(place);
    }
    expect(accepted).toEqual([]);
  });

  test(`${count} changes of any byte do not change what is read`, async () => {
    const bytes = read();
    const original = await verifyIntegrity(bytes);
    const random = randomNumbers(2);
    let refused = 0;
    for (let i = 0; i < count; i++) {
      const place = random(bytes.length);
      const found = await read1(changed(bytes, place, random(256)));
      if (found) expect([place, found]).toEqual([place, original]);
      else refused++;
    }
    expect(refused).toBeGreaterThan(count * 0.9);
  });
}

async function read1(bytes: Buffer) {
  try {
    return await verifyIntegrity(bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'LIST_INVALID' });
    return null;
  }
}

/**
 * The letters and digits of names, values and attributes, without what the canonical form does not contain (XML declaration,
 * comments, declarations of namespaces, the writing of references) and without what is not signed: elements and attributes
 * around the signed parts of the signature.
 */
function signedPlaces(text: string): number[] {
  const unsigned = [
    /<\?xml.*?\?>/gs,
    /<!--.*?-->/gs,
    /\sxmlns(:\w+)?="[^"]*"/g,
    /&[^;]*;/g,
    /<\/?(?:\w+:)?(?:KeyInfo|X509Data|Object|QualifyingProperties)\b[^>]*>/g,
    /<(?:\w+:)?SignatureValue\b[^>]*>/g,
  ];
  const isUnsigned = new Uint8Array(text.length);
  for (const pattern of unsigned) {
    for (const { 0: all, index } of text.matchAll(pattern)) isUnsigned.fill(1, index, index + all.length);
  }
  return [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index).filter(index => !isUnsigned[index]);
}

const LETTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');

function otherLetter(letter: number, random: (limit: number) => number): number {
  const other = LETTERS[random(LETTERS.length)]!;
  return other === letter ? LETTERS[(LETTERS.indexOf(letter) + 1) % LETTERS.length]! : other;
}

function changed(bytes: Buffer, place: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[place] = value;
  return copy;
}

function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
