/** Fields that are built to cost much are evaluated in linear time, or not understood. */
import { describe, expect, test } from 'vitest';
import { appearanceStream, type Edit, type FormPdf, formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { type Body, deflated, stream } from '../../../helpers/pdf-writer.js';
import { assessFirst } from '../assess.js';
import { AP, amount, both, DA, helv, replace, show, value, withLook } from './cases.js';

/** Processor time: other tests run at the same time. */
const LIMIT_MS = 6000;

const bytes = (length: number, at: (i: number) => string) => Array.from({ length }, (_, i) => at(i)).join('');
const hex = (code: number) => code.toString(16).padStart(4, '0');

/** Amount shows the codes <0031...> of a composite font, before and after with another map. */
function withMap(map: string): FormPdf {
  const font = '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[42 0 R]/ToUnicode 41 0 R>>';
  return formPdf(
    {},
    {
      ...withLook('100', ''),
      41: deflated(map),
      42: '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<<>>>>',
      43: font,
      [O.amountAppearance]: appearanceStream(codes('2 5'), '<</Font<</F 43 0 R>>>>'),
    },
  ).save(sign());
}

const codes = (at: string) => `BT /F 12 Tf ${at} Td <003100300030> Tj ET`;
const moved: Edit = draft => show(draft, draft.add(appearanceStream(codes('4 5'), '<</Font<</F 43 0 R>>>>')));

async function timed<T>(run: () => Promise<T>): Promise<T> {
  const start = process.cpuUsage();
  const found = await run();
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  return found;
}

const HEAD = '1 begincodespacerange <0000> <FFFF> endcodespacerange\n';

describe('the time is limited for ToUnicode with', () => {
  const rows: [string, string, boolean][] = [
    ['characters', `${HEAD}2 beginbfchar <0030> <0030> <0031> <0031> endbfchar`, true],
    ['a range', `${HEAD}1 beginbfrange <0020> <007E> <0020> endbfrange`, true],
    ['a range of an array', `${HEAD}1 beginbfrange <0030> <0031> [<0030> <0031>] endbfrange`, true],
    ['comments and white space', `${HEAD}1 beginbfrange % <0041>\n<00 20> <00 7E>\n<0020> endbfrange`, true],
    ['surrogates', `${HEAD}2 beginbfchar <0030> <D835DFCE> <0031> <D835DFCF> endbfchar`, true],
    ['odd lengths', `${HEAD}2 beginbfchar <0030> <003> <0031> <00310> endbfchar`, false],
    ['odd codes', `${HEAD}2 beginbfchar <030> <0030> <031> <0031> endbfchar`, false],
    ['a name of a glyph', `${HEAD}2 beginbfchar <0030> /zero <0031> /one endbfchar`, false],
    ['200,000 sections that are not closed', HEAD + 'beginbfchar <0030> '.repeat(200_000), false],
    ['20,000 full ranges', `${HEAD}20000 beginbfrange ${'<0000> <FFFF> <0000> '.repeat(20_000)} endbfrange`, false],
    ['a range of 4 bytes', `${HEAD}1 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange`, false],
    ['90,000 brackets', `${HEAD}beginbfrange ${'[<00'.repeat(90_000)}`, false],
    ['a million code spaces', '<00> <01> '.repeat(100_000).replace(/^/, 'begincodespacerange '), false],
    ['long destinations', `${HEAD}2 beginbfrange <0000> <FFFF> <${'0041'.repeat(500)}> endbfrange`, false],
    ['all codes', `${HEAD}beginbfchar ${bytes(65_000, i => `<${hex(i)}> <${hex(i)}> `)} endbfchar`, true],
  ];
  for (const [what, map, isKnown] of rows) {
    test(what, async () => {
      // the same codes in the same font at another place: understood only by their text
      const found = await timed(() => assessFirst(withMap(map).save(moved)));
      expect(found.allowed).toBe(isKnown);
    });
  }
});

describe('the time is limited for choice fields with', () => {
  const OPTIONS = 100_000;
  const SOME_OPTIONS = 50_000;
  const optionsOf = (count: number) => bytes(count, i => `[(k${i})(Text ${i})]`);
  const indirect = (entries: string, content: string, count = OPTIONS) =>
    formPdf(
      {},
      {
        ...amount(`${entries}/V(k7)${DA}${AP}`, '/FT/Ch'),
        41: `[${optionsOf(count)}]`,
        [O.amountAppearance]: appearanceStream(content),
      },
    );

  test('50,000 options', async () => {
    const signed = indirect('/Ff 131072/Opt 41 0 R/I[7]', helv('Text 7'), SOME_OPTIONS).save(sign());
    const edit: Edit = draft => {
      replace(O.amount, '/I[7]/V(k7)', '/I[9]/V(k9)')(draft);
      show(draft, draft.add(appearanceStream(helv('Text 9'))));
    };
    const found = await timed(() => assessFirst(signed.save(edit)));
    expect([found.allowed, found.warnings]).toEqual([true, []]);
  });

  test('3,000 options of one long text', async () => {
    const long = { 42: `(${'x'.repeat(250_000)})` };
    const options = `/Ff 131072/Opt[[(a)(Ten)][(b)(Twenty)]${'42 0 R '.repeat(3000)}]`;
    const content = { [O.amountAppearance]: appearanceStream(helv('Ten')) };
    const signed = formPdf({}, { ...amount(`${options}/V(a)/I[0]${DA}${AP}`, '/FT/Ch'), ...long, ...content }).save(
      sign(),
    );
    const edit = both(replace(O.amount, '/V(a)/I[0]', '/V(b)/I[1]'), draft =>
      show(draft, draft.add(appearanceStream(helv('Twenty')))),
    );
    expect((await timed(() => assessFirst(signed.save(edit)))).allowed).toBe(true);
  });

  test('100,000 options, all selected', async () => {
    const signed = indirect('/Ff 2097152/Opt 41 0 R', helv('Text 7')).save(sign());
    const all = both(
      replace(O.amount, '/V(k7)', `/V[${bytes(OPTIONS, i => `(k${i})`)}]/I[${bytes(OPTIONS, i => `${i} `)}]`),
      draft => show(draft, draft.add(appearanceStream(helv('Text 9')))),
    );
    expect((await timed(() => assessFirst(signed.save(all)))).allowed).toBe(false);
  });
});

describe('the time is limited for appearances with', () => {
  const signed = formPdf({}, withLook('100', helv('100'))).save(sign());
  const rows: [string, Edit][] = [
    ['a million operators', draft => show(draft, draft.add(deflatedLook('0 g '.repeat(1_000_000))))],
    ['100,000 texts', draft => show(draft, draft.add(deflatedLook(`BT /Helv 1 Tf ${'(1) Tj '.repeat(100_000)} ET`)))],
    ['a text of a million digits', draft => show(draft, draft.add(deflatedLook(helv('1'.repeat(1_000_000)))))],
    ['100,000 saved states', draft => show(draft, draft.add(deflatedLook('q '.repeat(100_000))))],
    [
      'a path of 100,000 rectangles',
      draft => show(draft, draft.add(deflatedLook(`${'0 0 1 1 re '.repeat(100_000)} f`))),
    ],
    ['100,000 entries of rich text', draft => draft.enter(O.amount, `/RV(${'<b'.repeat(100_000)})`)],
    ['rich text of many styles', draft => draft.enter(O.amount, `/RV(${'font:'.repeat(200_000)}100)`)],
    ['a default style of many colours', draft => draft.enter(O.amount, `/DS(${'color:'.repeat(150_000)})`)],
    [
      'a default appearance of a million bytes',
      draft => replace(O.amount, DA, `/DA(${'0 g '.repeat(250_000)})`)(draft),
    ],
    [
      'a form that paints itself',
      draft => {
        const num = draft.next;
        show(
          draft,
          draft.add(
            stream('/X Do', `/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</XObject<</X ${num} 0 R>>>>`),
          ),
        );
      },
    ],
  ];
  for (const [what, edit] of rows)
    test(what, async () => {
      expect((await timed(() => assessFirst(signed.save(edit)))).allowed).toBe(false);
    });
});

describe('the time is limited for a text of many parts in', () => {
  const PARTS = 3000;
  const ITEMS = 100_000;
  const fontWith = (entries: string) =>
    `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FontDescriptor<</FontFile 42 0 R>>${entries}>>`;
  const rows: [string, string, Record<number, Body>][] = [
    ['a font with a long array', `/X[${'1 '.repeat(ITEMS)}]`, {}],
    ['a font with a long array that has a reference', `/X[${'1 '.repeat(ITEMS)} 42 0 R]`, {}],
    ['a font with a long array of its own object', '/X 43 0 R', { 43: `[${'1 '.repeat(ITEMS)} 42 0 R]` }],
    ['a font with many entries', `/X<<${bytes(ITEMS, i => `/K${i} 1`)}>>`, {}],
  ];
  for (const [what, entries, objects] of rows) {
    const signed = formPdf({}, { ...withLook('100', helv('100')), ...objects, 41: fontWith(entries), 42: stream('') });
    test(what, async () => {
      const look = `BT /F 0.1 Tf 2 5 Td [${'(9)'.repeat(PARTS)}] TJ ET`;
      const edit = both(value('9'.repeat(PARTS)), draft =>
        show(draft, draft.add(appearanceStream(look, '<</Font<</F 41 0 R>>>>'))),
      );
      const found = await timed(() => assessFirst(signed.save(sign()).save(edit)));
      // so many parts fit only where they are too small to be read
      expect([found.allowed, found.warnings]).toEqual([true, [expect.stringContaining('could not be compared')]]);
    });
  }
});

const deflatedLook = (content: string) =>
  deflated(content, '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 7 0 R>>>>');

test('the time is limited for a comment whose look has much text and many resources that change', async () => {
  const numbers = [...Array(400).keys()].map(i => 1000 + i);
  const resources = `<</Font<</Helv 7 0 R>>/ExtGState<<${numbers.map(num => `/G${num} ${num} 0 R`).join('')}>>>>`;
  const look = (text: string) =>
    appearanceStream(`BT /Helv 12 Tf 2 5 Td ${`(${text}) Tj `.repeat(19_000)} ET`, resources);
  const states = (opacity: number) => numbers.map(num => [num, `<</ca ${opacity}>>`] as const);
  const text = '<</Type/Annot/Subtype/FreeText/Rect[300 300 500 320]/Contents(Pay)/DA(/Helv 12 Tf)/AP<</N 61 0 R>>>>';
  const pdf = formPdf({}, { 60: text, 61: look('1'), ...Object.fromEntries(states(1)) })
    .save(draft => draft.append(O.page, 'Annots', '60 0 R'))
    .save(sign());
  const edit: Edit = draft => {
    for (const [num, body] of states(0.9)) draft.set(num, body);
    draft.set(61, look('2'));
  };
  expect((await timed(() => assessFirst(pdf.save(edit)))).changes).not.toEqual([]);
});
