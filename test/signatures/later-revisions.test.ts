/** Objects of later revisions that two programs may read differently are doubtful. */
import { describe, expect, test } from 'vitest';
import { createIdentity, sign as signFile } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { FormPdf, formPdf, OBJECTS as O, sign } from '../helpers/form-pdf.js';
import { type PdfWriter, type RevisionSpec, stream } from '../helpers/pdf-writer.js';
import { createPki } from '../helpers/pki.js';

const pki = createPki({ root: {}, ann: { issuer: 'root' } });
const signed = (base: FormPdf = formPdf()): FormPdf => base.save(sign({ make: bytes => pki.cms('ann', bytes) }));

async function see(pdf: { readonly bytes: Buffer }) {
  const { valid, signers } = await check(pdf.bytes, { at: pki.now });
  const { findings, intact, indication, subIndication } = signers[0]!;
  const failing = findings.filter(({ outcome, level }) => outcome === 'fail' && level === 'fail');
  return { valid, intact, status: `${indication} ${subIndication}`, failing: failing.map(({ rule }) => rule) };
}

async function expectDoubtful(pdf: { readonly bytes: Buffer }): Promise<void> {
  const { valid, intact, failing } = await see(pdf);
  expect(valid).toBe(false);
  expect(intact).toBe(true);
  expect(failing).toContain('later-revisions-readable');
}

const XMP = '/Type/Metadata/Subtype/XML';

