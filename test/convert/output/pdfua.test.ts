/** What docconv repairs of the tags that LibreOffice writes, and the rules of PDF/UA about tags. */
import { expect, it } from 'vitest';
import { requireStandard } from '../../../src/convert/output/pdfa/index.js';
import { repairTags, TagTree } from '../../../src/convert/output/pdfua/index.js';
import { openPdf, type PdfDict, type PdfRevision, pageList } from '../../../src/pdf/index.js';
import { archivalPdf, NEXT, OBJECT, pageWith } from '../../helpers/archival-pdf.js';
import { type Body, stream } from '../../helpers/pdf-writer.js';

const ROOT = 11;
const [DOCUMENT, CONTENT, LINK, COMMENT, POPUP, IMAGE] = [20, 21, 22, 23, 24, 25];
/** Of the first element. */
const FIRST = 30;

/** The page has a line of text, which is marked content 0 of the first element, and a picture that is an artifact. */
function taggedPdf(elements: readonly string[], objects: Readonly<Record<number, Body>> = {}): Buffer {
  const tops = elements.flatMap((element, i) => (element.includes('/P ') ? [] : [`${FIRST + i} 0 R`]));
  const written = elements.map((element, i) => {
    const parent = element.includes('/P ') ? '' : `/P ${DOCUMENT} 0 R`;
    return [FIRST + i, `<</Type/StructElem/Pg 3 0 R${parent}${element}>>`] as const;
  });
  const page = pageWith(`/StructParents 0/Contents ${CONTENT} 0 R/Tabs(S)`, `/XObject<</Im ${IMAGE} 0 R>>`);
  return archivalPdf('ua', {
    objects: {
      [OBJECT.page]: page,
      [ROOT]: `<</Type/StructTreeRoot/K[${DOCUMENT} 0 R]/ParentTree<</Nums[0[${FIRST} 0 R]]>>/RoleMap<</Body#20Text/P/Heading#202/P>>>>`,
      [DOCUMENT]: `<</Type/StructElem/S/Document/P ${ROOT} 0 R/K[${tops.join(' ')}]>>`,
      [CONTENT]: stream(
        '/Artifact BMC\nq 50 0 0 50 100 300 cm\n/Im Do Q\nEMC\n/P<</MCID 0>>BDC\nBT /F1 9 Tf 100 700 Td (Text) Tj ET\nEMC\n',
      ),
      [IMAGE]: stream('x', '/Subtype/Image/Width 1/Height 1'),
      ...Object.fromEntries(written),
      ...objects,
    },
  });
}

const withAnnotations = (...numbers: number[]): Readonly<Record<number, Body>> => ({
  [OBJECT.page]: pageWith(
    `/StructParents 0/Contents ${CONTENT} 0 R/Tabs(S)/Annots[${numbers.map(number => `${number} 0 R`).join(' ')}]`,
    `/XObject<</Im ${IMAGE} 0 R>>`,
  ),
  [LINK]: '<</Type/Annot/Subtype/Link/Rect[99 698 140 710]/A<</S/URI/URI(https://example.org)>>>>',
  [COMMENT]: `<</Type/Annot/Subtype/Text/Rect[140 700 140 712]/Contents(Why?)/Popup ${POPUP} 0 R>>`,
  [POPUP]: `<</Type/Annot/Subtype/Popup/Parent ${COMMENT} 0 R>>`,
});

async function broken(pdf: Uint8Array): Promise<string> {
  return requireStandard(pdf, { pdfua: true }).then(
    () => '',
    error => error.detail.rules,
  );
}

/** Lines of elements: "Document", " P #0". */
function outline(revision: PdfRevision): string[] {
  const tree = TagTree.of(revision)!;
  const lines = (kids: TagTree['tops'][number]['kids'], depth: number): string[] =>
    kids.flatMap(kid => {
      if (typeof kid === 'number') return [`${' '.repeat(depth)}#${kid}`];
      const type = 'kids' in (kid as object) ? (kid as TagTree['tops'][number]) : null;
      if (type === null) return [`${' '.repeat(depth)}OBJR`];
      return [' '.repeat(depth) + tree.typeOf(type), ...lines(type.kids, depth + 1)];
    });
  return lines(tree.tops, 0);
}

async function repaired(pdf: Uint8Array): Promise<{ pdf: Uint8Array; revision: PdfRevision; outline: string[] }> {
  const result = await repairTags(pdf);
  const { latest } = await openPdf(result);
  return { pdf: result, revision: latest, outline: outline(latest) };
}

const PARAGRAPH = '/S/Body#20Text/K[0]';

