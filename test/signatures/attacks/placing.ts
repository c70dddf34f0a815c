/** Attacks on the position of a signature in the file: missing entries, appended bytes, wrapped ranges, skipped revisions. */
import { type FormPdf, OBJECTS as O, sign } from '../../helpers/form-pdf.js';
import type { Row } from './attack.js';
import {
  after,
  by,
  clean,
  cms,
  filledSignature,
  patched,
  ranged,
  replaced,
  retitled,
  signatureOf,
  signed,
} from './documents.js';
import { FORGED, wrappedEntry, wrappedObjects } from './wrapping.js';

const FAILS = 'TOTAL_FAILED';
const CONTENTS = /\/Contents <[0-9a-f]+>/;
const RANGE = /\/ByteRange\[[^\]]*\]/;

const universal = (key: string, what: RegExp, values: readonly string[], rule: string) =>
  values.map(value => ({
    what: `/${key} ${value === '' ? 'missing' : value}`,
    clean,
    attacked: patched(what, value === '' ? `/${key[0]}x${key.slice(2)} 0` : `/${key} ${value}`),
    expected: FAILS,
    rule,
    breaksCryptography: true as const,
  }));

const wrapping = (what: string, range: (range: number[]) => number[], rule: string, breaks = false) => ({
  what,
  clean: ranged(),
  attacked: ranged(range),
  expected: FAILS,
  rule,
  ...(breaks ? { breaksCryptography: true as const } : {}),
});

const spoofed = (key: string, from: string, to: string) => ({
  what: `another /${key}`,
  clean: () => signed({ entries: '/Reason(Seen)/Name(Ann)' }),
  attacked: () => {
    const pdf = signed({ entries: '/Reason(Seen)/Name(Ann)' });
    const forged = filledSignature(pdf).replace(from, to);
    return pdf.save(draft => draft.set(signatureOf(pdf), forged));
  },
  expected: FAILS,
  rule: 'signature-unchanged',
  also: ({ signers: [signer] }: { signers: readonly { statedReason: string | null; signedAt: string | null }[] }) =>
    signer!.statedReason === 'Seen' && signer!.signedAt === '2026-06-01T11:00:00.000Z',
});

