/** The fonts of cells (ECMA-376-1, 18.8), as far as the layout of a sheet needs them. */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import type { EditableDocument } from '../../document.js';
import { type FirstChild, firstChildren } from '../children.js';

export interface CellFont {
  /** In lower case. */
  readonly name: string;
  /** In points. */
  readonly size: number;
  readonly isBold: boolean;
  /** Whether it is a font of the theme, which a name only repeats. */
  readonly isOfTheme: boolean;
}

export interface CellStyle {
  readonly font: CellFont;
  /** Whether its text may take several lines. */
  readonly isWrapped: boolean;
  /** Whether the place that a text needs is not known: it is rotated or justified, or indented where it wraps. */
  readonly isIrregular: boolean;
  /** Where it is only rotated, the direction of its text (18.8.1); 0: not rotated. */
  readonly rotation: number;
}

export interface WorkbookStyles {
  /** Of the style Normal, which widths and heights are counted in. */
  readonly normal: CellFont;
  readonly cells: readonly CellStyle[];
}

const NAMES = ['fonts', 'font', 'name', 'sz', 'b', 'scheme', 'cellStyleXfs', 'cellXfs', 'xf', 'alignment', 'cellStyle'];

/** Null where the workbook has no styles. */
export async function readStyles(document: EditableDocument, part: string | null): Promise<WorkbookStyles | null> {
  const elements = part === null ? [] : await document.elements(part, NAMES);
  const childrenOf = (parent: XmlElement | undefined, name: string) =>
    elements.filter(element => element.local === name && element.parent === parent);
  const named = (name: string) => elements.find(({ local }) => local === name);
  const childOf = firstChildren(elements);
  const fonts = childrenOf(named('fonts'), 'font').map(font => fontOf(font, childOf));
  const formats = childrenOf(named('cellStyleXfs'), 'xf');
  const style = elements.find(element => element.local === 'cellStyle' && attributeOf(element, 'builtinId') === '0');
  const normal = fontFor(formats[Number(style ? attributeOf(style, 'xfId') : 0)], fonts);
  if (!normal) return null;
  const cells = childrenOf(named('cellXfs'), 'xf').map(format => ({
    font: fontFor(format, fonts) ?? normal,
    ...linesOf(childOf(format, 'alignment')),
  }));
  return { normal, cells };
}

function fontOf(font: XmlElement, childOf: FirstChild): CellFont {
  const stated = (name: string) => {
    const element = childOf(font, name);
    return element && (attributeOf(element, 'val') ?? '');
  };
  return {
    name: (stated('name') ?? '').toLowerCase(),
    size: Number(stated('sz') ?? Number.NaN),
    isBold: !['0', 'false'].includes(stated('b') ?? 'false'),
    isOfTheme: (stated('scheme') ?? 'none') !== 'none',
  };
}

function fontFor(format: XmlElement | undefined, fonts: readonly CellFont[]): CellFont | undefined {
  return fonts[Number(format ? (attributeOf(format, 'fontId') ?? 0) : 0)];
}

function linesOf(alignment: XmlElement | undefined): Omit<CellStyle, 'font'> {
  const stated = (name: string) => (alignment && attributeOf(alignment, name)) ?? '';
  const isWrapped = ['1', 'true'].includes(stated('wrapText'));
  const isJustified = ['vertical', 'horizontal'].some(name => ['justify', 'distributed'].includes(stated(name)));
  const direction = Number(stated('textRotation'));
  const isRotated = direction !== 0;
  return {
    isWrapped,
    isIrregular: isJustified || isRotated || (isWrapped && Number(stated('indent')) !== 0),
    rotation: isRotated && !isJustified ? direction : 0,
  };
}
