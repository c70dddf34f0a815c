/** A part of a split has what belongs to its pages, and nothing of the pages that are left out. */
import { afterAll, expect, it } from 'vitest';
import { createConverter } from '../../../src/index.js';
import {
  DUBLIN_CORE,
  numberTree,
  openPdf,
  PdfArray,
  type PdfDict,
  PdfRef,
  PdfStream,
  pageList,
  readXmp,
} from '../../../src/pdf/index.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';

const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

const PAGES = [1, 2, 3];
/** What a document has for each of its three pages, all with the text "Only<page>": objects from 100, 200 and 300. */
function objectsOf(page: number): Record<number, string | ReturnType<typeof stream>> {
  const at = (n: number) => `${page * 100 + n} 0 R`;
  const secret = `Only${page}`;
  const widget = `/Subtype/Widget/Rect[0 0 9 9]/P ${at(0)}`;
  const objects = {
    0: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${at(1)}/Annots[${at(2)} ${at(3)} ${at(4)}]/StructParents ${page}
      /PieceInfo<</App<</Private(Only1 Only2 Only3)>>>>/B[${at(13)}]/AF[${at(12)}]>>`,
    1: stream(`/P <</MCID 0>> BDC /X${page} Do EMC /Span /L${page} BDC EMC /P <</MCID 1>> BDC EMC % ${secret}Contents`),
    2: `<</Type/Annot${widget}/FT/Tx/T(${secret}Field)/V(${secret}Value)>>`,
    3: `<</Type/Annot${widget}/Parent 10 0 R/TU(${secret}Kid)>>`,
    4: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(Only${(page % 3) + 1}Name)/Contents(${secret}Link)/StructParent ${page + 10}>>`,
    5: stream(`(${secret}Form) pop`, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 9 0 R'),
    6: `<</ActualText(${secret}Property)>>`,
    7: `<</Type/StructElem/S/P/P 20 0 R/Pg ${at(0)}/K[0]/ActualText(${secret}Element)>>`,
    8: `<</Type/StructElem/S/Link/P 20 0 R/K[<</Type/OBJR/Obj ${at(4)}>>]/Alt(${secret}Alt)>>`,
    9: `<</Type/Filespec/F(${secret}File)/UF(${secret}File)/EF<</F ${at(10)}>>>>`,
    10: stream(`${secret}Embedded`, '/Type/EmbeddedFile'),
    11: `<</Title(${secret}Bookmark)/Parent 30 0 R/Dest[${at(0)}/Fit]${page < 3 ? `/Next ${(page + 1) * 100 + 11} 0 R` : ''}>>`,
    12: `<</Type/Filespec/F(${secret}Associated)/EF<</F ${at(10)}>>>>`,
    13: `<</Type/Bead/P ${at(0)}/N ${(page % 3) * 100 + 113} 0 R/R[0 0 9 9]/T<</I<</Title(Only1 Only2 Only3)>>>>>>`,
  };
  return Object.fromEntries(Object.entries(objects).map(([n, value]) => [page * 100 + Number(n), value]));
}

function documentOfThree(): Uint8Array {
  const each = (text: (at: (n: number) => string, page: number) => string) =>
    PAGES.map(page => text(n => `${page * 100 + n} 0 R`, page)).join(' ');
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R ${each(at => at(2))} 11 0 R]/DR<</XObject 12 0 R>>>>/Outlines 30 0 R
      /StructTreeRoot 21 0 R/MarkInfo<</Marked true>>/PageLabels<</Nums[0<</S/r>>1<</S/D/St 7>>]>>
      /Names<</Dests<</Names[${each((at, page) => `(Only${page}Name)[${at(0)}/Fit]`)}]>>
      /EmbeddedFiles<</Names[(All) 13 0 R ${each((at, page) => `(Only${page}Key) ${at(12)}`)}]>>>>>>`,
    2: `<</Type/Pages/Kids[${each(at => at(0))}]/Count 3/Resources 9 0 R>>`,
    9: `<</XObject 12 0 R/Properties<<${each((at, page) => `/L${page} ${at(6)}`)}>>/ProcSet[/PDF]>>`,
    10: `<</FT/Btn/T(Shared)/Kids[${each(at => at(3))}]/Opt[${each((_, page) => `(Only${page}Option)`)}]>>`,
    11: '<</FT/Tx/T(Only1Only2Only3)/V(without a widget: Only1 Only2 Only3)>>',
    12: `<<${each((at, page) => `/X${page} ${at(5)}`)}>>`,
    13: '<</Type/Filespec/F(OfDocument)/EF<</F 14 0 R>>>>',
    14: stream('Shown to all', '/Type/EmbeddedFile'),
    20: `<</Type/StructElem/S/Document/P 21 0 R/T(Only1 Only2 Only3)/K[${each(at => `${at(7)} ${at(8)}`)} 22 0 R]>>`,
    21: `<</Type/StructTreeRoot/K 20 0 R/ParentTree<</Nums[${each((at, page) => `${page}[${at(7)} 22 0 R]`)} ${each((at, page) => `${page + 10} ${at(8)}`)}]>>>>`,
    22: `<</Type/StructElem/S/P/P 20 0 R/ActualText(Only1 Only2 Only3)/K[${each(at => `<</Type/MCR/Pg ${at(0)}/MCID 1>>`)}]>>`,
    30: `<</Type/Outlines/First 111 0 R/Last 311 0 R/Count 3>>`,
  };
  return new PdfWriter().revision({ objects: Object.assign(objects, ...PAGES.map(objectsOf)) }).bytes;
}

/** The file, and its streams without their filters. */
async function everythingIn(bytes: Uint8Array): Promise<string> {
  const { latest } = await openPdf(bytes);
  const objects = [...latest.objectNumbers()].map(num => latest.object(num)?.value);
  const streams = objects.filter(value => value instanceof PdfStream).map(value => latest.decode(value).bytes);
  const text = Buffer.concat([bytes, ...streams.flatMap(each => [Buffer.from('\n'), each])]).toString('latin1');
  return text.replace(/<([\da-f]+)>/gi, (_, hex) => `(${Buffer.from(hex, 'hex').toString('latin1')})`);
}

it('shows a part as the document, with the base of its links: PDF/UA needs the title', async () => {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/ViewerPreferences 5 0 R/PageLayout/OneColumn/URI<</Base(https://example.org/)>>>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 9 9]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
    4: '<</Type/Page/Parent 2 0 R>>',
    5: '<</DisplayDocTitle true/PrintPageRange[1 1]>>',
  };
  const source = { bytes: new PdfWriter().revision({ objects }).bytes, name: 'a.pdf' };
  const { files } = await converter.operate(source, [{ kind: 'split', every: 1 }]);
  for (const { bytes } of files) {
    const { latest } = await openPdf(bytes);
    const preferences = latest.getDict(latest.root, 'ViewerPreferences');
    expect(latest.get(preferences, 'DisplayDocTitle')).toBe(true);
    expect(latest.get(preferences, 'PrintPageRange')).toBeNull();
    expect(latest.getName(latest.root, 'PageLayout')).toBe('OneColumn');
    expect(latest.getText(latest.getDict(latest.root, 'URI'), 'Base')).toBe('https://example.org/');
  }
});

it('keeps what belongs to the pages of a part, and nothing of other pages', async () => {
  const source = { bytes: documentOfThree(), name: 'a.pdf' };
  const { files } = await converter.operate(source, [{ kind: 'split', every: 1 }]);
  const kept =
    'Contents Field Value Kid Link Form Property Element Alt Embedded Bookmark Associated Option Name Key'.split(' ');
  for (const [i, { bytes }] of files.entries()) {
    const text = await everythingIn(bytes);
    const found = [...new Set(text.match(/Only\d\w*/g))].sort();
    const wanted = kept.map(name => `Only${i + 1}${name}`).sort();
    expect(found).toEqual(wanted);
    expect(text).toContain('OfDocument');
    const { latest } = await openPdf(bytes);
    const labels = numberTree(latest, latest.root!.get('PageLabels'));
    const label = latest.resolve(labels[0]![1]) as PdfDict;
    expect([labels.length, latest.getName(label, 'S'), latest.getNumber(label, 'St') ?? 1]).toEqual([
      1,
      i === 0 ? 'r' : 'D',
      [1, 7, 8][i],
    ]);
    const form = latest.getDict(latest.root, 'AcroForm');
    expect(latest.getArray(form, 'Fields')!.items).toHaveLength(2);
    const structure = latest.getDict(latest.root, 'StructTreeRoot');
    expect(numberTree(latest, structure!.get('ParentTree')).map(([key]) => key)).toEqual([i + 1, i + 11]);
    const [top] = latest.getArray(structure, 'K')!.items;
    expect(latest.getArray(latest.resolve(top!) as PdfDict, 'K')!.items.map(item => item instanceof PdfRef)).toEqual([
      true,
      true,
      true,
    ]);
    const [page] = pageList(latest)!.pages;
    expect(latest.get(latest.getDict(page!.dict, 'Resources'), 'ProcSet')).toBeInstanceOf(PdfArray);
  }
});

/** Two pages that share resources: the first one has `content` and `entries`, the second one has none. */
async function namesKept(
  content: string,
  entries: string,
  objects: Record<number, string | ReturnType<typeof stream>>,
) {
  const form = (text: string, own = '') => stream(text, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${own}`);
  const page = (more: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${more}>>`;
  const { bytes } = new PdfWriter().revision({
    objects: {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Resources 6 0 R>>',
      3: page(`/Contents 5 0 R${entries}`),
      4: page('/Contents 10 0 R'),
      5: stream(content),
      6: '<</XObject<</Own 7 0 R/Used 8 0 R/Other 9 0 R>>/Font<</T3 12 0 R>>/ExtGState<</G 11 0 R>>>>',
      7: form('/Used Do', '/Resources<</ProcSet[/PDF]>>'),
      8: form('0 0 9 9 re f'),
      9: form('(other) pop'),
      10: stream('/Other Do'),
      11: '<</SMask<</S/Luminosity/G 7 0 R>>>>',
      12: '<</Type/Font/Subtype/Type3/CharProcs<</a 7 0 R>>/Resources<<>>>>',
      ...objects,
    },
  });
  const { files } = await converter.operate({ bytes, name: 'a.pdf' }, [{ kind: 'split', every: 1 }]);
  const { latest } = await openPdf(files[0]!.bytes);
  const resources = latest.getDict(pageList(latest)!.pages[0]!.dict, 'Resources');
  return [...latest.getDict(resources, 'XObject')!.entries.keys()];
}

const ANNOTATION = '/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N<</On 7 0 R>>>>>>]';

it.each([
  ['a form that lacks it', '/Own Do', '', {}, ['Own', 'Used']],
  ['an appearance', 'q Q', ANNOTATION, {}, ['Used']],
  ['a soft mask', '/G gs', '', {}, ['Used']],
  ['a font of drawings', '/T3 1 Tf', '', {}, ['Used']],
  ['content behind a syntax error', '>> ) /Us#65d\0Do', '', {}, ['Used']],
  ['content that is damaged', '', '', { 5: stream('0', '/Filter/FlateDecode') }, ['Own', 'Used', 'Other']],
] as const)('keeps a resource of the page for %s', async (_, content, entries, objects, kept) => {
  expect((await namesKept(content, entries, objects)).sort()).toEqual([...kept].sort());
});

it.each([
  ['<broken', ['pdf_damaged']],
  ['<notes>no RDF</notes>', []],
])('splits a PDF whose XMP says nothing: %s', async (xmp, codes) => {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
    4: stream(xmp, '/Type/Metadata/Subtype/XML'),
    5: '<</Title(Report)>>',
  };
  const bytes = new PdfWriter().revision({ objects, trailer: '/Info 5 0 R' }).bytes;
  const { files, warnings } = await converter.operate({ bytes, name: 'a.pdf' }, [{ kind: 'split', every: 1 }]);
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  const { latest } = await openPdf(files[0]!.bytes);
  expect(await readXmp(latest, { title: DUBLIN_CORE })).toEqual({ title: 'Report' });
});
