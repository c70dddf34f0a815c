/** What could not be determined is indeterminate, with its reason and whether trust is required or not; never intact or invalid. */
import { describe, expect, test } from 'vitest';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { type Draft, type FormPdf, formPdf, OBJECTS as O, type Signing, sign } from '../helpers/form-pdf.js';
import { type Body, stream } from '../helpers/pdf-writer.js';
import { oid, sequence } from '../helpers/pki/der.js';
import { by, clean, pki, retitled, signed } from './attacks/documents.js';
import { at, look, marked, TEXT } from './attacks/families/marks.js';

const trust = trustStoreOf([pki.certificate('root')]);
const REQUIRED = [
  ['trust is required', true],
  ['trust is not required', false],
] as const;

const see = ({ bytes }: { readonly bytes: Uint8Array }, requireTrust: boolean): Promise<VerificationResult> =>
  check(bytes, { at: pki.now, trust, requireTrust });

/** Viewers disagree about its filter. */
const UNREADABLE = (draft: Draft): string => {
  const image = stream(
    Buffer.of(255),
    '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/Unknown',
  );
  return look(draft, 'q 200 0 0 20 0 0 cm /Im Do Q', `/XObject<</Im ${draft.add(image)} 0 R>>`);
};
const unreadableStamp = marked(draft => `/Subtype/Stamp/F 4${at(TEXT.over)}/AP<</N ${UNREADABLE(draft)}>>`);
const markOf = ({ objects }: FormPdf): number =>
  Number(Object.keys(objects).findLast(num => String(objects[Number(num)]).includes('/Subtype/Stamp')));

const MANY = 2_001;
const links = Array.from(
  { length: MANY },
  (_, i) =>
    [100 + i, `<</Subtype/Link/Rect[${i % 50} ${i / 50} ${(i % 50) + 1} ${i / 50 + 1}]/Dest[4 0 R/Fit]>>`] as const,
);
const listOfLinks = (numbers: readonly number[]): Body =>
  `<</Type/Page/Parent 2 0 R/Contents 8 0 R/Annots[${numbers.map(num => `${num} 0 R`).join(' ')}]>>`;
const numbers = links.map(([num]) => num);
const manyLinks = (): FormPdf =>
  signed({}, formPdf({}, { ...Object.fromEntries(links), [O.secondPage]: listOfLinks(numbers) }));

/** Signs with another /SubFilter. */
function inEncoding(name: string): Signing {
  const signing = sign({ make: by() });
  const prepare = (draft: Draft): void => {
    signing.prepare(draft);
    draft.edit(draft.next - 2, body => body.replace('ETSI.CAdES.detached', name));
  };
  return { ...signing, prepare };
}

const list = (num: number): Body => `[${`${num} 0 R `.repeat(100_000)}]`;
const manyValues = (): FormPdf => {
  const catalog = '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Threads 30 0 R>>';
  return signed({}, formPdf({}, { 30: list(31), 31: '(100)', 32: '(100)', [O.catalog]: catalog }));
};

/** With more content in its elements than references are searched in, and a field that a program writes again under another number. */
const tagged = (): FormPdf => {
  const marks = Array.from({ length: 100 }, (_, i) => i).join(' ');
  const elements = Array.from({ length: 5_000 }, (_, i): [number, Body] => [
    1000 + i,
    `<</Type/StructElem/S/Span/P 21 0 R/Pg 3 0 R/K[${marks}]>>`,
  ]);
  const objects = {
    ...Object.fromEntries(elements),
    19: '<</Type/StructTreeRoot/K 21 0 R>>',
    21: `<</Type/StructElem/S/Document/P 19 0 R/K[${elements.map(([num]) => `${num} 0 R`).join(' ')}]>>`,
    [O.catalog]: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/StructTreeRoot 19 0 R>>',
  };
  return signed({}, formPdf({}, objects));
};
const renumbered =
  (change: (body: string) => string = body => body) =>
  (draft: Draft): void => {
    const copy = draft.add(change(draft.text(O.amount)));
    for (const list of [O.form, O.page]) draft.edit(list, body => body.replace(`${O.amount} 0 R`, `${copy} 0 R`));
  };

interface Unknown {
  readonly what: string;
  readonly pdf: () => FormPdf;
  /** Of the verdict. */
  readonly reason: RegExp;
  readonly rule: string;
}