describe('the /Length of a later stream', () => {
  /** The metadata is replaced: permitted, whatever it says. `after`: between the data and the end of the object. */
  const metadata = (
    data: string,
    length: string | number,
    after = '\nendstream\nendobj\n',
    objects: RevisionSpec['objects'] = {},
    more: Readonly<Record<number, number>> = {},
  ): PdfWriter => {
    const writer = signed().writer.fork();
    const offset = writer.length;
    writer.raw(`${O.metadata} 0 obj\n<<${XMP}/Length ${length}>>\nstream\n${data}${after}`);
    return writer.revision({ objects, misplaced: { [O.metadata]: offset, ...more }, trailer: '/Info 9 0 R' });
  };
  const DATA = 'x'.repeat(60);
  const INNER = `${'x'.repeat(20)}\nendstream\n${'x'.repeat(29)}`;
  const OBJECT = `${'x'.repeat(20)}\nendstream\nendobj\n${'x'.repeat(22)}`;
  const NEXT = '\nendstream\n90 0 obj\n<<>>\nendobj\n';

  test.each<[what: string, pdf: () => PdfWriter]>([
    ['is exact', () => metadata(DATA, 60)],
    ['is exact, and CR LF follows', () => metadata(DATA, 60, '\r\nendstream\r\nendobj\r\n')],
    ['is exact, and no end of line follows', () => metadata(DATA, 60, 'endstream\nendobj\n')],
    ['includes the end of line', () => metadata(DATA, 61)],
    ['includes CR LF', () => metadata(DATA, 62, '\r\nendstream endobj\n')],
    ['includes an end of line that is not there', () => metadata(DATA, 61, 'endstream\nendobj\n')],
    ['includes two bytes for an end of line of one byte', () => metadata(DATA, 62)],
    ['leaves out an end of line of the data', () => metadata(`${DATA}\n`, 60)],
    ['is exact in another object', () => metadata(DATA, '90 0 R', undefined, { 90: '60' })],
    ['is exact, and the data contains the keyword', () => metadata(INNER, INNER.length)],
    ['is exact, and the data contains the end of an object', () => metadata(OBJECT, OBJECT.length)],
    ['is exact, and endobj is missing before another object', () => metadata(DATA, 60, NEXT)],
    ['is exact, and endobj is missing before the cross-reference', () => metadata(DATA, 60, '\nendstream\n')],
    ['is exact, and a comment follows', () => metadata(DATA, 60, '\nendstream % end\nendobj\n')],
  ])('is accepted where it %s', async (_, pdf) => {
    expect(await see(pdf())).toMatchObject({ valid: true, intact: true });
  });

  test.each<[what: string, pdf: () => PdfWriter]>([
    ['is short', () => metadata(DATA, 40)],
    ['is short by three bytes', () => metadata(DATA, 57)],
    ['is short by white space', () => metadata(`${DATA}\n\n\n\n`, 60)],
    ['is short by spaces', () => metadata(`${DATA}  `, 60)],
    ['is long', () => metadata(DATA, 70)],
    ['is long by three bytes more than the end of line', () => metadata(DATA, 64)],
    ['is longer than the file', () => metadata(DATA, 10_000_000)],
    ['is zero', () => metadata(DATA, 0)],
    ['is negative', () => metadata(DATA, -1)],
    ['is a real number', () => metadata(DATA, '60.5')],
    ['is not a number', () => metadata(DATA, '(60)')],
    ['is null', () => metadata(DATA, 'null')],
    ['is a missing object', () => metadata(DATA, '99 0 R')],
    ['is short in another object', () => metadata(DATA, '90 0 R', undefined, { 90: '40' })],
    ['is long in another object', () => metadata(DATA, '90 0 R', undefined, { 90: '90' })],
    ['is a stream', () => metadata(DATA, '90 0 R', undefined, { 90: stream('60') })],
    ['refers to its own stream', () => metadata(DATA, `${O.metadata} 0 R`)],
    ['ends at the keyword inside the data', () => metadata(INNER, 20)],
    ['ends behind the keyword inside the data', () => metadata(INNER, 32)],
    [
      'ends at the end of another stream',
      () => {
        const other = `\nendstream\nendobj\n90 0 obj\n<</Length 60>>\nstream\n${DATA}`;
        const length = 60 + other.length;
        const inner = metadata(DATA, length).bytes.lastIndexOf(DATA) + '\nendstream\nendobj\n'.length + 60;
        return metadata(DATA, length, `${other}\nendstream\nendobj\n`, {}, { 90: inner });
      },
    ],
    ['is exact, and endstream is missing', () => metadata(DATA, 60, '\nendobj\n', { 90: stream('x') })],
    ['is exact, and other bytes precede endobj', () => metadata(DATA, 60, '\nendstream\nxx\nendobj\n')],
    ['is exact, and another value precedes endobj', () => metadata(DATA, 60, '\nendstream\n<<>>\nendobj\n')],
  ])('is doubtful where it %s', async (_, pdf) => {
    await expectDoubtful(pdf());
  });

  test('does not count where the signed revision has the stream', async () => {
    const base = formPdf({}, { [O.metadata]: { dict: `${XMP}/Length 3`, data: Buffer.from(DATA) } });
    expect(await see(signed(base).save(draft => draft.set(O.info, '<</Title(b)>>')))).toMatchObject({ valid: true });
  });
});

describe('the /Length object of a signed stream', () => {
  const base = () =>
    signed(
      formPdf({}, { 22: '16', [O.secondContent]: { dict: '/Length 22 0 R', data: Buffer.from('BT (Hello) Tj ET') } }),
    );
  test.each(['9', '160', 'null', '(16)', '<<>>'])(
    'is doubtful where a later revision changes it to %s',
    async value => {
      expect(await see(base())).toMatchObject({ valid: true });
      const changed = base().save(draft => draft.set(22, value));
      expect(await see(changed)).toMatchObject({ valid: false, intact: true });
      expect((await see(changed)).failing).toContain('later-revisions-readable');
    },
  );
  test('is doubtful where a later revision frees it', async () => {
    await expectDoubtful(base().save(draft => draft.set(22, null)));
  });
  test('may be written again', async () => {
    expect(await see(base().save(draft => draft.set(22, '16')))).toMatchObject({ valid: true });
  });
  test('may change together with the stream', async () => {
    const withLength = signed(
      formPdf({}, { 22: '3', [O.metadata]: { dict: `${XMP}/Length 22 0 R`, data: Buffer.from('xmp') } }),
    );
    const both = withLength.save(draft =>
      draft.set(22, '5').set(O.metadata, { dict: `${XMP}/Length 22 0 R`, data: Buffer.from('other') }),
    );
    expect(await see(both)).toMatchObject({ valid: true });
  });
});

