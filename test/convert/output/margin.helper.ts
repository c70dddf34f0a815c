/** A text with comments, and what `--comments margin` makes of it. */
import { expect } from 'vitest';
import type { Converter, EngineName } from '../../../src/convert/index.js';
import { boxOf, openPdf, PdfDict, type PdfObject, type PdfRevision, pageList } from '../../../src/pdf/index.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { draw, extentOf, isSound, wordsOfPages } from './stamp.helper.js';

export interface Remark {
  readonly author: string;
  readonly text: string;
  readonly resolved?: boolean;
}

export const REMARKS: readonly Remark[] = [
  { author: 'Ada', text: 'Is\nthat so?', resolved: true },
  { author: 'Bob', text: 'Größe Ελλάδα 😀 <b>&amp; yes' },
  { author: 'שרה', text: 'שלום עולם' },
];

const NAMESPACES = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['form', 'urn:oasis:names:tc:opendocument:xmlns:form:1.0'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['ooo', 'http://openoffice.org/2004/office'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['loext', 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0'],
].map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const annotation = ({ author, text, resolved = false }: Remark) =>
  `<office:annotation loext:resolved="${resolved}"><dc:creator>${author}</dc:creator><dc:date>2024-05-06T07:08:09</dc:date>` +
  `${text
    .split('\n')
    .map(line => `<text:p>${escaped(line)}</text:p>`)
    .join('')}</office:annotation>`;

/** A field to fill: its description, and its place in the text. */
export const FIELD = {
  form: '<office:forms><form:form form:name="F" form:control-implementation="ooo:com.sun.star.form.component.Form"><form:text form:name="a" xml:id="c" form:id="c" form:control-implementation="ooo:com.sun.star.form.component.TextField"/></form:form></office:forms>',
  control:
    '<text:p><draw:control draw:control="c" text:anchor-type="as-char" svg:width="5cm" svg:height="1cm"/></text:p>',
};

/** A heading, a red bar as wide as the text, a link, and a paragraph for each comment. */
export function textWith(remarks: readonly Remark[], field = { form: '', control: '' }) {
  const bar = '<style:paragraph-properties fo:background-color="#ff0000"/>';
  const content = [
    field.form,
    field.control,
    '<text:h text:outline-level="1">Heading</text:h><text:p text:style-name="R">bar</text:p>',
    '<text:p>go <text:a xlink:href="https://example.org/">linked</text:a></text:p>',
    ...remarks.map(remark => `<text:p>place${annotation(remark)}</text:p>`),
  ];
  const styles = `<office:automatic-styles><style:style style:name="R" style:family="paragraph">${bar}</style:style></office:automatic-styles>`;
  return {
    name: 'commented.fodt',
    bytes: Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><office:document${NAMESPACES.join('')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">` +
        `${styles}<office:body><office:text>${content.join('')}</office:text></office:body></office:document>`,
    ),
  };
}

export const SCALE = 0.75;
const isRed = (red: number, green: number, blue: number) => red > 200 && green < 60 && blue < 60;

/** Converts with comments as annotations and in the margin, and compares the pages. */
export async function expectMargin(converter: Converter, engine: EngineName): Promise<void> {
  const document = textWith(REMARKS);
  const convert = async (comments: 'annotations' | 'margin') =>
    (await converter.convert(document, { engine, pdf: { comments, tagged: true } })).pdf;
  const [plain, printed] = [await convert('annotations'), await convert('margin')];
  expect(isSound(printed)).toBe(true);
  expectScaledPixels(plain, printed);
  expectWordsInMargin(printed);
  expect((await wordsOf(printed)).replace(/[\u202a-\u202e]/g, '')).toContain('שלום עולם');
  await expectPlaces(printed);
}

function expectScaledPixels(plain: Uint8Array, printed: Uint8Array): void {
  const [before, after] = [draw(plain), draw(printed)];
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const [bar, scaled] = [extentOf(before, isRed), extentOf(after, isRed)];
  const top = (after.height * (1 - SCALE)) / 2;
  const near = (actual: number, expected: number) => expect(Math.abs(actual - expected)).toBeLessThan(2.5);
  near(scaled.left, SCALE * bar.left);
  near(scaled.right, SCALE * bar.right);
  near(scaled.top, top + SCALE * bar.top);
  near(scaled.bottom, top + SCALE * bar.bottom);
}

function expectWordsInMargin(printed: Uint8Array): void {
  const words = wordsOfPages(printed)[0]!;
  const { width, height } = draw(printed);
  const inMargin = words.filter(({ left }) => left > SCALE * width);
  for (const { right, bottom, top } of inMargin) {
    expect(right).toBeLessThan(width);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(height);
  }
  const said = inMargin.map(({ text }) => text);
  expect(said).toEqual(expect.arrayContaining(['Ada,', 'RESOLVED', 'Is', 'that', 'so?', 'Bob,', 'Größe', 'Ελλάδα']));
  expect(said.join(' ')).toContain('&lt;b&gt;&amp;amp; yes');
  const topOf = (text: string) => inMargin.find(word => word.text === text)!.top;
  expect(topOf('Ada,')).toBeLessThan(topOf('Is'));
  expect(topOf('that')).toBeLessThan(topOf('Bob,'));
  const hebrew = inMargin.filter(({ text }) => /[\u05d0-\u05ea]/.test(text)).map(({ top }) => top);
  expect(topOf('Bob,')).toBeLessThan(Math.min(...hebrew));
}

/** Links and bookmarks stay with the words that they belong to; no comment is left as an annotation. */
async function expectPlaces(printed: Uint8Array): Promise<void> {
  const { latest } = await openPdf(printed);
  const { height } = draw(printed);
  const words = wordsOfPages(printed)[0]!;
  const [annotation, ...others] = annotationsOf(latest);
  expect([latest.getName(annotation!, 'Subtype'), others]).toEqual(['Link', []]);
  const link = boxOf(latest, annotation!.get('Rect'))!;
  const word = words.find(({ text }) => text === 'linked')!;
  expect(Math.abs(link.left - word.left)).toBeLessThan(2);
  expect(Math.abs(link.right - word.right)).toBeLessThan(2);
  expect(height - (link.top + link.bottom) / 2).toBeGreaterThan(word.top);
  expect(height - (link.top + link.bottom) / 2).toBeLessThan(word.bottom);

  const bookmark = latest.getDict(latest.getDict(latest.root, 'Outlines'), 'First');
  const [, , , top] = latest.getArray(bookmark, 'Dest')!.items;
  const heading = words.find(({ text }) => text === 'Heading')!;
  expect(height - (top as number)).toBeLessThan(heading.bottom);
  expect(height - (top as number)).toBeGreaterThan(heading.top - 20);
  expect(danglingReferences(latest)).toEqual([]);
}

export const annotationsOf = (revision: PdfRevision): PdfDict[] =>
  (revision.getArray(pageList(revision)!.pages[0]!.dict, 'Annots')?.items ?? []).map(
    item => revision.resolve(item) as PdfDict,
  );

/** Object references of the structure (ISO 32000-2, 14.7.5.3) to nothing. */
function danglingReferences(revision: PdfRevision): number[] {
  const isDangling = (value: PdfObject) =>
    value instanceof PdfDict && revision.getName(value, 'Type') === 'OBJR' && revision.get(value, 'Obj') === null;
  return [...revision.objectNumbers()].filter(num => {
    const value = revision.object(num)?.value ?? null;
    const kids = value instanceof PdfDict ? (revision.getArray(value, 'K')?.items ?? []) : [];
    return kids.some(kid => isDangling(revision.resolve(kid)));
  });
}