const CHANGES = 'changes-after-signing';
const UNKNOWNS: readonly Unknown[] = [
  {
    what: 'a digest algorithm that is not supported',
    pdf: () => signed({ make: by({ statedDigest: sequence(oid('1.2.3.4')) }) }),
    reason: /algorithm/,
    rule: 'digest',
  },
  {
    what: 'an encoding that is not known',
    pdf: () => formPdf().save(inEncoding('Acme.detached')),
    reason: /encoding/,
    rule: 'signature-encoding',
  },
  {
    what: 'an algorithm that is too weak today',
    pdf: () => signed({ make: by({ digest: 'SHA-1' }) }),
    reason: /SHA-1/,
    rule: 'algorithm-strength',
  },
  {
    what: 'a later revision that programs read differently',
    pdf: () => clean().save(draft => draft.set(O.info, '<</Title(Second)/Title(Third)>>')),
    reason: /other programs may read a different document/,
    rule: 'later-revisions-readable',
  },
  {
    what: 'an object of a later revision that cannot be read',
    pdf: () => clean().save(draft => draft.set(O.secondContent, '<</Length 9')),
    reason: /other programs may read a different document/,
    rule: CHANGES,
  },
  {
    what: 'a reference to an object of a later revision that cannot be read',
    pdf: () =>
      clean().save(draft => draft.edit(O.secondPage, body => body.replace('8 0 R', `${draft.add('<</Length 9')} 0 R`))),
    reason: /other programs may read a different document/,
    rule: CHANGES,
  },
  {
    what: 'more values than are compared',
    pdf: () => manyValues().save(draft => draft.set(30, list(32))),
    reason: /than are compared/,
    rule: CHANGES,
  },
  {
    what: 'a field under another number in a document that is too large to find all references to it',
    pdf: () => tagged().save(renumbered()),
    reason: /than are compared/,
    rule: CHANGES,
  },
  {
    what: 'a new mark that cannot be rendered',
    pdf: () => clean().save(unreadableStamp),
    reason: /whether a stamp covers content .* could not be determined/,
    rule: CHANGES,
  },
  {
    what: 'a removed mark that cannot be rendered',
    pdf: () => {
      const before = signed({}, formPdf().save(unreadableStamp));
      const item = new RegExp(` ${markOf(before)} 0 R`);
      return before.save(draft => draft.edit(O.page, body => body.replace(item, '')));
    },
    reason: /whether a stamp that was changed or removed covered content .* could not be determined/,
    rule: CHANGES,
  },
  {
    what: 'another order of more annotations than are compared',
    pdf: () => manyLinks().save(draft => draft.set(O.secondPage, listOfLinks(numbers.toReversed()))),
    reason: /order of overlapping annotations was changed could not be determined/,
    rule: CHANGES,
  },
];

describe.each(UNKNOWNS)('$what', ({ pdf, reason, rule }) => {
  let made: FormPdf | null = null;
  const document = () => (made ??= pdf());

  test.each(REQUIRED)('is indeterminate where %s', async (_, requireTrust) => {
    const result = await see(document(), requireTrust);
    expect(result).toMatchObject({ verdict: 'indeterminate', valid: false, reason: expect.stringMatching(reason) });
    const { indication, findings } = result.signers[0]!;
    expect(indication).toBe('INDETERMINATE');
    expect(findings.find(one => one.rule === rule)?.outcome).toMatch(rule === CHANGES ? 'unknown' : /unknown|fail/);
  });

  test.each(REQUIRED)('does not excuse what is shown to be wrong where %s', async (_, requireTrust) => {
    const forged = document().save(draft => draft.set(O.content, stream('BT /F1 12 Tf 50 700 Td (Nothing.) Tj ET')));
    const { verdict, signers } = await see(forged, requireTrust);
    expect(verdict).toBe('invalid');
    expect(signers[0]).toMatchObject({ changesAllowed: false, indication: 'TOTAL_FAILED' });
  });
});

describe('a later revision without a usable cross-reference', () => {
  const damaged = (pdf: FormPdf, before: (bytes: string) => string = bytes => bytes): { bytes: Buffer } => {
    const text = before(pdf.bytes.toString('latin1'));
    const end = text.lastIndexOf('xref\n', text.lastIndexOf('startxref') - 1);
    return { bytes: Buffer.from(text.slice(0, end) + text.slice(end).replace('xref', 'fxre'), 'latin1') };
  };

  test.each(REQUIRED)('is indeterminate where %s', async (_, requireTrust) => {
    const { verdict, reason, signers } = await see(damaged(retitled()), requireTrust);
    expect([verdict, reason]).toEqual([
      'indeterminate',
      expect.stringMatching(/cross-reference of the file is damaged/),
    ]);
    expect(signers[0]).toMatchObject({ intact: true, changesAfter: null, changesAllowed: false });
  });

  test.each(REQUIRED)('does not excuse changed bytes where %s', async (_, requireTrust) => {
    const changed = damaged(retitled(), text => text.replace('I owe you the', 'I owe you thy'));
    const { verdict, signers } = await see(changed, requireTrust);
    expect([verdict, signers[0]!.subIndication]).toEqual(['invalid', 'HASH_FAILURE']);
  });
});

test('a field under another number with a link is refused in a large document, too', async () => {
  const entering = (body: string): string => `${body.slice(0, -2)}/A<</S/URI/URI(http://a.example)>>>>`;
  const { verdict } = await see(tagged().save(renumbered(entering)), false);
  expect(verdict).toBe('invalid');
});

test.each([
  ['a link', O.amount, (body: string) => `${body.slice(0, -2)}/A<</S/URI/URI(http://a.example)>>>>`],
  ['another place', O.amount, (body: string) => body.replace(/\/Rect\[[^\]]*\]/, '/Rect[0 0 9 9]')],
])('a field that keeps its number and gets %s is refused in a large document, too', async (_, num, change) => {
  const { verdict } = await see(
    tagged().save(draft => draft.edit(num, change)),
    false,
  );
  expect(verdict).toBe('invalid');
});

test('a file with many objects is known', async () => {
  const objects = Array.from({ length: 100_000 }, (_, i) => [
    1000 + i,
    `<</Type/StructElem/S/Span/P 1 0 R/Pg 3 0 R/Lang(en-US)/A<</O/Layout/BBox[50.25 100.5 300.75 120.125]>>/K[${i}]>>`,
  ]);
  const { verdict } = await see(signed({}, formPdf({}, Object.fromEntries(objects))), false);
  expect(verdict).toBe('intact');
});
