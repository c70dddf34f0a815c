/**
 * Turns the pages of a document to landscape in the document itself: LibreOffice's PDF export has no option for it, and
 * rotating a PDF page would only turn the upright layout. For word processing and spreadsheet packages.
 */
import { DocconvError } from '../../../errors.js';
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import type { Format } from '../../formats.js';
import { appendTo, type Edit, editStartTag } from '../../xml.js';
import type { DocumentEdit } from './document.js';

/** Edits that turn the pages of one kind of part. */
interface Turn {
  /** Local names of the elements that `edits` gets. */
  readonly elements: readonly string[];
  /** Null where the part has no pages. */
  edits(elements: readonly XmlElement[]): Edit[] | null;
}

/** Throws OPTION_UNSUPPORTED when the document has no page size to change. */
export const toLandscape: DocumentEdit = async (document, { format }) => {
  let hasTurned = false;
  for (const part of document.parts) {
    const turn = turnFor(format, part, await document.contentType(part));
    const edits = turn?.edits(await document.elements(part, turn.elements)) ?? null;
    if (!edits) continue;
    hasTurned = true;
    document.change(part, edits);
  }
  if (!hasTurned) throw noPageSize(format);
};

/** Null for a part without pages. `contentType`: of the part, in OOXML. */
function turnFor({ container, family, marks }: Format, part: string, contentType: string): Turn | null {
  if (container === 'odf')
    return part === 'styles.xml' ? pageLayouts(family === 'calc' ? 'Default' : 'Standard') : null;
  if (family === 'calc') return /\.(work|chart)sheet\+xml$/.test(contentType) ? SHEET : null;
  return marks.some(mark => mark.toLowerCase() === contentType) ? SECTIONS : null;
}

/** Transitional and strict (ECMA-376-1, annex A). */
const WORD = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
];
const EXCEL = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];
/** Letter, in twentieths of a point: what a program takes for a section without w:pgSz. */
const LETTER = { width: 12_240, height: 15_840 };

/** Every w:sectPr (ECMA-376-1, 17.6.17); the last one, which the body ends with, may be absent. */
const SECTIONS: Turn = {
  elements: ['body', 'sectPr', 'pgSz'],
  edits(elements) {
    const found = elements.filter(({ uri }) => WORD.includes(uri));
    const sections = found.filter(({ local, parent }) => local === 'sectPr' && parent?.local !== 'sectPrChange');
    const body = found.find(({ local }) => local === 'body');
    const sizes = new Map(found.filter(({ local }) => local === 'pgSz').map(size => [size.parent, size]));
    const edits = sections.map(section => {
      const size = sizes.get(section);
      return size
        ? { from: size.start, to: size.end, text: pageSize(section.uri, size) }
        : appendTo(section, pageSize(section.uri));
    });
    if (!body) return null;
    if (sections.some(({ parent }) => parent === body)) return edits;
    const section = `<w:sectPr xmlns:w="${body.uri}">${pageSize(body.uri)}</w:sectPr>`;
    return [...edits, appendTo(body, section)];
  },
};

/** w:pgSz (17.6.13). With its own namespace declaration: the prefix in scope may be any. */
function pageSize(uri: string, size?: XmlElement): string {
  const width = positive(size && attributeOf(size, 'w')) ?? LETTER.width;
  const height = positive(size && attributeOf(size, 'h')) ?? LETTER.height;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return `<w:pgSz xmlns:w="${uri}" w:w="${long}" w:h="${short}" w:orient="landscape"/>`;
}

function positive(text: string | undefined): number | null {
  const value = Number(text);
  return value > 0 && Number.isFinite(value) ? value : null;
}

/** The orientation of pageSetup (18.3.1.63), which stands behind the margins. */
const SHEET: Turn = {
  elements: ['worksheet', 'chartsheet', 'pageMargins', 'pageSetup'],
  edits(elements) {
    const [sheet, ...others] = elements.filter(({ uri }) => EXCEL.includes(uri));
    const child = (name: string) => others.find(({ local, parent }) => local === name && parent === sheet);
    const [setup, margins] = [child('pageSetup'), child('pageMargins')];
    if (setup) return [editStartTag(setup, ({ name }) => name !== 'orientation', ' orientation="landscape"')];
    if (!sheet) return null;
    const added = `<pageSetup xmlns="${sheet.uri}" orientation="landscape"/>`;
    return [margins ? { from: margins.end, to: margins.end, text: added } : appendTo(sheet, added)];
  },
};