it.each<[rule: string, elements: readonly string[], outline: readonly string[]]>([
  [
    'ua-headings',
    [PARAGRAPH, '/S/H2/K[1]', '/S/H4/K[2]', '/S/H3/K[3]', '/S/Heading#202/K[4]', '/S/H1'],
    ['P', ' #0', 'H1', ' #1', 'H2', ' #2', 'H2', ' #3', 'H1', ' #4', 'P'],
  ],
  ['ua-notes', [PARAGRAPH, '/S/Note/K[1]', '/S/Note/ID(note-1)/K[2]'], ['P', ' #0', 'Note', ' #1', 'Note', ' #2']],
  [
    'ua-tables',
    [
      PARAGRAPH,
      `/S/Table/K[${FIRST + 2} 0 R ${FIRST + 3} 0 R]`,
      `/S/TR/P ${FIRST + 1} 0 R/K[${FIRST + 4} 0 R ${FIRST + 5} 0 R]`,
      `/S/TR/P ${FIRST + 1} 0 R/K[]`,
      `/S/TH/P ${FIRST + 2} 0 R/A<</O/Table/RowSpan 9>>/K[1]`,
      `/S/TD/P ${FIRST + 2} 0 R/A[<</O/Layout>><</O/Table/ColSpan 2>>]/K[2]`,
    ],
    ['P', ' #0', 'Table', ' TR', '  TH', '   #1', '  TD', '   #2', ' TR', '  TD', '  TD'],
  ],
])('%s is broken before and kept after the repair', async (rule, elements, expected) => {
  const pdf = taggedPdf(elements);
  expect(await broken(pdf)).toBe(rule);
  const { pdf: result, outline } = await repaired(pdf);
  expect(outline).toEqual(['Document', ...expected.map(line => ` ${line}`)]);
  expect(await broken(result)).toBe('');
});

it('links enclose their text, comments follow it, and both have descriptions and a place in the order of the tab key', async () => {
  const pdf = taggedPdf([PARAGRAPH], withAnnotations(LINK, COMMENT, POPUP));
  expect(await broken(pdf)).toBe('ua-tab-order,ua-annotations,ua-annotation-texts');
  const { pdf: result, revision, outline } = await repaired(pdf);
  expect(outline).toEqual(['Document', ' P', '  Link', '   #0', '   OBJR', '  Annot', '   OBJR']);
  expect(await broken(result)).toBe('');
  const annotations = revision.getArray(pageList(revision)!.pages[0]!.dict, 'Annots')!.items;
  expect(annotations.map(item => revision.getText(revision.resolve(item) as PdfDict, 'Contents'))).toEqual([
    'https://example.org',
    'Why?',
  ]);
});

it('a linked picture is in its link', async () => {
  const rect = '[100 300 150 350]';
  const figure = `/S/Figure/Alt(A dot)/A<</O/Layout/BBox${rect}>>/K[]`;
  const pdf = taggedPdf([PARAGRAPH, figure], {
    ...withAnnotations(LINK),
    [LINK]: `<</Type/Annot/Subtype/Link/Contents(Dot)/Rect${rect}>>`,
  });
  const { outline } = await repaired(pdf);
  expect(outline).toEqual(['Document', ' P', '  #0', ' Link', '  Figure', '   #1', '  OBJR']);
});

it('a picture that LibreOffice marks as an artifact is the content of its element', async () => {
  const pdf = taggedPdf([PARAGRAPH, '/S/Figure/Alt(A dot)/A<</O/Layout/BBox[99.5 300 150 350]>>/K[]']);
  const { pdf: result, revision, outline } = await repaired(pdf);
  expect(outline).toEqual(['Document', ' P', '  #0', ' Figure', '  #1']);
  const content = Buffer.from(revision.decode(revision.object(CONTENT)!.value as never).bytes).toString('latin1');
  expect(content).toMatch(/^\/Figure<<\/MCID 1>>BDC\nq 50/);
  expect(await broken(result)).toBe('');
});

it('a picture without a description is refused, and a thin line is an artifact', async () => {
  const picture = await repaired(taggedPdf([PARAGRAPH, '/S/Figure/A<</O/Layout/BBox[99 299 151 351]>>/K[]']));
  expect(await broken(picture.pdf)).toBe('ua-figures');
  const line = await repaired(taggedPdf([PARAGRAPH, '/S/Figure/A<</O/Layout/BBox[50 50 500 51]>>/K[]']));
  expect(line.outline).toEqual(['Document', ' P', '  #0']);
});

it('pictures without a description are named by their page and place, and what to do is said', async () => {
  const figures = Array.from({ length: 8 }, (_, i) => (i === 1 ? '/S/Figure/Alt(A dot)/K[]' : '/S/Figure/K[]'));
  const refusal = requireStandard(taggedPdf([PARAGRAPH, ...figures]), { pdfua: true });
  await expect(refusal).rejects.toMatchObject({
    message: expect.stringMatching(
      /Without a description: page 1, picture 1; page 1, picture 3; page 1, picture 4; [^.]*; and 2 more\. Add them in the document/,
    ),
    detail: { rules: 'ua-figures', pictures: 7 },
  });
  const one = requireStandard(taggedPdf([PARAGRAPH, '/S/Formula/K[]']), { pdfua: true });
  await expect(one).rejects.toThrow(/Without a description: page 1, picture 1\. Add it in the document/);
});

