/**
 * Pages turned to landscape in the document itself: LibreOffice's PDF export has no option for it, and a turned PDF page
 * would only show the same layout lying down. Word processing and spreadsheet packages; others are refused.
 */
import { type Zippable, zipSync } from 'fflate';
import { DocconvError } from '../../errors.js';
import type { Format } from '../formats.js';
import type { Limits } from '../limits.js';
import { decodeXml } from './xml.js';
import { readZip, unpack } from './zip.js';

/** FairQueue every page style or section of one part; null where it has none. */
type Turn = (xml: string) => string | null;

export function toLandscape(bytes: Uint8Array, format: Format, limits: Limits): Uint8Array {
  const turn = turnOf(format);
  const files: Zippable = {};
  let turned = 0;
  for (const entry of readZip(bytes, limits)) {
    if (entry.name.endsWith('/')) continue;
    const part = unpack(bytes, entry, Number.POSITIVE_INFINITY);
    const xml = turn.parts.test(entry.name) ? turn.turn(decodeXml(part)) : null;
    if (xml !== null) turned++;
    files[entry.name] =
      xml === null ? part : Buffer.from(xml.replace(/encoding\s*=\s*["']utf-16["']/i, 'encoding="UTF-8"'));
  }
  if (turned === 0) throw nothingToTurn(format);
  return zipSync(files, { level: 0 });
}

function turnOf({ container, family }: Format): { parts: RegExp; turn: Turn } {
  if (container === 'odf') {
    const page = family === 'calc' ? 'Default' : 'Standard';
    return { parts: /^styles\.xml$/, turn: xml => turnPageLayouts(withMasterPage(xml, page)) };
  }
  if (family === 'calc') return { parts: /(?:work|chart)sheets\/[^/]+\.xml$/i, turn: turnSheet };
  return { parts: /^[^_][^/]*\/[^/]+\.xml$|^[^/[]+\.xml$/, turn: turnSections };
}

/** Every w:sectPr (ECMA-376-1, 17.6.17), also those without a w:pgSz: then the program decides, and takes Letter. */
const turnSections: Turn = xml => {
  const prefix = /<(\w+:)?body[\s>]/.exec(xml)?.[1];
  if (prefix === undefined) return null;
  const [section, end] = [`<${prefix}sectPr`, `</${prefix}sectPr>`];
  const size = (width: number, height: number) =>
    `<${prefix}pgSz ${prefix}w="${Math.max(width, height)}" ${prefix}h="${Math.min(width, height)}" ${prefix}orient="landscape"/>`;
  const open = withLastSection(xml.replaceAll(new RegExp(`${section}([^<>]*)/>`, 'g'), `${section}$1>${end}`), prefix);
  const sized = open.replaceAll(new RegExp(`<${prefix}pgSz\\s([^<>]*)/>`, 'g'), (_, attributes: string) =>
    size(number(attributes, 'w', 12_240), number(attributes, 'h', 15_840)),
  );
  const [last = '', ...parts] = sized.split(end).reverse();
  const completed = parts.reverse().map(part => {
    const hasSize = part.slice(part.lastIndexOf(section)).includes(`<${prefix}pgSz`);
    return hasSize ? part : part + size(12_240, 15_840);
  });
  return [...completed, last].join(end);
};

/** The section that ends with the body may be left out (17.6.17). */
function withLastSection(xml: string, prefix: string): string {
  const body = xml.lastIndexOf(`</${prefix}body>`);
  if (body < 0 || xml.slice(0, body).trimEnd().endsWith(`</${prefix}sectPr>`)) return xml;
  return `${xml.slice(0, body)}<${prefix}sectPr></${prefix}sectPr>${xml.slice(body)}`;
}

function number(attributes: string, name: string, fallback: number): number {
  const found = Number(new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*["'](\\d+)["']`).exec(attributes)?.[1]);
  return found > 0 ? found : fallback;
}

/** pageSetup's orientation (18.3.1.63), which stands behind the margins. */
const turnSheet: Turn = xml => {
  const prefix = /<(\w+:)?(?:worksheet|chartsheet)[\s>]/.exec(xml)?.[1] ?? '';
  const setup = new RegExp(`<${prefix}pageSetup(\\s[^<>]*?)?(/?)>`);
  if (setup.test(xml)) {
    return xml.replace(setup, (_, attributes: string | undefined, slash: string) => {
      const others = (attributes ?? '').replace(/\sorientation\s*=\s*(?:"[^"]*"|'[^']*')/, '');
      return `<${prefix}pageSetup${others} orientation="landscape"${slash}>`;
    });
  }
  const added = `<${prefix}pageSetup orientation="landscape"/>`;
  const margins = new RegExp(`<${prefix}pageMargins[^<>]*/>`);
  if (margins.test(xml)) return xml.replace(margins, found => found + added);
  return xml.replace(new RegExp(`(?=</${prefix}(?:worksheet|chartsheet)>)`), added);
};

/** style:page-layout-properties (ODF 1.3 part 3, 17.2); lengths keep their units and change places. */
const turnPageLayouts: Turn = xml => {
  let found = 0;
  const turned = xml.replaceAll(
    /<style:page-layout-properties(\s[^<>]*?)?(\/?)>/g,
    (_, given: string | undefined, slash: string) => {
      found++;
      const attributes = given ?? '';
      const width = length(attributes, 'width', '21cm');
      const height = length(attributes, 'height', '29.7cm');
      const [long, short] = points(width) >= points(height) ? [width, height] : [height, width];
      const others = attributes.replaceAll(
        /\s(?:fo:page-width|fo:page-height|style:print-orientation)\s*=\s*(?:"[^"]*"|'[^']*')/g,
        '',
      );
      const size = `fo:page-width="${long}" fo:page-height="${short}" style:print-orientation="landscape"`;
      return `<style:page-layout-properties ${size}${others}${slash}>`;
    },
  );
  return found === 0 ? null : turned;
};

/** Without a master page of this name, which is the program's own, the program's own page is used: then it is added. */
function withMasterPage(xml: string, name: string): string {
  if (new RegExp(`<style:master-page\\s[^<>]*style:name\\s*=\\s*["']${name}["']`).test(xml)) return xml;
  const layout = '<style:page-layout style:name="docconv"><style:page-layout-properties/></style:page-layout>';
  const master = `<style:master-page style:name="${name}" style:page-layout-name="docconv"/>`;
  return within(within(xml, 'automatic-styles', layout), 'master-styles', master);
}

function within(xml: string, section: string, content: string): string {
  const open = new RegExp(`<office:${section}(?:\\s[^<>]*[^/<>])?>`);
  if (open.test(xml)) return xml.replace(open, found => found + content);
  const empty = new RegExp(`<office:${section}\\s*/>`);
  const whole = `<office:${section}>${content}</office:${section}>`;
  if (empty.test(xml)) return xml.replace(empty, whole);
  return xml.replace(/(?=<office:master-styles)|(?=<\/office:document-styles>)/, whole);
}

function length(attributes: string, side: 'width' | 'height', fallback: string): string {
  return new RegExp(`\\sfo:page-${side}\\s*=\\s*["']([\\d.]+[a-z]{2})["']`).exec(attributes)?.[1] ?? fallback;
}

const POINTS: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 7.2 / 2.54, in: 72, pt: 1, pc: 12, px: 0.75 };

function points(text: string): number {
  return Number.parseFloat(text) * (POINTS[text.slice(-2)] ?? 1);
}

function nothingToTurn({ title }: Format): DocconvError {
  const message = `--landscape cannot be done: this ${title} does not say how large its pages are.`;
  return new DocconvError('OPTION_UNSUPPORTED', message, { detail: { option: 'landscape' } });
}
