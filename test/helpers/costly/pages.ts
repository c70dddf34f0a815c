/** Pages, fields, annotations and the trees of the catalog. */
import { type Draft, OBJECTS } from '../form-pdf.js';
import type { Body } from '../pdf-writer.js';
import { after, before, type CostlyInput, catalog, FREE, refs, signedForm, times } from './input.js';

type Objects = Readonly<Record<number, Body>>;
const objects = (entries: readonly (readonly [number, Body])[]): Objects => Object.fromEntries(entries);
const PAGE = '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>';
const NOTE = '<</Type/Annot/Subtype/Square/Rect[50 600 250 720]/C[1 0 0]/IC[1 1 1]/P 3 0 R/F 4>>';

function manyPages(count: number, entries = ''): Objects {
  return {
    [OBJECTS.pages]: `<</Type/Pages/Kids[3 0 R ${refs(FREE, count)}]/Count ${count + 1}/MediaBox[0 0 595 842]>>`,
    ...objects(times(count, i => [FREE + i, `${PAGE}${entries}>>`] as const)),
  };
}

/** Each node has the next one as its only kid, or twice. */
function deepPages(depth: number, kids: 1 | 2): Objects {
  const node = (i: number) =>
    `<</Type/Pages/Parent ${i === 0 ? 2 : FREE + i - 1} 0 R/Kids[${`${FREE + i + 1} 0 R `.repeat(kids)}]/Count 1>>`;
  return {
    [OBJECTS.pages]: `<</Type/Pages/Kids[3 0 R ${FREE} 0 R]/Count 2/MediaBox[0 0 595 842]>>`,
    ...objects(times(depth, i => [FREE + i, node(i)] as const)),
    [FREE + depth]: `${PAGE}>>`,
  };
}

const editPage = (draft: Draft) => draft.enter(OBJECTS.page, '/Rotate 90');
const editInfo = (draft: Draft) => draft.set(OBJECTS.info, '<</Title(New)>>');
const fillName = (draft: Draft) => draft.edit(OBJECTS.name, body => body.replace('/V(Ann)', '/V(Bob)'));

const form = (fields: string): Objects => ({
  [OBJECTS.form]: `<</Fields[10 0 R 11 0 R 12 0 R 13 0 R ${fields}]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>`,
});

/** A field whose name has `depth` parts. */
function deepFields(depth: number, part: string): Objects {
  return {
    ...form(`${FREE} 0 R`),
    ...objects(
      times(depth, i => {
        const parent = i > 0 ? `/Parent ${FREE + i - 1} 0 R` : '';
        const kids = i < depth - 1 ? `/Kids[${FREE + i + 1} 0 R]` : '/FT/Tx/V(x)';
        return [FREE + i, `<</T(${part})${parent}${kids}>>`] as const;
      }),
    ),
  };
}

/** Every field has all of them as kids. */
const cyclicFields = (count: number): Objects => ({
  ...form(refs(FREE, count)),
  ...objects(times(count, i => [FREE + i, `<</T(a${i})/FT/Tx/Kids[${refs(FREE, count)}]>>`] as const)),
});

const CHOICE = (options: number, value: string): string =>
  `<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(Choice)/V${value}/Opt[${times(options, i => `[(${i})(Option ${i})]`).join('')}]/Rect[50 300 250 320]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)>>`;

const radioKids = (count: number): Objects => ({
  ...form(`${FREE} 0 R`),
  [FREE]: `<</FT/Btn/Ff 49152/T(Radio)/V/Off/Kids[${refs(FREE + 1, count)}]>>`,
  ...objects(
    times(
      count,
      i =>
        [
          FREE + 1 + i,
          `<</Type/Annot/Subtype/Widget/Parent ${FREE} 0 R/AS/Off/Rect[50 300 70 320]/AP<</N<</On${i} 16 0 R/Off 17 0 R>>>>>>`,
        ] as const,
    ),
  ),
});

const signatureFields = (count: number, value: (i: number) => string): Objects => ({
  ...form(refs(FREE, count)),
  ...objects(times(count, i => [FREE + i, `<</FT/Sig/T(S${i})/V ${value(i)}>>`] as const)),
});

