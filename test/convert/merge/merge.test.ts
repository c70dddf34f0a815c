/** Merging PDFs: what is kept of each, read by docconv's own reader and by other programs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { finishPdf } from '../../../src/convert/output/finish.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { createConverter, type MergeInput, type PdfOptions, type Warning } from '../../../src/index.js';
import {
  attachedFiles,
  formFields,
  openPdf,
  type PdfArray,
  type PdfDict,
  type PdfRevision,
} from '../../../src/pdf/index.js';
import { formPdf } from '../../helpers/form-pdf.js';
import { PdfWriter, type RevisionSpec, stream } from '../../helpers/pdf-writer.js';
import { describeTools } from '../../helpers/requires.js';
import { blankPdf } from '../../helpers/signed-pdf.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-merge-'));
const converter = createConverter({ workers: 1, limits: { mergedInputs: 10, pages: 50, mergedBytes: 4_000_000 } });
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

type Objects = RevisionSpec['objects'];

/**
 * Two pages that say the text, of which the second inherits its size. A link on the first leads to the destination "end" on
 * the second; one bookmark, one embedded file, labels i and ii, a layer that is hidden, and a tagged paragraph.
 */
function rich(text: string, changed: Objects = {}): Uint8Array {
  const objects: Objects = {
    1: `<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R/Names<</Dests<</Kids[10 0 R]>>/EmbeddedFiles<</Names[(data) 11 0 R]>>>>
      /PageLabels<</Nums[0<</S/r>>]>>/OCProperties<</OCGs[13 0 R]/D<</OFF[13 0 R]>>>>/Lang(${text === 'Two' ? 'de' : 'en'})
      /StructTreeRoot 14 0 R/MarkInfo<</Marked true>>/AcroForm 17 0 R>>`,
    2: '<</Type/Pages/Kids[3 0 R 20 0 R]/Count 9/Resources<</Font<</F 7 0 R>>/Properties<</L 13 0 R>>>>>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 5 0 R/Annots[6 0 R 18 0 R]/StructParents 0>>',
    4: '<</Type/Page/Parent 20 0 R/Contents 16 0 R>>',
    20: '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 1/MediaBox[0 0 200 100]/Rotate 90>>',
    5: stream(
      `/P<</MCID 0>>BDC BT /F 20 Tf 20 200 Td (${text}) Tj ET EMC /OC/L BDC BT /F 20 Tf 20 100 Td (hidden) Tj ET EMC`,
    ),
    6: '<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A<</S/GoTo/D(end)>>>>',
    7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    8: '<</Type/Outlines/First 9 0 R/Last 9 0 R/Count 1>>',
    9: `<</Title(Chapter of ${text})/Parent 8 0 R/Dest(end)>>`,
    10: '<</Names[(end)<</D[4 0 R/FitH 50]>>]/Limits[(end)(end)]>>',
    11: '<</Type/Filespec/F(data.txt)/UF(data.txt)/EF<</F 12 0 R>>>>',
    12: stream(`data of ${text}`, '/Type/EmbeddedFile'),
    13: `<</Type/OCG/Name(Layer of ${text})>>`,
    14: '<</Type/StructTreeRoot/K 15 0 R/ParentTree<</Nums[0[15 0 R]]>>/ParentTreeNextKey 1>>',
    15: '<</Type/StructElem/S/P/P 14 0 R/Pg 3 0 R/K 0>>',
    16: stream('BT /F 20 Tf 20 20 Td (second) Tj ET'),
    17: '<</Fields[18 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 9 Tf 0 g)>>',
    18: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(${text})/Rect[100 0 200 20]/P 3 0 R/DA(/Helv 8 Tf 0 g)>>`,
    19: `<</Title(Report ${text})>>`,
    ...changed,
  };
  return new PdfWriter().revision({ objects, trailer: '/Info 19 0 R' }).bytes;
}

async function merged(inputs: readonly (Uint8Array | MergeInput)[], pdf: PdfOptions = {}, name = 'm.pdf') {
  const parts = inputs.map((input, i) =>
    input instanceof Uint8Array ? { source: { bytes: input, name: `${i}.pdf` } } : input,
  );
  const result = await converter.merge(parts, { pdf });
  const path = join(folder, name);
  writeFileSync(path, result.pdf);
  const password = pdf.openPassword;
  const document = await openPdf(result.pdf, password === undefined ? {} : { password });
  return { ...result, path, document, revision: document.latest };
}

function bookmarks(
  revision: PdfRevision,
  node: PdfDict | null = revision.getDict(revision.root, 'Outlines'),
): unknown[] {
  const items: unknown[] = [];
  for (let item = revision.getDict(node, 'First'); item; item = revision.getDict(item, 'Next'))
    items.push([revision.getText(item, 'Title'), ...bookmarks(revision, item)]);
  return items;
}

describe('merge', () => {
  it('keeps the order, also of a PDF that is given twice, with a bookmark for each', async () => {
    const [one, two] = [rich('One'), blankPdf('Two').bytes];
    const { revision, parts, pages, warnings } = await merged([two, one, two]);
    expect(pages).toBe(4);
    expect(bookmarks(revision)).toEqual([['0'], ['Report One', ['Chapter of One']], ['2']]);
    expect(parts.map(({ name, engine, pages: count }) => [name, engine, count])).toEqual([
      ['0.pdf', null, 1],
      ['1.pdf', null, 2],
      ['2.pdf', null, 1],
    ]);
    expect(warnings).toEqual([]);
  });

  it('leads links and bookmarks with equal names to the pages of their own document', async () => {
    const { revision } = await merged([rich('One'), rich('Two')]);
    const kids = revision.getArray(revision.getDict(revision.root, 'Pages'), 'Kids')!.items;
    const pages = kids.map(kid => revision.resolve(kid) as PdfDict);
    for (const [from, to] of [
      [0, 1],
      [2, 3],
    ] as const) {
      const link = revision.resolve(revision.getArray(pages[from]!, 'Annots')!.items[0]) as PdfDict;
      const [target] = revision.getArray(revision.getDict(link, 'A'), 'D')!.items;
      expect(revision.resolve(target)).toBe(pages[to]);
    }
    const names = revision.getArray(
      revision.getDict(revision.getDict(revision.root, 'Names'), 'Dests'),
      'Names',
    )!.items;
    expect(names).toHaveLength(2);
  });

  it('has inherited sizes, labels and layers', async () => {
    const { revision } = await merged([rich('One'), rich('Two')]);
    const tree = revision.getDict(revision.root, 'Pages');
    const [, second] = revision.getArray(tree, 'Kids')!.items.map(kid => revision.resolve(kid) as PdfDict);
    expect(revision.getArray(second!, 'MediaBox')!.items).toEqual([0, 0, 200, 100]);
    expect(revision.getNumber(second!, 'Rotate')).toBe(90);
    expect(revision.getNumber(tree, 'Count')).toBe(4);
    const layers = revision.getDict(revision.getDict(revision.root, 'OCProperties'), 'D');
    expect(revision.getArray(layers, 'OFF')!.items).toHaveLength(2);
  });

  it('gives fields of equal names different ones, with their values and fonts', async () => {
    const { revision } = await merged([rich('One'), rich('Two'), formPdf().bytes]);
    const fields = formFields(revision).map(({ name, value }) => [
      name,
      Buffer.from((value as { bytes: Uint8Array } | null)?.bytes ?? []).toString(),
    ]);
    expect(fields.slice(0, 3)).toEqual([
      ['Name', 'One'],
      ['Name_2', 'Two'],
      ['Name_3', 'Ann'],
    ]);
    const form = revision.getDict(revision.root, 'AcroForm');
    const fonts = revision.getDict(revision.getDict(form, 'DR'), 'Font');
    expect([...fonts!.entries.keys()]).toEqual(['Helv', 'Helv_2', 'Helv_3']);
    const second = formFields(revision)[1]!.dict;
    expect(revision.getText(second, 'DA')).toBe('/Helv_2 8 Tf 0 g');
  });

  it('renames a font that a field writes with an escape', async () => {
    const form = { 17: '<</Fields[18 0 R]/DR<</Font<</Arial#20Bold 7 0 R>>>>>>' };
    const field = '/Subtype/Widget/FT/Tx/T(Name)/Rect[100 0 200 20]/P 3 0 R/DA(/Arial#20Bold 8 Tf 0 g)';
    const one = rich('One', { ...form, 18: `<</Type/Annot${field}>>` });
    const { revision } = await merged([one, one]);
    const second = formFields(revision)[1]!.dict;
    expect(revision.getText(second, 'DA')).toBe('/Arial#20Bold_2 8 Tf 0 g');
  });

  it('joins the tags: each page finds the paragraph of its own document', async () => {
    const { revision } = await merged([rich('One'), rich('Two')]);
    const root = revision.getDict(revision.root, 'StructTreeRoot');
    const numbers = revision.getArray(revision.getDict(root, 'ParentTree'), 'Nums')!.items;
    expect([numbers[0], numbers[2]]).toEqual([0, 1]);
    const pages = revision
      .getArray(revision.getDict(revision.root, 'Pages'), 'Kids')!
      .items.map(kid => revision.resolve(kid) as PdfDict);
    for (const [key, page] of [
      [0, pages[0]!],
      [1, pages[2]!],
    ] as const) {
      expect(revision.getNumber(page, 'StructParents')).toBe(key);
      const [element] = (revision.resolve(numbers[2 * key + 1]) as PdfArray).items;
      const paragraph = revision.resolve(element) as PdfDict;
      expect(revision.getDict(paragraph, 'Pg')).toBe(page);
      expect(revision.getDict(paragraph, 'P')).toBe(root);
      expect(revision.getText(paragraph, 'Lang')).toBe(key === 0 ? 'en' : 'de');
    }
    expect(revision.getText(revision.root, 'Lang')).toBe('en');
  });

  it('applies the options of the finished PDF once', async () => {
    const { document, revision, path } = await merged([rich('One'), rich('Two')], {
      title: 'All',
      author: 'Ann',
      initialView: 'outline',
      openPassword: 'secret',
      bookmarks: true,
    });
    expect(document.encrypted).toBe(true);
    await expect(openPdf(path)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' });
    expect(revision.getName(revision.root, 'PageMode')).toBe('UseOutlines');
    expect(revision.getText(revision.getDict(revision.trailer, 'Info'), 'Title')).toBe('All');
    const plain = await merged([rich('One')], { bookmarks: false });
    expect(bookmarks(plain.revision)).toEqual([]);
  });
});

const SIGNED = blankPdf('Signed').sign({ make: () => Buffer.alloc(8) }).bytes;

async function encrypted(options: PdfOptions): Promise<Uint8Array> {
  const request = { name: 'x.pdf', options, limits: DEFAULT_LIMITS, layout: async () => [], warnings: new Warnings() };
  return (await finishPdf(rich('Locked'), request)) as Uint8Array;
}

const withOriginal = (pdf: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(pdf).toString('latin1').replace('trailer\n<<', 'trailer\n<</AdditionalStreams[/text#2Fplain 12 0 R]'),
    'latin1',
  );

describe('a merge', () => {
  it('keeps attached files whose keys are those of a merge before', async () => {
    const once = await merged([rich('One'), rich('Two')]);
    const { revision } = await merged([once.pdf, rich('Three')]);
    expect(attachedFiles(revision).count).toBe(3);
  });

  it('warns of signatures, which the merged PDF does not have', async () => {
    const { revision, warnings, parts } = await merged([rich('One'), SIGNED]);
    expect(warnings).toMatchObject([{ code: 'signatures_lost', detail: { document: '1.pdf', signatures: 1 } }]);
    expect(parts[0]!.warnings).toEqual([]);
    expect(formFields(revision).filter(({ type, value }) => type === 'Sig' && value !== null)).toEqual([]);
    await expect(merged([SIGNED], { strict: true })).rejects.toMatchObject({ code: 'HAS_WARNINGS' });
  });

  const withCatalog = (entries: string): Uint8Array =>
    new PdfWriter().revision({
      objects: {
        1: `<</Type/Catalog/Pages 2 0 R${entries}>>`,
        2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]>>',
        3: '<</Type/Page/Parent 2 0 R>>',
      },
    }).bytes;

  it.each([
    ['the document that LibreOffice made it of', withOriginal(rich('One')), 'original'],
    [
      'an action at its opening',
      withCatalog('/OpenAction<</S/URI/URI(https://a.example)>>'),
      'actions of the document',
    ],
    ['a script before printing', withCatalog('/AA<</WP<</S/JavaScript/JS(x)>>>>'), 'actions of the document'],
    ['scripts', withCatalog('/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>'), 'scripts'],
    ['an XFA form', withCatalog('/AcroForm<</Fields[]/XFA(x)>>'), 'XFA form'],
  ])('warns of %s, which neither a merged PDF nor the parts of a split have', async (_what, pdf, features) => {
    const { revision, warnings } = await merged([rich('Two'), pdf]);
    expect(warnings).toMatchObject([{ code: 'features_lost', detail: { document: '1.pdf', features, input: 2 } }]);
    expect(['OpenAction', 'AA'].filter(key => revision.root!.has(key))).toEqual([]);
    const split = await converter.operate({ bytes: pdf, name: 'a.pdf' }, [{ kind: 'split', every: 1 }]);
    expect(split.warnings).toMatchObject([{ code: 'features_lost', detail: { document: 'a.pdf', features } }]);
  });

  it('does not warn of the view that a PDF opens with', async () => {
    const views = ['/OpenAction[3 0 R/Fit]', '/OpenAction<</S/GoTo/D[3 0 R/Fit]>>'];
    expect((await merged(views.map(withCatalog))).warnings).toEqual([]);
  });

  it('warns of a PDF of which not all can be read', async () => {
    const damaged = Buffer.from(
      Buffer.from(rich('One'))
        .toString('latin1')
        .replace(/\n5 0 obj/, '\n5 x obj'),
      'latin1',
    );
    const { warnings, parts } = await merged([rich('One'), damaged]);
    expect(warnings).toMatchObject([{ code: 'pdf_damaged', detail: { document: '1.pdf' } }]);
    const [{ detail, ...rest }] = warnings as [Warning];
    expect(parts[1]!.warnings).toEqual([{ ...rest, detail: { document: '1.pdf' } }]);
    expect(detail).toEqual({ document: '1.pdf', input: 2 });
    const cut = rich('One').slice(0, -300);
    expect((await merged([cut])).warnings.map(({ code }) => code)).toEqual(['pdf_damaged']);
  });

  it('opens encrypted PDFs with their passwords, and warns that the merged one is not encrypted', async () => {
    const bytes = await encrypted({ openPassword: 'secret' });
    const withPassword = (password?: string) => ({
      source: { bytes, name: 'locked.pdf' },
      ...(password && { password }),
    });
    await expect(merged([rich('One'), withPassword()])).rejects.toMatchObject({
      code: 'PASSWORD_NEEDED',
      message: expect.stringMatching(/^locked\.pdf: .*Nothing was merged \(other inputs: 0\.pdf\)\.$/),
      detail: { input: 2 },
    });
    await expect(merged([withPassword('wrong')])).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    const { document, warnings, revision } = await merged([withPassword('secret'), rich('One')]);
    expect(document.encrypted).toBe(false);
    expect(warnings.map(({ code }) => code)).toEqual(['encryption_lost']);
    expect(bookmarks(revision)[0]).toEqual(['Report Locked', ['Chapter of Locked']]);
    const restricted = await encrypted({ permissionPassword: 'owner' });
    expect((await merged([restricted])).warnings.map(({ code }) => code)).toEqual(['encryption_lost']);
  });

  it.each<[string, PdfOptions, RegExp]>([
    ['PDF/A', { pdfa: '2b' }, /--pdfa 2b needs PDFs that claim .*, and 0\.pdf does not/],
    ['PDF/UA', { pdfua: true }, /--pdfua/],
    ['a range of pages', { pages: '1' }, /--pages/],
    ['what only a conversion does', { landscape: true }, /--landscape has no effect on this merge/],
    ['options of images', { dpi: 100 }, /--dpi cannot be combined with --merge/],
    ['an earlier version than that of a PDF', { pdfVersion: '1.5' }, /--pdf-version 1.5 .*version 1.7/],
  ])('refuses %s', async (_, options, message) => {
    const failure = expect.objectContaining({ code: 'OPTION_UNSUPPORTED', message: expect.stringMatching(message) });
    await expect(merged([rich('One')], options)).rejects.toEqual(failure);
  });

  it.each<[string, Uint8Array, string]>([
    ['a PDF without pages', rich('One', { 2: '<</Type/Pages/Kids[]/Count 0>>' }), 'CORRUPT_DOCUMENT'],
    ['what is no PDF behind its header', Buffer.from('%PDF-1.7 nothing'), 'CORRUPT_DOCUMENT'],
    [
      'a dynamic XFA form',
      rich('One', { 1: '<</Type/Catalog/Pages 2 0 R/NeedsRendering true>>' }),
      'UNSUPPORTED_FORMAT',
    ],
    ['too many pages', rich('One', { 2: `<</Type/Pages/Kids[${'<</Type/Page>>'.repeat(51)}]>>` }), 'LIMIT_EXCEEDED'],
  ])('refuses %s, and names it', async (_, bytes, code) => {
    const failure = { code, message: expect.stringMatching(/^1\.pdf: /) };
    await expect(merged([rich('One'), bytes])).rejects.toMatchObject(failure);
  });

  it('refuses too many bytes, too many inputs, none, and unknown members of its options', async () => {
    const large = Buffer.concat([rich('One'), Buffer.alloc(4_000_000)]);
    await expect(merged([rich('One'), large])).rejects.toMatchObject({ detail: { limit: 'mergedBytes' } });
    await expect(merged(Array(11).fill(rich('One')))).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    await expect(converter.merge([])).rejects.toMatchObject({ code: 'USAGE' });
    await expect(converter.merge([], { to: 'png' } as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it('ends for page trees, bookmarks and fields that contain themselves', async () => {
    const { pages } = await merged([
      rich('One', {
        2: '<</Type/Pages/Kids[3 0 R 2 0 R 20 0 R 3 0 R]/MediaBox[0 0 9 9]>>',
        9: '<</Title(Again)/Parent 8 0 R/First 9 0 R/Last 9 0 R/Next 9 0 R/Dest[2 0 R/Fit]>>',
        10: '<</Kids[10 0 R]>>',
        15: '<</Type/StructElem/S/P/P 14 0 R/K[15 0 R]>>',
        17: '<</Fields[18 0 R 18 0 R]>>',
        18: '<</T(a)/Kids[18 0 R]/Parent 18 0 R>>',
      }),
    ]);
    expect(pages).toBe(2);
  });
});

describeTools('a merged PDF, as other programs show it,', ['pdftotext', 'pdfdetach', 'qpdf', 'pdfinfo'], () => {
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

  it('has the text of all documents in order, and no fault', async () => {
    const { path } = await merged([blankPdf('Two').bytes, rich('One'), SIGNED], {}, 'order.pdf');
    expect(run('pdftotext', path, '-').split(/\s+/).filter(Boolean)).toEqual(['Two', 'One', 'One', 'second', 'Signed']);
    expect(run('qpdf', '--check', path)).toMatch(/No syntax or stream encoding errors/);
    expect(run('pdfinfo', '-struct-text', path)).toMatch(/One/);
  });

  it('hides what a layer hides', async () => {
    const { path } = await merged([rich('One'), rich('Two')], {}, 'layers.pdf');
    expect(run('pdftotext', path, '-')).not.toMatch(/hidden/);
  });

  it('has the embedded files and the page labels of each', async () => {
    const { path } = await merged([rich('One'), blankPdf().bytes, rich('Two')], {}, 'files.pdf');
    expect(run('pdfdetach', '-list', path).match(/data\.txt/g)).toHaveLength(2);
    const out = join(folder, 'files');
    execFileSync('mkdir', [out]);
    execFileSync('pdfdetach', ['-save', '2', '-o', join(out, '2.txt'), path]);
    expect(readdirSync(out)).toEqual(['2.txt']);
    expect(run('cat', join(out, '2.txt'))).toBe('data of Two');
    const { pagelabels } = JSON.parse(run('qpdf', '--json=1', '--json-key=pagelabels', path));
    expect(pagelabels.map(({ index, label }: { index: number; label: object }) => [index, label])).toMatchObject([
      [0, { '/S': '/r' }],
      [2, { '/S': '/D' }],
      [3, { '/S': '/r' }],
    ]);
  });
});
