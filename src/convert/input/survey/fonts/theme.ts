/** The fonts of a theme (ECMA-376-1, 20.1.4.1.16): one for headings ("major") and one for all other text ("minor"). */
import type { TagWatch } from '../../inspect/tags.js';
import { attribute } from '../markup.js';

type Collection = 'major' | 'minor';

export class ThemeFonts implements TagWatch {
  readonly names = ['theme', 'majorfont', 'minorfont', 'latin', 'ea', 'cs'];
  readonly #names = new Map<string, string>();
  #isTheme = false;
  #collection: Collection | null = null;

  /** Themes of notes and handouts have higher numbers. */
  tag(text: string, name: string, part: string | null, depth: number): void {
    if (depth === 0) this.#isTheme = name === 'theme' && /(?:^|\/)theme1?\.xml$/.test(part ?? '');
    else if (!this.#isTheme) return;
    else if (name === 'majorfont' || name === 'minorfont') this.#collection = name === 'majorfont' ? 'major' : 'minor';
    else if (this.#collection) {
      const key = this.#collection + name;
      const typeface = attribute(text, 'typeface');
      if (typeface && !this.#names.has(key)) this.#names.set(key, typeface);
    }
  }

  end(): void {
    this.#isTheme = false;
    this.#collection = null;
  }

  /** 'minorHAnsi' in Word, '+mn-lt' in DrawingML. Null where the theme leaves the choice to the program. */
  named(place: string): string | null {
    const collection = /^(?:major|\+mj)/i.test(place) ? 'major' : 'minor';
    const script = /ascii|hansi|-lt$/i.test(place) ? 'latin' : /eastasia|-ea$/i.test(place) ? 'ea' : 'cs';
    return this.#names.get(collection + script) ?? null;
  }
}
