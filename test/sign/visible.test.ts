/** Signatures that readers see: image, place, and what is refused. visible.long.test.ts has texts and pictures. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberTree, openPdf, type PdfDict, PdfStream, pageList } from '../../src/pdf/index.js';
import { createIdentity, type LayOutText, parsePlace, sign, type VisibleSignature } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { formPdf } from '../helpers/form-pdf.js';
import { describeTools } from '../helpers/requires.js';
import { DOCUMENTS, document } from './documents.js';
import {
  CMYK_JPEGS,
  CORNERS,
  jpeg,
  png,
  pngsWithSurplus,
  pngWithoutPixels,
  turnedJpeg,
  turnedPng,
  withOrientation,
} from './images.js';

const anna = createIdentity('Anna');
const RECT = { x: 100, y: 100, width: 60, height: 30 };
const SHOWN: VisibleSignature = { page: 1, rect: RECT, image: png() };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-visible-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The last annotation of the first page, and the stream that it shows. */
async function shown(pdf: Uint8Array, password?: string) {
  const { latest } = await openPdf(pdf, password === undefined ? {} : { password });
  const page = pageList(latest)!.pages[0]!.dict;
  const widget = latest.resolve(latest.getArray(page, 'Annots')?.items.at(-1)) as PdfDict;
  const appearance = latest.get(latest.getDict(widget, 'AP'), 'N');
  if (!(appearance instanceof PdfStream)) throw new Error('no appearance');
  const image = latest.get(latest.getDict(latest.getDict(appearance, 'Resources'), 'XObject'), 'Image') as PdfStream;
  const numbers = (dict: PdfDict | PdfStream, key: string) => latest.getArray(dict, key)?.items;
  return { latest, widget, appearance, image, numbers };
}