const URN = 'urn:oasis:names:tc:opendocument:xmlns';
const OFFICE = `${URN}:office:1.0`;
const STYLE = `${URN}:style:1.0`;
const FO = `${URN}:xsl-fo-compatible:1.0`;

/**
 * Every style:page-layout-properties (ODF 1.3 part 3, 17.2). A program uses its own page where there is no master page
 * of the name that it gives its own: then one is added.
 */
function pageLayouts(masterPage: string): Turn {
  return {
    elements: ['document-styles', 'automatic-styles', 'master-styles', 'master-page', 'page-layout-properties'],
    edits(elements) {
      const section = (name: string) => elements.find(({ uri, local }) => uri === OFFICE && local === name);
      const styles = elements.filter(({ uri }) => uri === STYLE);
      const edits = styles.filter(({ local }) => local === 'page-layout-properties').flatMap(turnLayout);
      const hasMaster = styles.some(
        style => style.local === 'master-page' && attributeOf(style, 'name') === masterPage,
      );
      const root = section('document-styles');
      if (!root) return null;
      if (hasMaster) return edits;
      const [automatic, master] = [section('automatic-styles'), section('master-styles')];
      const layout = `<s:page-layout xmlns:s="${STYLE}" s:name="docconv"><s:page-layout-properties${landscapeAttributes('29.7cm', '21cm')}/></s:page-layout>`;
      const page = `<s:master-page xmlns:s="${STYLE}" s:name="${masterPage}" s:page-layout-name="docconv"/>`;
      return [
        ...edits,
        automatic
          ? appendTo(automatic, layout)
          : addSection('automatic-styles', layout, master?.start ?? root.contentEnd),
        master ? appendTo(master, page) : addSection('master-styles', page, root.contentEnd),
      ];
    },
  };
}

function addSection(name: string, content: string, at: number): Edit {
  return { from: at, to: at, text: `<o:${name} xmlns:o="${OFFICE}">${content}</o:${name}>` };
}

/** The lengths keep their units and are exchanged; nothing to do where the page is landscape already. */
function turnLayout(layout: XmlElement): Edit[] {
  const [width, height] = [lengthOf(layout, 'page-width'), lengthOf(layout, 'page-height')];
  const [long = '29.7cm', short = '21cm'] = [width ?? '21cm', height ?? '29.7cm'].toSorted(
    (a, b) => points(b) - points(a),
  );
  const isLandscape = width === long && height === short;
  if (isLandscape && attributeOf(layout, 'print-orientation') === 'landscape') return [];
  const replaced = ['page-width', 'page-height', 'print-orientation', 'docconv-fo', 'docconv-style'];
  return [editStartTag(layout, ({ local }) => !replaced.includes(local), landscapeAttributes(long, short))];
}

function lengthOf(layout: XmlElement, name: string): string | null {
  return /^[\d.]+[a-z]{2}$/.exec(attributeOf(layout, name, FO) ?? '')?.[0] ?? null;
}

/** With their own prefixes: those in scope may be any. */
function landscapeAttributes(width: string, height: string): string {
  const names = `xmlns:docconv-fo="${FO}" xmlns:docconv-style="${STYLE}"`;
  return ` ${names} docconv-fo:page-width="${width}" docconv-fo:page-height="${height}" docconv-style:print-orientation="landscape"`;
}

const POINTS: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 7.2 / 2.54, in: 72, pt: 1, pc: 12, px: 0.75 };

function points(text: string): number {
  return Number.parseFloat(text) * (POINTS[text.slice(-2)] ?? 1);
}

function noPageSize({ title }: Format): DocconvError {
  const message = `--landscape is not possible: this ${title} defines no pages whose size could be changed.`;
  return new DocconvError('OPTION_UNSUPPORTED', message, { detail: { option: 'landscape' } });
}