describe('other objects of a later revision', () => {
  test.each([O.content, O.page, O.catalog, O.info])(
    'are doubtful where one is a reference to its value: %d',
    async num => {
      await expectDoubtful(signed().save(draft => draft.set(num, `${draft.add(draft.get(num))} 0 R`)));
    },
  );
  const info = (text: string): PdfWriter => {
    const writer = signed().writer.fork();
    const offset = writer.length;
    writer.raw(`9 0 obj\n${text}`);
    return writer.revision({ objects: {}, misplaced: { 9: offset }, trailer: '/Info 9 0 R' });
  };
  test.each([
    ['endobj', '<</Title(b)>>\nendobj\n'],
    ['the cross-reference', '<</Title(b)>>\n'],
    ['another object', '<</Title(b)>>\n90 0 obj\n<<>>\nendobj\n'],
    ['a comment and endobj', '<</Title(b)>> % x\nendobj\n'],
  ])('may end with %s', async (_, text) => {
    expect(await see(info(text))).toMatchObject({ valid: true });
  });
  test.each([
    ['another value', '<</Title(b)>> <</Title(c)>>\nendobj\n'],
    ['other bytes', '<</Title(b)>> x\nendobj\n'],
    ['a number', '<</Title(b)>> 90\nendobj\n'],
  ])('are doubtful where %s precedes endobj', async (_, text) => {
    await expectDoubtful(info(text));
  });
});

describe('the cross-reference stream of a later revision', () => {
  type Entry = [kind: 0 | 1 | 2, second: number, third: number];
  /** Two versions of the information dictionary, and a cross-reference stream with these rows. */
  const withStream = (index: string | null, rows: (first: number, second: number, own: number) => Entry[], cut = 0) => {
    const writer = signed().writer.fork();
    const [first, previous] = [writer.length, writer.xrefs.at(-1)!];
    writer.raw('9 0 obj\n<</Title(b)>>\nendobj\n');
    const second = writer.length;
    writer.raw('9 0 obj\n<</Title(c)>>\nendobj\n');
    const own = writer.length;
    const data = Buffer.concat(
      rows(first, second, own).map(([kind, a, b]) => {
        const row = Buffer.alloc(7);
        row[0] = kind;
        row.writeUInt32BE(a, 1);
        row.writeUInt16BE(b, 5);
        return row;
      }),
    );
    const dict = `/Type/XRef/Size 90/W[1 4 2]${index === null ? '' : `/Index[${index}]`}/Root 1 0 R/Info 9 0 R/Prev ${previous}`;
    writer.raw(`80 0 obj\n<<${dict}/Length ${data.length - cut}>>\nstream\n`);
    return writer.raw(data.subarray(0, data.length - cut)).raw(`\nendstream\nendobj\nstartxref\n${own}\n%%EOF\n`);
  };

  test.each<[what: string, pdf: () => PdfWriter]>([
    [
      'one entry for each object',
      () =>
        withStream('9 1 80 1', (a, _, own) => [
          [1, a, 0],
          [1, own, 0],
        ]),
    ],
    [
      'subsections in another order',
      () =>
        withStream('80 1 9 1', (a, _, own) => [
          [1, own, 0],
          [1, a, 0],
        ]),
    ],
    [
      'an empty subsection',
      () =>
        withStream('9 0 9 1 80 1', (a, _, own) => [
          [1, a, 0],
          [1, own, 0],
        ]),
    ],
    [
      'rows that no subsection has',
      () =>
        withStream('9 1 80 1', (a, b, own) => [
          [1, a, 0],
          [1, own, 0],
          [1, b, 0],
        ]),
    ],
  ])('may have %s', async (_, pdf) => {
    expect(await see(pdf())).toMatchObject({ valid: true });
  });
  test.each<[what: string, pdf: () => PdfWriter]>([
    [
      'two entries for one object',
      () =>
        withStream('9 1 9 1 80 1', (a, b, own) => [
          [1, a, 0],
          [1, b, 0],
          [1, own, 0],
        ]),
    ],
    [
      'two equal entries',
      () =>
        withStream('9 1 9 1 80 1', (a, _, own) => [
          [1, a, 0],
          [1, a, 0],
          [1, own, 0],
        ]),
    ],
    [
      'overlapping subsections',
      () =>
        withStream('9 2 10 1 80 1', (a, _, own) => [
          [1, a, 0],
          [1, a, 0],
          [1, signed().writer.offsets.get(10)!, 0],
          [1, own, 0],
        ]),
    ],
    [
      'an entry that is free and one that is not',
      () =>
        withStream('9 1 9 1 80 1', (a, _, own) => [
          [1, a, 0],
          [0, 0, 1],
          [1, own, 0],
        ]),
    ],
    [
      'fewer rows than /Index states',
      () =>
        withStream('9 1 80 3', (a, _, own) => [
          [1, a, 0],
          [1, own, 0],
        ]),
    ],
    [
      'a row that is cut',
      () =>
        withStream(
          '9 1 80 2',
          (a, b, own) => [
            [1, a, 0],
            [1, own, 0],
            [1, b, 0],
          ],
          3,
        ),
    ],
  ])('is doubtful with %s', async (_, pdf) => {
    await expectDoubtful(pdf());
  });
  test('is doubtful with a key that occurs twice', async () => {
    const pdf = signed().save(draft => draft.set(O.info, '<</Title(b)>>'), {
      xref: 'stream',
      trailer: '/Info 9 0 R/Info 9 0 R',
    });
    await expectDoubtful(pdf);
  });
});

