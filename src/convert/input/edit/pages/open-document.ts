/** The pages of OpenDocument files: every style:page-layout-properties (ODF 1.3 part 3, 17.2). */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import { PAPER } from '../../../paper.js';
import { appendTo, type Edit, editStartTag } from '../../../xml.js';
import type { PageEdit, PageWishes } from './page-edit.js';

const URN = 'urn:oasis:names:tc:opendocument:xmlns';
const OFFICE = `${URN}:office:1.0`;
const STYLE = `${URN}:style:1.0`;
const FO = `${URN}:xsl-fo-compatible:1.0`;

/**
 * A program uses its own page where there is no master page of the name that it gives its own, or where the layout of that
 * page is missing: then one is added.
 */
export function pageLayouts(wishes: PageWishes, masterPage: string): PageEdit {
  return {
    elements: [
      ...['document-styles', 'document', 'automatic-styles', 'master-styles', 'body'],
      ...['master-page', 'page-layout', 'page-layout-properties'],
    ],
    edits(elements) {
      const root = elements.find(({ uri, parent }) => uri === OFFICE && parent === null);
      if (!root) return null;
      const section = (name: string) => elements.find(({ uri, local }) => uri === OFFICE && local === name);
      const styles = elements.filter(({ uri }) => uri === STYLE);
      const edits = styles
        .filter(({ local }) => local === 'page-layout-properties')
        .flatMap(layout => editLayout(layout, wishes));
      const hasMaster = styles.some(
        style => style.local === 'master-page' && attributeOf(style, 'name') === masterPage,
      );
      if (hasMaster) return edits;
      const [automatic, master] = [section('automatic-styles'), section('master-styles')];
      const layout = `<s:page-layout xmlns:s="${STYLE}" s:name="docconv"><s:page-layout-properties${attributesOf(wishes, A4, false)}/></s:page-layout>`;
      const page = `<s:master-page xmlns:s="${STYLE}" s:name="${masterPage}" s:page-layout-name="docconv"/>`;
      const end = section('body')?.start ?? root.contentEnd;
      return [
        ...edits,
        automatic ? appendTo(automatic, layout) : addSection('automatic-styles', layout, master?.start ?? end),
        master ? appendTo(master, page) : addSection('master-styles', page, end),
      ];
    },
  };
}

function addSection(name: string, content: string, at: number): Edit {
  return { from: at, to: at, text: `<o:${name} xmlns:o="${OFFICE}">${content}</o:${name}>` };
}

type Size = readonly [width: string, height: string];

const A4 = PAPER.a4.lengths;

/** The lengths keep their units; nothing to do where the page is as wanted already. */
function editLayout(layout: XmlElement, wishes: PageWishes): Edit[] {
  const size: Size = [lengthOf(layout, 'page-width') ?? A4[0], lengthOf(layout, 'page-height') ?? A4[1]];
  const isLandscape = points(size[0]) > points(size[1]);
  const isStated = attributeOf(layout, 'print-orientation') === 'landscape';
  if (!wishes.paper && !wishes.fit && isLandscape && isStated) return [];
  const replaced = [...(isSized(wishes) ? SIZES : []), ...(wishes.fit ? SCALES : []), ...OWN_PREFIXES];
  return [editStartTag(layout, ({ local }) => !replaced.includes(local), attributesOf(wishes, size, isLandscape))];
}

const isSized = ({ paper, landscape }: PageWishes): boolean => paper !== undefined || landscape === true;

const SIZES = ['page-width', 'page-height', 'print-orientation'];
const SCALES = ['scale-to', 'scale-to-pages', 'scale-to-X', 'scale-to-Y'];
/** Declared by an earlier edit. */
const OWN_PREFIXES = ['docconv-fo', 'docconv-style'];

function lengthOf(layout: XmlElement, name: string): string | null {
  return /^[\d.]+[a-z]{2}$/.exec(attributeOf(layout, name, FO) ?? '')?.[0] ?? null;
}

/** With their own prefixes: those in scope may be any. Zero pages high: as many as it takes. */
function attributesOf(wishes: PageWishes, own: Size, isLandscape: boolean): string {
  const { fit } = wishes;
  const size = isSized(wishes) ? sizeAttributes(wishes, own, isLandscape) : '';
  const scale = fit ? ` docconv-style:scale-to-X="1" docconv-style:scale-to-Y="${fit === 'page' ? 1 : 0}"` : '';
  return ` xmlns:docconv-fo="${FO}" xmlns:docconv-style="${STYLE}"${size}${scale}`;
}

function sizeAttributes({ paper, landscape }: PageWishes, own: Size, isLandscape: boolean): string {
  const [short = '', long = ''] = (paper ? PAPER[paper].lengths : own).toSorted((a, b) => points(a) - points(b));
  const isWide = landscape || isLandscape;
  const [width, height] = isWide ? [long, short] : [short, long];
  const orientation = isWide ? 'landscape' : 'portrait';
  return ` docconv-fo:page-width="${width}" docconv-fo:page-height="${height}" docconv-style:print-orientation="${orientation}"`;
}

const POINTS: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 7.2 / 2.54, in: 72, pt: 1, pc: 12, px: 0.75 };

function points(text: string): number {
  return Number.parseFloat(text) * (POINTS[text.slice(-2)] ?? 1);
}
