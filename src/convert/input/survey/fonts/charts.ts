/**
 * The fonts that charts name for their text: DrawingML (ECMA-376-1, 21.2.2.216 and 21.1.2.3.7) and OpenDocument (ODF 1.3
 * part 3, 16.2). A chart of DrawingML without a font for a text has one of the theme or of LibreOffice, which does not count.
 */
import { attribute, Inside } from '../markup.js';
import type { Surveyor } from '../surveyor.js';
import { unquoted } from './open-document.js';
import { SCRIPT_OF_TAG, scriptsOf } from './scripts.js';
import { ThemeFonts } from './theme.js';

export class OfficeChartFonts implements Surveyor {
  readonly names = ['chartspace', 'latin', 'ea', 'cs'];
  readonly #theme = new ThemeFonts();
  readonly others = [this.#theme];
  readonly #fonts = new Set<string>();
  /** Of one chart, by script. */
  readonly #named = new Map<string, number>();
  #scripts = 0;
  #isChart = false;

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (depth === 0) this.#isChart = name === 'chartspace';
    const font = this.#isChart ? attribute(text, 'typeface') : null;
    if (font) this.#named.set(font, (this.#named.get(font) ?? 0) | SCRIPT_OF_TAG[name]!);
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    if (this.#isChart) this.#scripts |= scriptsOf(bytes, from, to);
  }

  end(): void {
    for (const [font, scripts] of this.#named) if (scripts & this.#scripts) this.#fonts.add(font);
    this.#named.clear();
    this.#scripts = 0;
    this.#isChart = false;
  }

  fonts(): Set<string> {
    const names = [...this.#fonts].map(name => (name.startsWith('+') ? this.#theme.named(name) : name));
    return new Set(names.filter(name => name !== null));
  }
}

/** Of styles of charts, which only the text in charts has. */
export class OpenDocumentChartFonts implements Surveyor {
  readonly names = ['style', 'text-properties'];
  readonly #fonts = new Set<string>();
  readonly #style = new Inside();

  tag(text: string, name: string, _part: string | null, depth: number): void {
    const isOfChart = this.#style.holds(depth);
    if (name === 'style' && attribute(text, 'family') === 'chart') this.#style.enter(depth);
    else if (isOfChart && name === 'text-properties') {
      const family = unquoted(attribute(text, 'font-family'));
      if (family) this.#fonts.add(family);
    }
  }

  end(): void {
    this.#style.reset();
  }

  fonts(): Set<string> {
    return this.#fonts;
  }
}
