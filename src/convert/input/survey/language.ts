import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';
import { attribute, Inside } from './markup.js';

/**
 * The language of a document as a whole: the attribute of an HTML page, w:lang of the default text (ECMA-376-1, 17.3.2.20),
 * fo:language of the first default style (ODF 1.3 part 3, 16.4). Workbooks and slides of Office have none.
 */
export class DocumentLanguage implements TagWatch {
  readonly names: readonly string[];
  readonly #style = new Inside();
  #found: string | null = null;

  constructor({ container, family }: Format) {
    const isOdf = container === 'odf' || container === 'flat-odf';
    if (container === 'html') this.names = ['html'];
    else if (isOdf) this.names = ['default-style', 'text-properties'];
    else this.names = container === 'ooxml' && family === 'writer' ? ['lang'] : [];
  }

  /** As in the document, e.g. "de-DE"; null where it states none. */
  get language(): string | null {
    return this.#found;
  }

  tag(text: string, name: string, part: string | null, depth: number): void {
    if (this.#found !== null) return;
    if (name === 'html') this.#found = /\blang\s*=\s*["']?([\w-]{2,35})/i.exec(text)?.[1] ?? null;
    else if (name === 'lang') this.#found = part?.endsWith('/styles.xml') ? attribute(text, 'val') : null;
    else if (name === 'default-style') this.#style.enter(depth);
    else if (this.#style.holds(depth)) this.#found = ofProperties(text);
  }

  end(): void {
    this.#style.reset();
  }
}

/** "none" is LibreOffice's name for text without a language. */
function ofProperties(text: string): string | null {
  const language = attribute(text, 'language');
  const country = attribute(text, 'country');
  if (language === null || language === 'none') return null;
  return country === null || country === 'none' ? language : `${language}-${country}`;
}
