/** Formats of cells (ECMA-376-1, 18.8.45) with the look of a table, where a cell has none of its own: added to a workbook. */
import type { XmlElement } from '../../../../../system/xml.js';
import { appendTo, type Edit } from '../../../../xml.js';
import type { EditableDocument } from '../../document.js';
import { attributeIn, withAttributes } from '../../layout/tags.js';
import type { CellLook } from './looks.js';
import type { Color, Line, Side } from './styles.js';

const LISTS = ['fonts', 'fills', 'borders', 'cellXfs'] as const;
type List = (typeof LISTS)[number];
/** In the order of the schema. */
const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom'];
/** Of the theme that Office had until 2012, which Excel takes for workbooks without one. */
const COLORS = 'FFFFFF 000000 EEECE1 1F497D 4F81BD C0504D 9BBB59 8064A2 4BACC6 F79646'.split(' ');
const BOLD = /<b(?=[\s/>])[^<>]*\/?>(?:<\/b>)?/;
const COLOR = /<color(?=[\s/>])[^<>]*\/?>(?:<\/color>)?/;

export class Formats {
  readonly #lists: Readonly<Record<List, XmlElement>>;
  readonly #items: Readonly<Record<List, string[]>>;
  readonly #counts: Readonly<Record<List, number>>;
  readonly #known = new Map<string, number>();

  private constructor(
    lists: Record<List, XmlElement>,
    items: Record<List, string[]>,
    readonly hasTheme: boolean,
  ) {
    this.#lists = lists;
    this.#items = items;
    this.#counts = Object.fromEntries(LISTS.map(list => [list, items[list].length])) as Record<List, number>;
  }

  /** Null where a list of formats is missing or empty. */
  static async read(document: EditableDocument, part: string, hasTheme: boolean): Promise<Formats | null> {
    const text = document.text(part) ?? '';
    const elements = await document.elements(part, [...LISTS, 'font', 'fill', 'border', 'xf']);
    const lists = {} as Record<List, XmlElement>;
    const items = {} as Record<List, string[]>;
    for (const list of LISTS) {
      const found = elements.find(({ local, parent }) => local === list && parent?.parent === null);
      if (!found) return null;
      lists[list] = found;
      items[list] = elements.filter(({ parent }) => parent === found).map(({ start, end }) => text.slice(start, end));
      if (items[list].length === 0) return null;
    }
    return new Formats(lists, items, hasTheme);
  }

  /** The number of a format as `base`, with this look. */
  with(base: number, look: CellLook): number {
    const format = this.#items.cellXfs[base] ?? this.#items.cellXfs[0]!;
    const tag = format.slice(0, format.indexOf('>') + 1);
    const attributes = {
      ...this.#font(Number(attributeIn(tag, 'fontId') ?? 0), look),
      ...(isNone(tag, 'fillId') && look.fill && { fillId: this.#add('fills', this.#fill(look.fill)), applyFill: 1 }),
      ...(isNone(tag, 'borderId') && SIDES.some(side => look[side]) && this.#border(look)),
    };
    return this.#add('cellXfs', withAttributes(tag, attributes) + format.slice(tag.length));
  }

  edits(): Edit[] {
    return LISTS.flatMap(list => {
      const added = this.#items[list].slice(this.#counts[list]);
      return added.length > 0 ? [appendTo(this.#lists[list], added.join(''))] : [];
    });
  }

  /** A font has the color of the table where its own is that of the first font. */
  #font(id: number, { isBold, color }: CellLook): Record<string, number> {
    const { fonts } = this.#items;
    const font = fonts[id];
    if (!font?.includes('</') || (!isBold && !color)) return {};
    const isColored = color && COLOR.exec(font)?.[0] === COLOR.exec(fonts[0]!)?.[0];
    const bold = isBold ? '<b/>' : (BOLD.exec(font)?.[0] ?? '');
    const colored = isColored ? `<color ${this.#color(color)}/>` : (COLOR.exec(font)?.[0] ?? '');
    const rest = font.replace(BOLD, '').replace(COLOR, '');
    return { fontId: this.#add('fonts', rest.replace('>', `>${bold}${colored}`)), applyFont: 1 };
  }

  #fill(color: Color): string {
    return `<fill><patternFill patternType="solid"><fgColor ${this.#color(color)}/><bgColor indexed="64"/></patternFill></fill>`;
  }

  #border(look: CellLook): Record<string, number> {
    const line = (side: Side, [style, color]: Line) =>
      `<${side} style="${style}"><color ${this.#color(color)}/></${side}>`;
    const lines = SIDES.map(side => (look[side] ? line(side, look[side]) : `<${side}/>`));
    return { borderId: this.#add('borders', `<border>${lines.join('')}<diagonal/></border>`), applyBorder: 1 };
  }

  #color([theme, tint]: Color): string {
    const color = this.hasTheme ? `theme="${theme}"` : `rgb="FF${COLORS[theme]}"`;
    return tint === 0 ? color : `${color} tint="${tint}"`;
  }

  #add(list: List, item: string): number {
    const key = `${list} ${item}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#items[list].push(item) - 1;
    this.#known.set(key, id);
    return id;
  }
}

const isNone = (format: string, name: string): boolean => Number(attributeIn(format, name) ?? 0) === 0;
