/** Sizes and line spacings that the text of a slide inherits: from its layout, its master and the presentation. */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { enclosing } from '../../../../xml.js';
import { relationshipsOf, resolvePart } from '../../../document.js';
import { type EditableDocument, mainPart } from '../../document.js';
import { type FirstChild, firstChildren } from '../children.js';
import { isDrawing, MAX_SLIDE } from './slide-text.js';

/** What a level states, or a run and its paragraph; undefined: nothing. */
export interface LevelStyle {
  /** In hundredths of a point (ECMA-376-1, 20.1.10.72). */
  readonly size: number | undefined;
  /** In thousandths of a percent; null where it is in points (21.1.2.2.5). */
  readonly spacing: number | null | undefined;
}

/** By levels, from 0 (21.1.2.4.12). */
export type ListStyle = readonly LevelStyle[];

interface Placeholder {
  readonly kind: string;
  readonly index: string;
}

interface StyledPart {
  /** Of the first placeholder of a kind, and of a kind and index. */
  readonly byKind: ReadonlyMap<string, ListStyle>;
  readonly byIndex: ReadonlyMap<string, ListStyle>;
  /** By their names. */
  readonly named: ReadonlyMap<string, ListStyle>;
}

const LEVELS = Array.from({ length: 9 }, (_, i) => `lvl${i + 1}pPr`);
/** What listStyleOf() reads. */
export const STYLE_NAMES = ['lstStyle', ...LEVELS, 'defRPr', 'lnSpc', 'spcPct'];
/** Styles of a master and of the presentation (19.3.1.49, 19.3.1.5, 19.3.1.35, 19.2.1.8). */
const NAMED = ['titleStyle', 'bodyStyle', 'otherStyle', 'defaultTextStyle'];
const NAMES = ['sp', 'ph', 'txBody', ...NAMED, ...STYLE_NAMES];
const NO_PART: StyledPart = { byKind: new Map(), byIndex: new Map(), named: new Map() };
/** Placeholders of which a layout has one at most. */
const SINGLE = ['title', 'dt', 'ftr', 'sldNum'];

export function listStyleOf(list: XmlElement | undefined, childOf: FirstChild): ListStyle {
  return LEVELS.map(name => {
    const level = childOf(list, name);
    return { size: sizeOf(childOf(level, 'defRPr')), spacing: spacingOf(level, childOf) };
  });
}

export function sizeOf(properties: XmlElement | undefined): number | undefined {
  const size = properties && attributeOf(properties, 'sz');
  return size === undefined ? undefined : Number(size);
}

export function spacingOf(properties: XmlElement | undefined, childOf: FirstChild): LevelStyle['spacing'] {
  const spacing = childOf(properties, 'lnSpc');
  const percent = childOf(spacing, 'spcPct');
  return percent ? percentOf(attributeOf(percent, 'val')) : spacing && null;
}

/** In thousandths, as transitional documents write it; strict ones write "90%" (22.9.2.9). */
export function percentOf(value = ''): number {
  return value.endsWith('%') ? Number(value.slice(0, -1)) * 1000 : Number(value);
}

/** Of a shape, by its element ph; the nearest style first. */
export type Inherited = (ph: XmlElement | undefined) => readonly ListStyle[];

/** Each layout and master is read once. */
export class InheritedStyles {
  readonly #layouts = new Map<string | null, Inherited>();
  readonly #parts = new Map<string, StyledPart>();

  constructor(readonly document: EditableDocument) {}

  async of(slide: string): Promise<Inherited> {
    const layout = await this.#related(slide, 'slideLayout');
    const inherited = this.#layouts.get(layout) ?? (await this.#ofLayout(layout));
    this.#layouts.set(layout, inherited);
    return inherited;
  }

  async #ofLayout(layoutPart: string | null): Promise<Inherited> {
    const masterPart = layoutPart === null ? null : await this.#related(layoutPart, 'slideMaster');
    const [layout, master] = [await this.#part(layoutPart), await this.#part(masterPart)];
    const ofAll = (await this.#part(await mainPart(this.document))).named.get('defaultTextStyle') ?? [];
    return ph => {
      if (!ph) return [ofAll];
      const placeholder = placeholderOf(ph);
      const { kind } = placeholder;
      const inLayout = SINGLE.includes(kind) ? layout.byKind.get(kind) : layout.byIndex.get(keyOf(placeholder));
      const named = master.named.get(kind === 'title' || kind === 'body' ? `${kind}Style` : 'otherStyle');
      return [inLayout ?? [], master.byKind.get(kind) ?? [], named ?? [], ofAll];
    };
  }

  async #part(name: string | null): Promise<StyledPart> {
    if (name === null) return NO_PART;
    const part = this.#parts.get(name) ?? (await this.#read(name));
    this.#parts.set(name, part);
    return part;
  }

  async #read(name: string): Promise<StyledPart> {
    if ((this.document.text(name)?.length ?? 0) > MAX_SLIDE) return NO_PART;
    const elements = (await this.document.elements(name, NAMES)).filter(isDrawing);
    const childOf = firstChildren(elements);
    const bodies = elements.filter(({ local, parent }) => local === 'txBody' && parent?.local === 'sp');
    const styles = new Map(bodies.map(body => [body.parent!, listStyleOf(childOf(body, 'lstStyle'), childOf)]));
    const placeholders = elements
      .filter(({ local }) => local === 'ph')
      .map(ph => ({ ...placeholderOf(ph), style: styles.get(enclosing(ph, 'sp')!) ?? [] }));
    return {
      byKind: firstOf(placeholders.map(({ kind, style }) => [kind, style])),
      byIndex: firstOf(placeholders.map(placeholder => [keyOf(placeholder), placeholder.style])),
      named: firstOf(
        elements.filter(({ local }) => NAMED.includes(local)).map(list => [list.local, listStyleOf(list, childOf)]),
      ),
    };
  }

  async #related(part: string, kind: string): Promise<string | null> {
    const rows = await this.document.elements(relationshipsOf(part), ['Relationship']);
    const found = rows.find(row => attributeOf(row, 'Type')?.endsWith(`/${kind}`));
    const target = found && attributeOf(found, 'Target');
    return target ? resolvePart(part, target) : null;
  }
}

const keyOf = ({ kind, index }: Placeholder): string => `${kind} ${index}`;

/** The first value of each key. */
const firstOf = <T>(rows: readonly (readonly [string, T])[]): Map<string, T> => new Map(rows.toReversed());

/** The layout has the placeholder with the same index, the master that of the same kind (19.3.1.36, 19.7.10). */
function placeholderOf(ph: XmlElement): Placeholder {
  const type = attributeOf(ph, 'type') ?? 'obj';
  const kind = type === 'ctrTitle' ? 'title' : SINGLE.includes(type) ? type : 'body';
  return { kind, index: attributeOf(ph, 'idx') ?? '0' };
}
