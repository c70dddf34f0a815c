/** The fonts of the cells of a workbook (ECMA-376-1, 18.8.22 and 18.8.45), and of parts of their text. */
import { attribute } from '../markup.js';
import type { Surveyor } from '../surveyor.js';

const NAMES = 'stylesheet fonts cellstylexfs cellxfs font name xf worksheet c sst rfont'.split(' ');
const TEXT_ROOTS = ['worksheet', 'sst'];

export class SheetFonts implements Surveyor {
  readonly names = NAMES;
  /** Names of x:fonts, and the font of each x:xf of x:cellXfs. */
  readonly #fonts: string[] = [];
  readonly #formats: number[] = [];
  /** Indexes of formats of cells with content. */
  readonly #used = new Set<string>();
  readonly #inText = new Set<string>();
  #root = '';
  #section = '';

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (depth === 0) this.#root = name;
    else if (name === 'c') {
      if (this.#root === 'worksheet' && !text.endsWith('/')) this.#used.add(/\ss="(\d{1,6})"/.exec(text)?.[1] ?? '0');
    } else if (name === 'rfont') {
      // not in comments, which are not printed
      if (TEXT_ROOTS.includes(this.#root)) this.#inText.add(attribute(text, 'val') ?? '');
    } else if (this.#root === 'stylesheet') this.#styleTag(text, name, depth);
  }

  end(): void {
    this.#root = this.#section = '';
  }

  fonts(): Set<string> {
    const names = [...this.#used].map(index => this.#fonts[this.#formats[Number(index)] ?? -1]);
    return new Set([...names, ...this.#inText].filter(name => name !== undefined && name !== '') as string[]);
  }

  #styleTag(text: string, name: string, depth: number): void {
    if (depth === 1) this.#section = name;
    else if (this.#section === 'fonts' && name === 'font') this.#fonts.push('');
    else if (this.#section === 'fonts' && name === 'name')
      this.#fonts[this.#fonts.length - 1] = attribute(text, 'val') ?? '';
    else if (this.#section === 'cellxfs' && name === 'xf') this.#formats.push(Number(attribute(text, 'fontId') ?? 0));
  }
}