describe('a visible signature', () => {
  it.each(Object.entries(DOCUMENTS))('is valid in a PDF with %s', async (_, original) => {
    const signed = await sign(original, anna, { visible: SHOWN });
    const result = await check(signed);
    expect(result.valid, result.reason).toBe(true);
    const again = await check(await sign(signed, createIdentity('Bob')));
    expect(again.signers.map(({ intact }) => intact)).toEqual([true, true]);
  });

  // 200 x 200 points; the crop box takes 20 from the left and 10 from the bottom
  it.each([
    [0, [120, 110, 180, 140], [1, 0, 0, 1, 0, 0]],
    [90, [70, 110, 100, 170], [0, 1, -1, 0, 0, 0]],
    [180, [40, 70, 100, 100], [-1, 0, 0, -1, 0, 0]],
    [270, [120, 40, 150, 100], [0, -1, 1, 0, 0, 0]],
  ])('is upright at its place on a page that is turned by %d degrees', async (turn, rect, matrix) => {
    const original = document({ page: `/Rotate ${turn}/CropBox[20 10 200 200]` });
    const { widget, appearance, numbers } = await shown(await sign(original, anna, { visible: SHOWN }));
    expect(numbers(widget, 'Rect')).toEqual(rect);
    expect(numbers(appearance, 'Matrix')?.map(value => Number(value) + 0)).toEqual(matrix);
    expect(numbers(appearance, 'BBox')).toEqual([0, 0, 60, 30]);
  });

  it('has its points on a page with a unit of its own', async () => {
    const { widget, numbers } = await shown(await sign(document({ page: '/UserUnit 2' }), anna, { visible: SHOWN }));
    expect(numbers(widget, 'Rect')).toEqual([50, 50, 80, 65]);
  });

  it('is on its page only where several pages share a list of annotations', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>/Annots 6 0 R>>';
    const note = '<</Type/Annot/Subtype/Text/Rect[0 0 20 20]/Contents(A note)>>';
    const pages = '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>';
    const original = document({ more: { 2: pages, 3: page, 5: page, 6: '[7 0 R]', 7: note } });
    const signed = await sign(await sign(original, createIdentity('Bob')), anna, { visible: SHOWN });
    const { latest } = await openPdf(signed);
    const counts = pageList(latest)!.pages.map(({ dict }) => latest.getArray(dict, 'Annots')?.items.length);
    expect(counts).toEqual([3, 2]);
    expect((await check(signed)).signers).toMatchObject([{ changesAllowed: true }, { changesAllowed: true }]);
  });

  it.each([
    ['last', 3],
    ['-1', 3],
    ['-2', 2],
    ['-3', 1],
  ])('is on page=%s of three', async (page, expected) => {
    const kid = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>>>';
    const pages = '<</Type/Pages/Kids[3 0 R 5 0 R 6 0 R]/Count 3>>';
    const original = document({ more: { 2: pages, 3: kid, 5: kid, 6: kid } });
    const visible = { image: png(), ...parsePlace(`page=${page},rect=10,20,100,50`) };
    const { latest } = await openPdf(await sign(original, anna, { visible }));
    const shownOn = pageList(latest)!.pages.map(({ dict }) => latest.getArray(dict, 'Annots') !== null);
    expect(shownOn).toEqual([1, 2, 3].map(number => number === expected));
  });

  it('fills the area of an existing field, and its later revision stays permitted', async () => {
    const first = await sign(formPdf().bytes, createIdentity('Bob'), { certify: 'fill' });
    const signed = await sign(first, anna, { field: 'Approval', visible: { image: png() } });
    const result = await check(signed);
    expect(result.valid, result.reason).toBe(true);
    expect(result.signers.map(({ changesAllowed }) => changesAllowed)).toEqual([true, true]);
    expect(signed.toString('latin1')).toMatch(/\/BBox \[0 0 200 50\]/);
  });

  it('is in the structure of a tagged PDF, and earlier signatures permit it', async () => {
    const first = await sign(formPdf().bytes, createIdentity('Bob'));
    const { widget, latest } = await shown(await sign(first, anna, { visible: SHOWN }));
    expect(latest.getName(pageList(latest)!.pages[0]!.dict, 'Tabs')).toBe('S');
    const key = latest.getNumber(widget, 'StructParent');
    const tree = latest.getDict(latest.getDict(latest.root, 'StructTreeRoot'), 'ParentTree');
    const [[found, element]] = numberTree(latest, tree ?? undefined) as [[number, never]];
    expect([key, found]).toEqual([0, 0]);
    expect(latest.getName(latest.resolve(element) as PdfDict, 'S')).toBe('Form');
    const again = await check(
      await sign(await sign(first, anna, { visible: SHOWN }), anna, { visible: { ...SHOWN, page: 2 } }),
    );
    expect(again.valid, again.reason).toBe(true);
    expect(again.signers.map(({ changesAllowed }) => changesAllowed)).toEqual([true, true, true]);
  });

  it('shows the transparency of a PNG, but white in a PDF/A, which has no CMYK', async () => {
    const visible = { ...SHOWN, image: png(128) };
    const plain = await shown(await sign(document(), anna, { visible }));
    expect(plain.image.dict.has('SMask')).toBe(true);
    const part = '<rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="1"/>';
    const xmp = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${part}</rdf:RDF>`;
    const archival = document({
      catalog: '/Metadata 5 0 R',
      more: { 5: `<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>stream\n${xmp}\nendstream` },
    });
    const { image, latest } = await shown(await sign(archival, anna, { visible }));
    expect(image.dict.has('SMask')).toBe(false);
    expect([...latest.decode(image).bytes.subarray(0, 3)]).toEqual([255, 127, 127]);
    const inks = sign(archival, anna, { visible: { ...SHOWN, image: CMYK_JPEGS[0]![1] } });
    await expect(inks).rejects.toThrow(/CMYK colours, which are not for a PDF\/A/);
  });

  it.each(Object.entries(pngsWithSurplus()))('shows a PNG with %s', async (_, image) => {
    const { image: plain, latest } = await shown(await sign(document(), anna, { visible: SHOWN }));
    const surplus = await shown(await sign(document(), anna, { visible: { ...SHOWN, image } }));
    expect(surplus.latest.decode(surplus.image).bytes).toEqual(latest.decode(plain).bytes);
  });

  it('shows a JPEG as it is', async () => {
    const { image, latest } = await shown(await sign(document(), anna, { visible: { ...SHOWN, image: jpeg() } }));
    expect(Buffer.from(latest.rawStream(image)).equals(jpeg())).toBe(true);
    expect([image.dict.get('Width'), image.dict.get('Height')]).toEqual([8, 8]);
  });
});

describeTools('as poppler shows it', ['pdftoppm'], () => {
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(value => [['JPEG', value] as const, ['PNG', value] as const]);
  it.each(turned)('a %s of orientation %d is upright', async (format, value) => {
    const rect = { x: 20, y: 20, width: 68, height: 68 };
    const image = format === 'PNG' ? turnedPng(value) : await turnedJpeg(value);
    const signed = await sign(document(), anna, { visible: { page: 1, rect, image } });
    const file = join(folder, `orientation-${format}-${value}`);
    writeFileSync(file, signed);
    execFileSync('pdftoppm', ['-r', '72', '-singlefile', '-png', file, file]);
    const page = PNG.sync.read(readFileSync(`${file}.png`));
    const at = (x: number, y: number) =>
      [...page.data.subarray(4 * ((page.height - y) * page.width + x)).subarray(0, 3)].map(part =>
        part > 127 ? 255 : 0,
      );
    const seen = { top: { left: at(32, 62), right: at(76, 62) }, bottom: { left: at(32, 46), right: at(76, 46) } };
    expect(seen).toEqual(CORNERS);
    expect(at(54, 78)).toEqual([255, 255, 255]);
  });
});

describeTools('in colours of ink, as poppler shows them', ['pdftoppm'], () => {
  it.each(CMYK_JPEGS)('%s', async (name, image) => {
    const signed = await sign(document(), anna, { visible: { ...SHOWN, image } });
    const file = join(folder, name);
    writeFileSync(file, signed);
    execFileSync('pdftoppm', ['-r', '72', '-singlefile', '-png', file, file]);
    const page = PNG.sync.read(readFileSync(`${file}.png`));
    const [red, green, blue] = page.data.subarray(4 * ((page.height - 115) * page.width + 130));
    expect(red).toBeLessThan(20);
    expect(green).toBeGreaterThan(150);
    expect(blue).toBeGreaterThan(80);
    expect(blue).toBeLessThan(180);
  });
});

it('takes a JPEG with a damaged orientation as it is', async () => {
  for (const image of [withOrientation(jpeg(), 9), withOrientation(jpeg(), 0)]) {
    const { appearance, latest } = await shown(await sign(document(), anna, { visible: { ...SHOWN, image } }));
    expect(Buffer.from(latest.decode(appearance).bytes).toString()).toMatch(/^q 26 0 0 26 17 2 cm \/Image Do Q$/);
  }
});

describe('the text of a visible signature', () => {
  /** What is laid out; the signature itself is refused. */
  async function laidOut(text: string, reason = ''): Promise<string> {
    let seen = '';
    const layOut: LayOutText = async given => {
      seen = given;
      throw new Error('seen');
    };
    await expect(sign(document(), anna, { reason, visible: { page: 1, rect: RECT, text, layOut } })).rejects.toThrow(
      'seen',
    );
    return seen;
  }

  it.each([
    ['tabs as spaces', 'Name:\tAnn', 'Name: Ann'],
    [
      'joiners and marks of direction',
      'می\u200cخو 👩\u200d💻 a\u200e\u200f\u061cb',
      'می\u200cخو 👩\u200d💻 a\u200e\u200f\u061cb',
    ],
    ['the line ends of all systems', 'a\r\nb\rc\n\u2028d', 'a\nb\nc\n\nd'],
  ])('has %s', async (_, text, expected) => {
    expect(await laidOut(text)).toBe(expected);
  });

  it('has values as they are, each on one line', async () => {
    expect(await laidOut('{reason}!', ' می\u200cخو\t\r\n b ')).toBe('می\u200cخو b!');
  });
});

describe('a visible signature is refused', () => {
  it.each<[what: string, visible: VisibleSignature, field: string | undefined, message: RegExp]>([
    ['without a place', { image: png() }, undefined, /needs a page and an area/],
    ['without an area', { ...SHOWN, rect: { ...RECT, width: 0 } }, undefined, /above 0/],
    ['on a page that does not exist', { ...SHOWN, page: 2 }, undefined, /no page 2.* has 1/],
    ['on a page before the first', { ...SHOWN, page: -2 }, undefined, /no page -2.* has 1/],
    ['on page 0', { ...SHOWN, page: 0 }, undefined, /no page 0.* has 1/],
    [
      'partly outside of the last page',
      { ...SHOWN, page: -1, rect: { ...RECT, x: 150 } },
      undefined,
      /not inside page 1/,
    ],
    ['partly outside of the page', { ...SHOWN, rect: { ...RECT, x: 150 } }, undefined, /not inside page 1.*200 x 200/],
    ['in a field with another place', SHOWN, 'Here', /its own page and area/],
    ['in a field that does not exist', { image: png() }, 'Missing', /no empty signature field Missing.*Here/],
    ['in a field without an area', { image: png() }, 'Here', /has no area/],
    ['with a text that nobody lays out', { ...SHOWN, text: 'x' }, undefined, /layOutText/],
    ['with a field that does not exist', { ...SHOWN, text: '{nme}' }, undefined, /\{nme\}.*\{name\}, \{issuer\}/],
    ['with a text in a direction of its own', { ...SHOWN, text: 'a\u202eb\u2066' }, undefined, /U\+202E, U\+2066/],
    ['with a value in a direction of its own', { ...SHOWN, text: '{reason}' }, undefined, /U\+202B/],
    ['with control characters', { ...SHOWN, text: '\0\x1b\x85\ufffe\ud800' }, undefined, /U\+0000, .*U\+FFFE, U\+D800/],
    ['with a GIF', { ...SHOWN, image: Buffer.from('GIF89a') }, undefined, /neither PNG nor JPEG/],
    ['with nothing as image', { ...SHOWN, image: Buffer.alloc(0) }, undefined, /neither PNG nor JPEG/],
    ['with half a PNG', { ...SHOWN, image: png().subarray(0, 60) }, undefined, /damaged/],
    ['with the start of a PNG', { ...SHOWN, image: png().subarray(0, 10) }, undefined, /damaged/],
    ['with a PNG that lacks pixels', { ...SHOWN, image: pngWithoutPixels() }, undefined, /damaged/],
    ['with a PNG of too many pixels', { ...SHOWN, image: huge() }, undefined, /more than 25000000 pixels/],
    ['with half a JPEG', { ...SHOWN, image: jpeg().subarray(0, 20) }, undefined, /damaged/],
    ['with a JPEG of two colours', { ...SHOWN, image: jpeg(2) }, undefined, /JPEG of a kind/],
    ['with a lossless JPEG', { ...SHOWN, image: jpeg(1, 0xc3) }, undefined, /JPEG of a kind/],
  ])('%s', async (_, visible, field, message) => {
    const original = document({
      catalog: '/AcroForm<</Fields[5 0 R]>>',
      page: '/Annots[5 0 R]',
      more: { 5: '<</FT/Sig/T(Here)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R>>' },
    });
    await expect(sign(original, anna, { reason: 'a\u202bb', visible, ...(field && { field }) })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(message),
    });
  });
});

function huge(): Buffer {
  const image = png();
  image.writeUInt32BE(100_000, 16);
  image.writeUInt32BE(100_000, 20);
  return image;
}

describeTools('in an encrypted PDF', ['qpdf'], () => {
  it.each([
    ['RC4', ['128', '--use-aes=n']],
    ['AES-128', ['128', '--use-aes=y']],
    ['AES-256', ['256']],
  ])('with %s, the image is encrypted, and both passwords open the result', async (_, how) => {
    const plain = join(folder, 'plain.pdf');
    const locked = join(folder, 'locked.pdf');
    writeFileSync(plain, document());
    execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', 'user', 'owner', ...how, '--', plain, locked]);
    for (const password of ['user', 'owner']) {
      const signed = await sign(readFileSync(locked), anna, { visible: { ...SHOWN, image: jpeg() }, password });
      expect(signed.includes(jpeg())).toBe(false);
      for (const opens of ['user', 'owner']) {
        const { image, latest } = await shown(signed, opens);
        expect(Buffer.from(latest.rawStream(image)).equals(jpeg())).toBe(true);
        expect((await check(signed, { password: opens })).valid).toBe(true);
      }
      writeFileSync(locked, signed);
      execFileSync('qpdf', ['--check', `--password=${password}`, locked], { stdio: 'pipe' });
      writeFileSync(plain, document());
      execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', 'user', 'owner', ...how, '--', plain, locked]);
    }
  });
});