describe('an object stream of a later revision', () => {
  const BODY = '<</Title(b)>> <</Title(c)>>';
  const packed = (
    header: string,
    body = BODY,
    entries = `/N ${header.split(' ').length >> 1}/First ${header.length}`,
  ) => {
    const pdf = signed();
    const num = pdf.writer.size;
    return pdf.save(draft => void draft.add(stream(header + body, `/Type/ObjStm${entries}`)), {
      xref: 'stream',
      misplaced: { 9: { container: num, index: 0 } },
    });
  };
  test.each<[what: string, header: string, body?: string, entries?: string]>([
    ['each object once', '9 0 90 14 '],
    ['white space around the header', ' \n9 0\r\n90 14 \n ', BODY, '/N 2/First 15'],
    ['another value behind a member', '9 0 90 18 ', '<</Title(b)>> (x) <</Title(c)>>'],
    ['an unused /Extends', '9 0 90 14 ', BODY, '/N 2/First 10/Extends 5 0 R'],
  ])('may have %s', async (_, ...parts) => {
    expect(await see(packed(...parts))).toMatchObject({ valid: true });
  });
  test.each<[what: string, header: string, body?: string, entries?: string]>([
    ['it has an object twice', '9 0 9 14 '],
    ['it has fewer objects than it states', '9 0 90 14 ', BODY, '/N 3/First 10'],
    ['it has more objects than it states', '9 0 90 14 ', BODY, '/N 1/First 10'],
    ['the number of objects is a real number', '9 0 90 14 ', BODY, '/N 2.0/First 10'],
    ['the number of objects is a fraction', '9 0 90 14 ', BODY, '/N 2.5/First 10'],
    ['the number of objects is negative', '9 0 90 14 ', BODY, '/N -2/First 10'],
    ['the number of objects is missing', '9 0 90 14 ', BODY, '/First 10'],
    ['the offset of the first object is a real number', '9 0 90 14 ', BODY, '/N 2/First 10.0'],
    ['offsets are not in order', '9 14 90 0 '],
    ['an object continues in the next one', '9 0 90 5 '],
    ['other bytes precede the first object', '9 2 90 16 ', `x ${BODY}`],
    ['an object is a reference', '9 0 90 7 ', '90 0 R <</Title(c)>>'],
    ['its data is elsewhere', '9 0 90 14 ', BODY, '/N 2/First 10/F(x)'],
  ])('is doubtful where %s', async (_, ...parts) => {
    await expectDoubtful(packed(...parts));
  });
});