it('items of presentations get lists and bodies, and lines that are not marked are artifacts', async () => {
  const untagged = '0 0 m 9 9 l S\n/P<</MCID 0>>BDC\nBT /F1 9 Tf 100 700 Td (Text) Tj ET\nEMC\n9 0 m 9 9 l S\n';
  const pdf = taggedPdf(['/S/LI/K[0]', '/S/LI/K[1]', '/S/H/K[2]'], { [CONTENT]: stream(untagged) });
  expect(await broken(pdf)).toBe('ua-lists,ua-content');
  const { pdf: result, outline } = await repaired(pdf);
  expect(outline).toEqual(
    ['L', ' LI', '  LBody', '   #0', ' LI', '  LBody', '   #1', 'H1', ' #2']
      .map(line => ` ${line}`)
      .toSpliced(0, 0, 'Document'),
  );
  expect(await broken(result)).toBe('');
});

/** LibreOffice writes what stands for a text within its marked content, on two lines. */
const SPOKEN = 'BT\n/Span<</ActualText<FEFF00A0>>>\nBDC\n100 700 Td /F1 9 Tf (Text) Tj\nEMC\nET\n';

it('marked content within another one stays in it', async () => {
  const content = `0 0 m 9 9 l S\n/P<</MCID 0>>BDC\nq\n${SPOKEN}Q\nEMC\n/Artifact BMC\nq 50 0 0 50 100 300 cm\n/Im Do Q\nEMC\n`;
  const figure = '/S/Figure/Alt(A dot)/A<</O/Layout/BBox[100 300 150 350]>>/K[]';
  const { pdf, revision, outline } = await repaired(taggedPdf([PARAGRAPH, figure], { [CONTENT]: stream(content) }));
  expect(outline).toEqual(['Document', ' P', '  #0', ' Figure', '  #1']);
  const written = Buffer.from(revision.decode(revision.object(CONTENT)!.value as never).bytes).toString('latin1');
  expect(written.trim()).toBe(
    content
      .replace('0 0 m 9 9 l S', '/Artifact BMC\n$&\nEMC')
      .replace('Artifact BMC\nq', 'Figure<</MCID 1>>BDC\nq')
      .trim(),
  );
  expect(await broken(pdf)).toBe('');
});

it.each([
  ['is not closed', `/P<</MCID 0>>BDC\n${SPOKEN.replace('EMC', '')}EMC\n`],
  ['is closed twice', `/P<</MCID 0>>BDC\n${SPOKEN}EMC\nEMC\n`],
])('marked content that %s is refused', async (_, content) => {
  expect(await broken(taggedPdf([PARAGRAPH], { [CONTENT]: stream(content) }))).toBe('ua-content');
});

it('a picture on a page without any tags gets a key of the parent tree', async () => {
  const figure = '/S/Figure/Alt(A dot)/A<</O/Layout/BBox[100 300 150 350]>>/K[]';
  const objects = {
    [OBJECT.page]: pageWith(`/Contents ${CONTENT} 0 R`, `/XObject<</Im ${IMAGE} 0 R>>`),
    [CONTENT]: stream('/Artifact BMC\nq 50 0 0 50 100 300 cm\n/Im Do Q\nEMC\n'),
  };
  const { pdf, outline } = await repaired(taggedPdf([figure], objects));
  expect(outline).toEqual(['Document', ' Figure', '  #0']);
  expect(await broken(pdf)).toBe('');
});

it('text that is not tagged is refused', async () => {
  const { pdf } = await repaired(taggedPdf([PARAGRAPH], { [CONTENT]: stream('BT /F1 9 Tf (Text) Tj ET\n') }));
  expect(await broken(pdf)).toBe('ua-content');
});

it.each([
  ['ua-types', ['/S/Unknown/K[0]']],
  ['ua-lists', ['/S/L/K[0]']],
  ['ua-tables', ['/S/Table/K[0]']],
  ['ua-figures', ['/S/Formula/K[0]']],
])('%s is broken by a tag that cannot be repaired', async (rule, elements) => {
  const { pdf } = await repaired(taggedPdf(elements));
  expect(await broken(pdf)).toBe(rule);
});

it('repairing twice changes nothing more', async () => {
  const once = await repaired(taggedPdf([PARAGRAPH, '/S/H3/K[1]'], withAnnotations(LINK, COMMENT, POPUP)));
  expect((await repaired(once.pdf)).outline).toEqual(once.outline);
});

it('a PDF without tags stays as it is', async () => {
  const pdf = archivalPdf('2b', { objects: { [ROOT]: null, [NEXT]: 'null' } });
  expect(await repairTags(pdf)).toBe(pdf);
});
