/**
 * Elements of SVG pictures that a style sheet does not display: LibreOffice draws them. It hides those with the attribute or
 * style, and what is invisible or transparent.
 */
import type { HiddenId } from '../../../quirks/table.js';
import { attribute } from '../markup.js';
import { isPrinted, type StyledElement, StyleSheet } from '../style-sheet.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

const DRAWN = ['text', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'image', 'use'];
/** Their content is drawn by reference, or not at all. */
const UNDRAWN = ['defs', 'symbol', 'clippath', 'mask', 'marker', 'pattern', 'metadata'];
const MAX_OPEN = 200;

interface OpenElement extends StyledElement {
  readonly depth: number;
  /** 'sheet': a style sheet hides it. 'own': it is not drawn. */
  readonly hidden: 'sheet' | 'own' | null;
}

export class HiddenSvg implements Surveyor {
  readonly reads = 'svg';
  readonly names = null;
  /** Parts of the pictures; null for a document that is one. */
  readonly #parts = new Set<string | null>();
  #sheet = new StyleSheet(['display']);
  readonly #open: OpenElement[] = [];
  #style: string | null = null;

  constructor(private readonly surveyed: Surveyed) {}

  tag(text: string, name: string, part: string | null, depth: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.depth >= depth) this.#open.pop();
    if (name === 'style') this.#style = isPrinted(attribute(text, 'media') ?? '') ? '' : null;
    if (this.#open.length >= MAX_OPEN) return;
    this.#open.push(this.#elementOf(text, name, depth));
    if (this.#sheet.isEmpty || !DRAWN.includes(name)) return;
    const isHidden = (by: OpenElement['hidden']) => this.#open.some(({ hidden }) => hidden === by);
    if (isHidden('sheet') && !isHidden('own')) this.#parts.add(part);
  }

  endTag(name: string): void {
    if (name === 'style' && this.#style !== null) this.#sheet.add(this.#style);
    if (name === 'style') this.#style = null;
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    if (this.#style === null) return;
    this.#style += Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  }

  end(): void {
    this.#open.length = 0;
    this.#sheet = new StyleSheet(['display']);
    this.#style = null;
  }

  hidden(): HiddenId[] {
    return [...this.#parts].some(this.surveyed.isPrinted) ? ['hiddenSvgElements'] : [];
  }

  #elementOf(text: string, name: string, depth: number): OpenElement {
    const style = attribute(text, 'style') ?? '';
    const classes = (attribute(text, 'class') ?? '').split(/\s+/).filter(Boolean);
    const element = { name, id: attribute(text, 'id') ?? '', classes, depth };
    const isUndrawn = UNDRAWN.includes(name) || attribute(text, 'display') === 'none';
    if (isUndrawn || /display\s*:\s*none/.test(style)) return { ...element, hidden: 'own' };
    return { ...element, hidden: this.#sheet.hides(element, style, this.#open) ? 'sheet' : null };
  }
}