const NAMES = (first: number, count: number): string => times(count, i => `(n${i}) ${first + i} 0 R`).join(' ');

/** Fields whose values are equal to the signature, written again. */
function copies(count: number): CostlyInput {
  return {
    name: `${count} copies of a signature`,
    pdf: () => {
      const signed = signedForm();
      const isSignature = (num: number) => String(signed.objects[num]).includes('/ByteRange');
      const value = Object.keys(signed.objects).map(Number).find(isSignature)!;
      const text = signed.bytes.toString('latin1');
      const start = text.indexOf(' obj\n', signed.writer.offsets.get(value)!) + 5;
      const dictionary = text.slice(start, text.indexOf('\nendobj', start));
      return signed.save(draft => {
        const copy = (i: number) => {
          const num = draft.add(i < 1000 ? dictionary : '<</Type/Sig>>');
          return `${draft.add(`<</FT/Sig/T(Copy${i})/V ${num} 0 R>>`)} 0 R`;
        };
        draft.append(OBJECTS.form, 'Fields', times(count, copy).join(' '));
      }).bytes;
    },
  };
}

export const PAGES: readonly CostlyInput[] = [
  after('a page tree of 10,000 levels', editPage, () => deepPages(10_000, 1)),
  after('a page tree of 400 levels, each twice', editPage, () => deepPages(400, 2)),
  after('a page tree of 30 levels, each twice', editPage, () => deepPages(30, 2)),
  after('a page tree that contains itself', editPage, () => ({
    [OBJECTS.pages]: `<</Type/Pages/Kids[3 0 R 4 0 R ${'2 0 R '.repeat(100_000)}]/Count 2/MediaBox[0 0 595 842]>>`,
  })),
  after('100,000 pages', editPage, () => manyPages(100_000)),
  after(
    '10,000 pages that share an annotation, which changes',
    draft => draft.edit(20, body => body.replace('400', '401')),
    () => manyPages(10_000, '/Annots[20 0 R]'),
  ),
  after(
    '10,000 pages that share an annotation that is added',
    draft => draft.set(900, NOTE),
    () => manyPages(10_000, '/Annots[900 0 R]'),
  ),
  after(
    'a page of extreme size, rotated by 10^300 degrees',
    draft => draft.add(NOTE) && draft.append(OBJECTS.page, 'Annots', `${draft.next - 1} 0 R`),
    () => ({
      [OBJECTS.page]: `${PAGE}/MediaBox[-1e308 -1e308 1e308 1e308]/CropBox[0 0 1e30 1e30]/UserUnit 1e20/Rotate ${'9'.repeat(300)}/Annots[10 0 R]>>`,
    }),
    3,
  ),
  after(
    'a page of 2,000,000 x 2,000,000 points',
    draft => draft.add(NOTE) && draft.append(OBJECTS.page, 'Annots', `${draft.next - 1} 0 R`),
    () => ({ [OBJECTS.page]: `${PAGE}/MediaBox[0 0 2000000 2000000]/Annots[10 0 R]>>` }),
    3,
  ),
  after('a field name of 490 parts of 10,000 characters', fillName, () => deepFields(490, 'n'.repeat(10_000))),
  after('a field of 100,000 levels', fillName, () => deepFields(100_000, 'n')),
  after('1,000 fields that are kids of each other', fillName, () => cyclicFields(1000)),
  after('100,000 fields', fillName, () => ({
    ...form(refs(FREE, 100_000)),
    ...objects(times(100_000, i => [FREE + i, `<</FT/Tx/T(f${i})/V(x)>>`] as const)),
  })),
  after(
    '100,000 widgets of a radio button',
    draft => draft.edit(FREE, body => body.replace('/V/Off', '/V/On5')),
    () => radioKids(100_000),
  ),
  after(
    'a choice field with 200,000 options',
    draft => draft.edit(FREE, body => body.replace('/V(5)', '/V(6)')),
    () => ({ ...form(`${FREE} 0 R`), [FREE]: CHOICE(200_000, '(5)') }),
  ),
  after(
    'a choice field with 200,000 options and 200,000 values',
    draft => draft.edit(FREE, body => body.replace('/V[(0)', '/V[(1)')),
    () => ({ ...form(`${FREE} 0 R`), [FREE]: CHOICE(200_000, `[${times(200_000, i => `(${i})`).join('')}]`) }),
  ),
  before('10,000 fields that share a value', () => signatureFields(10_000, () => '900 0 R')),
  before('10,000 signatures without contents', () =>
    signatureFields(
      10_000,
      i => `<</Type/Sig/Filter/X/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 2 3]/Contents<00${i}>>>`,
    ),
  ),
  copies(10_000),
  copies(900),
  before('900 signatures without contents', () =>
    signatureFields(
      900,
      i =>
        `<</Type/Sig/Filter/X/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 2 3]/Contents<${String(i).padStart(8, '0')}>>>`,
    ),
  ),
  before('a byte range with 1,000,000 numbers', () =>
    signatureFields(
      1,
      () => `<</Type/Sig/Filter/X/SubFilter/ETSI.CAdES.detached/ByteRange[${'0 1 '.repeat(500_000)}]/Contents<3000>>>`,
    ),
  ),
  after('a lock on 100,000 fields of 20,000', fillName, () => ({
    ...form(refs(FREE, 20_000)),
    13: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[50 100 250 150]/P 3 0 R/F 4/Lock<</Type/SigFieldLock/Action/Include/Fields[${times(100_000, i => `(f${i})`).join('')}]>>>>`,
    ...objects(times(20_000, i => [FREE + i, `<</FT/Tx/T(f${i})/V(x)>>`] as const)),
  })),
  after(
    '100,000 annotations on a page',
    draft => {
      const added = times(100_000, i => draft.add(NOTE.replace('50', `${i % 500}`)));
      draft.append(OBJECTS.page, 'Annots', added.map(num => `${num} 0 R`).join(' '));
    },
    undefined,
    3,
  ),
  after('an /Annots array with one annotation 200,000 times', draft => {
    draft.append(OBJECTS.page, 'Annots', '20 0 R '.repeat(200_000));
  }),
  {
    name: '300 revisions, each of which reorders 3,000 annotations',
    pdf: () => {
      const numbers = times(3000, i => FREE + i);
      const signed = signedForm({
        [OBJECTS.page]: `${PAGE}/Annots[10 0 R ${refs(FREE, 3000)}]>>`,
        ...objects(numbers.map(num => [num, NOTE] as const)),
      });
      for (const i of times(300, index => index)) {
        const order = [...numbers.slice(i), ...numbers.slice(0, i)].map(num => `${num} 0 R`).join(' ');
        signed.writer.revision({ objects: { [OBJECTS.page]: `${PAGE}/Annots[10 0 R ${order}]>>` } });
      }
      return signed.bytes;
    },
  },
  after(
    'a name tree with 100,000 entries, re-pointed',
    draft => {
      for (const i of times(100_000, index => index)) draft.set(200_000 + i, '[3 0 R/Fit]');
      draft.edit(FREE, () => `<</Names[${NAMES(200_000, 100_000)}]>>`);
    },
    () => ({
      ...catalog(`/Names<</Dests ${FREE} 0 R>>`),
      [FREE]: `<</Names[${NAMES(FREE + 1, 100_000)}]>>`,
      ...objects(times(100_000, i => [FREE + 1 + i, '[3 0 R/Fit]'] as const)),
    }),
  ),
  after('a structure tree that grows by 100,000 elements', draft => {
    const added = times(100_000, () => draft.add('<</Type/StructElem/S/P/P 21 0 R/Pg 3 0 R/K[]>>'));
    draft.edit(21, body => body.replace('/K[0]', `/K[0 ${added.map(num => `${num} 0 R`).join(' ')}]`));
  }),
  after('a structure tree of 100,000 levels', editInfo, () => ({
    21: `<</Type/StructElem/S/Document/P 19 0 R/K[${FREE} 0 R]>>`,
    ...objects(
      times(
        100_000,
        i => [FREE + i, `<</Type/StructElem/S/P/P ${i ? FREE + i - 1 : 21} 0 R/K[${FREE + i + 1} 0 R]>>`] as const,
      ),
    ),
  })),
];