export const PLACING: readonly Row[] = [
  {
    number: 1,
    name: 'universal forgery',
    twin: () => replaced(clean(), CONTENTS, found => `/Contents ${found.slice(10).toUpperCase()}`),
    attacks: [
      ...universal('Contents', CONTENTS, ['', 'null', '0', '()', '<>', '[]', '<00>'], 'signature-filled'),
      ...universal(
        'ByteRange',
        RANGE,
        ['', 'null', '[]', '[null]', '[0 0 0 0]', '[-1 -1 -1 -1]', '[0 (a) 1 2]', '[0 1.5 2 3]', '0'],
        'byte-range',
      ),
      {
        what: 'an empty message',
        clean,
        attacked: () => signed({ make: () => new Uint8Array() }),
        expected: FAILS,
        rule: 'signature-filled',
        breaksCryptography: true,
      },
      {
        what: 'other bytes after the message',
        clean,
        attacked: cms({ trailing: Buffer.from('x') }),
        expected: 'valid, with a warning',
        rule: 'no-trailing-bytes',
      },
    ],
  },
  {
    number: 2,
    name: 'incremental saving',
    twin: retitled,
    attacks: [
      {
        what: 'an update with other content',
        clean,
        attacked: after(draft => draft.set(O.content, FORGED)),
        expected: FAILS,
        rule: 'changes-after-signing',
      },
      {
        what: 'the same, with a copy of the signature',
        clean,
        attacked: () => {
          const pdf = clean();
          return pdf.save(draft => draft.set(O.content, FORGED).set(signatureOf(pdf), filledSignature(pdf)));
        },
        expected: FAILS,
        rule: 'changes-after-signing',
      },
      {
        what: 'objects without a cross-reference',
        clean,
        attacked: () => clean().save(draft => draft.set(O.content, FORGED), { unfinished: true }),
        expected: FAILS,
        rule: 'no-stray-bytes',
      },
      {
        what: 'objects and a trailer without a cross-reference',
        clean,
        attacked: () => {
          const { bytes } = clean().save(draft => draft.set(O.content, FORGED), { unfinished: true });
          return { bytes: Buffer.concat([bytes, Buffer.from('trailer\n<</Size 30/Root 1 0 R>>\n')]) };
        },
        expected: FAILS,
        rule: 'no-stray-bytes',
      },
      {
        what: 'a comment after the end',
        clean,
        attacked: () => ({ bytes: Buffer.concat([clean().bytes, Buffer.from('%evil\n')]) }),
        expected: FAILS,
        rule: 'no-stray-bytes',
      },
    ],
  },
  {
    number: 3,
    name: 'signature wrapping',
    twin: () => replaced(clean(), /0{8}>/, () => '0000 \n00>'),
    attacks: [
      {
        what: 'the message ends early, an entry follows in the gap',
        clean,
        attacked: wrappedEntry,
        expected: FAILS,
        rule: 'byte-range-gap',
      },
      {
        what: 'the second range is moved, forged objects precede it',
        clean,
        attacked: wrappedObjects,
        expected: FAILS,
        rule: 'byte-range-gap',
      },
    ],
  },
  {
    number: 4,
    name: 'byte range',
    twin: () => ({ bytes: Buffer.concat([ranged()().bytes, Buffer.from('\n \n')]) }),
    attacks: [
      wrapping('ends early', ([, a, b, c]) => [0, a!, b!, c! - 9], 'byte-range-end'),
      wrapping('six numbers', ([, a, b, c]) => [0, a! - 9, a! - 9, 9, b!, c!], 'byte-range'),
      wrapping('overlapping ranges', ([, a, b, c]) => [0, a!, a! - 9, b! + c! - a! + 9], 'byte-range', true),
      wrapping('beyond the end', ([, a, b, c]) => [0, a!, b!, c! + 9], 'byte-range'),
      wrapping('a gap that begins too early', ([, a, b, c]) => [0, a! - 9, b!, c!], 'byte-range-gap'),
      wrapping('a gap that ends too late', ([, a, b, c]) => [0, a!, b! + 9, c! - 9], 'byte-range-gap'),
      wrapping('the first bytes excluded', ([, a, b, c]) => [9, a! - 9, b!, c!], 'byte-range'),
    ],
  },
  {
    number: 8,
    name: 'entries of the signature changed later',
    twin: () => clean().save(sign({ make: by({}, 'bob'), entries: '/Reason(Paid)/Name(Bob)' })),
    attacks: [
      spoofed('Reason', '(Seen)', '(Paid)'),
      spoofed('Name', '(Ann)', '(Bob)'),
      spoofed('M', '(D:20260601110000Z)', '(D:20200101000000Z)'),
    ],
  },
  {
    number: 9,
    name: 'a signature dictionary that does not surround the gap',
    twin: () => clean().save(sign({ make: by({}, 'bob') }), { xref: 'stream' }),
    attacks: [
      {
        what: 'in an object stream, with another range',
        clean,
        attacked: () => {
          const pdf = clean();
          const other = filledSignature(pdf).replace(RANGE, '/ByteRange[0 1 2 3]');
          return repacked(pdf, other);
        },
        expected: FAILS,
        rule: 'signature-unchanged',
      },
      {
        what: 'two /Contents',
        clean,
        attacked: () => signed({ entries: '/Contents<00>' }),
        expected: FAILS,
        rule: 'signature-keys-once',
      },
      {
        what: 'a copy under another field',
        clean,
        attacked: () => copied('table'),
        expected: FAILS,
        rule: 'byte-range-gap',
      },
      {
        what: 'a copy under another field, in an object stream',
        clean,
        attacked: () => copied('stream'),
        expected: FAILS,
        rule: 'signature-in-file',
      },
    ],
  },
  {
    number: 14,
    name: 'the signed revision skipped',
    twin: () => retitled().save(draft => draft.set(O.info, '<</Title(Third)>>')),
    attacks: [
      { what: '/Prev skips it', clean, attacked: () => skipping(() => []), expected: 'not signed', rule: null },
      {
        what: '/Prev skips it, and the update has entries for the signature',
        clean,
        attacked: () => skipping(pdf => [O.page, O.form, signatureOf(pdf), signatureOf(pdf) + 1]),
        expected: FAILS,
        rule: 'byte-range-end',
      },
      {
        what: 'the last startxref refers to an older cross-reference',
        clean,
        attacked: () => {
          const { bytes, writer } = clean();
          return { bytes: Buffer.concat([bytes, Buffer.from(`startxref\n${writer.xrefs[0]}\n%%EOF\n`)]) };
        },
        expected: 'not signed',
        rule: null,
      },
    ],
  },
];

function repacked(pdf: FormPdf, body: string): FormPdf {
  const num = signatureOf(pdf);
  return pdf.save(draft => draft.set(num, body), { xref: 'stream', packed: [num] });
}

/** A copy of the signature in a new field. */
function copied(xref: 'table' | 'stream'): FormPdf {
  const pdf = clean();
  const num = pdf.writer.size;
  const { prepare } = sign({ make: by() });
  return pdf.save(
    draft => {
      prepare(draft);
      draft.set(num, filledSignature(pdf));
    },
    { xref, packed: xref === 'stream' ? [num] : [] },
  );
}

/** The update follows the first revision, with entries for these objects of the second. */
function skipping(kept: (pdf: FormPdf) => readonly number[]): FormPdf {
  const pdf = clean();
  const misplaced = Object.fromEntries(kept(pdf).map(num => [num, pdf.writer.offsets.get(num)!]));
  return pdf.save(draft => draft.set(O.content, FORGED), { prev: pdf.writer.xrefs[0]!, misplaced });
}
