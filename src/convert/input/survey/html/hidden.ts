/** Text of an HTML page that browsers do not print and LibreOffice does: it knows none of the ways to hide an element. */
import type { HiddenId } from '../../../quirks/table.js';
import { isPrinted, type StyledElement, StyleSheet } from '../style-sheet.js';
import type { Surveyor } from '../surveyor.js';
import { attributeOf } from './attribute.js';

const MAX_OPEN = 200;
/** Without an end tag. */
const VOID = 'area base br col embed hr img input link meta param source track wbr'.split(' ');
/** Their text is no text of the page. */
const SILENT = ['style', 'script', 'title', 'noscript', 'textarea', 'option'];
/** An element of this name ends one that is still open. */
const SELF_ENDING = ['p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option'];

interface OpenElement extends StyledElement {
  readonly isHidden: boolean;
}

export class HiddenHtml implements Surveyor {
  readonly names = null;
  #found = false;
  readonly #sheet = new StyleSheet();
  readonly #open: OpenElement[] = [];
  #style: string | null = null;

  tag(text: string, name: string): void {
    if (SELF_ENDING.includes(name) && this.#open.at(-1)?.name === name) this.#open.pop();
    if (name === 'style') this.#style = isPrinted(attributeOf(text, 'media')) ? '' : null;
    if (VOID.includes(name) || text.endsWith('/') || this.#open.length >= MAX_OPEN) return;
    this.#open.push(this.#elementOf(text, name));
  }

  endTag(name: string): void {
    if (name === 'style' && this.#style !== null) this.#sheet.add(this.#style);
    if (name === 'style') this.#style = null;
    const at = this.#open.findLastIndex(element => element.name === name);
    if (at >= 0) this.#open.length = at;
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    const piece = () => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    const last = this.#open.at(-1);
    if (last?.name === 'style' && this.#style !== null) this.#style += piece();
    if (last === undefined || SILENT.includes(last.name) || !this.#open.some(({ isHidden }) => isHidden)) return;
    if (/[^\s]/.test(piece())) this.#found = true;
  }

  end(): void {
    this.#open.length = 0;
  }

  hidden(): HiddenId[] {
    return this.#found ? ['hiddenElements'] : [];
  }

  /** Attributes are read only where something depends on them: pages have many elements. */
  #elementOf(text: string, name: string): OpenElement {
    if (name === 'template' || (name === 'dialog' && !OPEN.test(withoutValues(text))))
      return { name, id: '', classes: NONE, isHidden: true };
    if (this.#sheet.isEmpty && !/hidden|style/i.test(text)) return { name, id: '', classes: NONE, isHidden: false };
    const classes = attributeOf(text, 'class').split(/\s+/).filter(Boolean);
    const element = { name, id: attributeOf(text, 'id'), classes };
    const isHidden = /\shidden(?=[\s=/]|$)/i.test(withoutValues(text));
    return { ...element, isHidden: isHidden || this.#sheet.hides(element, attributeOf(text, 'style'), this.#open) };
  }
}

const OPEN = /\sopen(?=[\s=/]|$)/i;
const withoutValues = (tag: string): string => tag.replace(/=\s*(?:"[^"]*"|'[^']*')/g, '');
const NONE: readonly string[] = [];