describe('bytes before the header', () => {
  test.each([1, 10, 20])('may be %d, and two signatures are valid', async length => {
    const file = Buffer.concat([Buffer.from('x'.repeat(length - 1)), Buffer.from('\n'), formPdf().bytes]);
    const identity = await createIdentity('Ann');
    const twice = await signFile(await signFile(file, identity), identity);
    expect(await check(twice)).toMatchObject({
      valid: true,
      reason: expect.stringContaining('only permitted changes'),
    });
  });
});

describe("'%%EOF' without an end of line before the next update", () => {
  const INFO = { trailer: '/Info 9 0 R' };
  test.each(['%%EOF', '%%EOF ', '%%EOF\r', '%%EOF\n'])('%j is permitted where the file is scanned', async eof => {
    const base = formPdf().save(draft => draft.set(O.info, '<</Title(Second)>>'), { eof, ...INFO });
    const twice = base.save(draft => draft.set(O.info, '<</Title(Third)>>'), INFO);
    // no revision has object 99
    const updated = signed(twice).save(draft => draft.set(O.info, '<</Title(Fourth)/Other 99 0 R>>'), INFO);
    expect(await see(updated)).toMatchObject({ valid: true });
  });
  test('is doubtful where a comment between them has an object', async () => {
    const base = formPdf().writer.fork().raw('5 0 %%EOF5 0 obj\nnull\nendobj\n');
    const whole = base.revision({ objects: { 9: '<<>>' }, ...INFO });
    const updated = signed(new FormPdf(whole, formPdf().objects)).save(
      draft => draft.set(O.info, '<</Title(Fourth)/Other 99 0 R>>'),
      INFO,
    );
    await expectDoubtful(updated);
  });
});

describe('a signed document that LibreOffice opens instead of the pages', () => {
  const ORIGINAL = 30;
  const trailer = `/Info 9 0 R/AdditionalStreams[/application#2Fvnd.oasis.opendocument.text ${ORIGINAL} 0 R]`;
  const hybrid = formPdf({ trailer }, { [ORIGINAL]: stream('PK') }).save(
    sign({ make: bytes => pki.cms('ann', bytes) }),
    { trailer },
  );

  test('is stated as a warning, and may be removed by a program that does not know it', async () => {
    const removed = hybrid.save(draft => draft.set(O.info, '<</Title(Second)>>'));
    const repeated = removed.save(draft => draft.set(O.info, '<</Title(Third)>>'), { trailer });
    for (const pdf of [hybrid, removed, repeated]) {
      const { valid, signers } = await check(pdf.bytes, { at: pki.now });
      const warning = signers[0]!.findings.find(({ rule }) => rule === 'shows-one-content');
      expect([valid, warning?.outcome]).toEqual([true, 'fail']);
      expect(warning!.message).toContain('LibreOffice');
    }
  });

  test('may get another reference that names nothing, as PDFBox writes it', async () => {
    const lost = trailer.replace(`${ORIGINAL} 0 R`, '99 0 R');
    const renumbered = hybrid.save(draft => draft.set(O.info, '<</Title(Second)>>'), { trailer: lost });
    expect(await see(renumbered)).toMatchObject({ valid: true });
  });

  test.each<[string, () => FormPdf]>([
    ['changed', () => hybrid.save(draft => draft.set(ORIGINAL, stream('PK2')), { trailer })],
    [
      'another one',
      () => {
        const other = trailer.replace(`${ORIGINAL} 0 R`, '31 0 R');
        return hybrid.save(draft => draft.set(31, stream('PK2')), { trailer: other });
      },
    ],
    [
      'changed where the trailer leaves it out, and named again',
      () => hybrid.save(draft => draft.set(ORIGINAL, stream('PK2'))).save(() => {}, { trailer }),
    ],
  ])('may not be %s', async (_, changed) => {
    const { valid, failing } = await see(changed());
    expect(valid).toBe(false);
    expect(failing).toContain('changes-after-signing');
  });
});
