import { attribute, Inside, namesOf } from './markup.js';
import type { Surveyed, Surveyor } from './surveyor.js';

/**
 * The language of a document as a whole: the attribute of an HTML page, w:lang of the default text (ECMA-376-1, 17.3.2.20),
 * fo:language of the first default style (ODF 1.3 part 3, 16.4). Workbooks and slides of Office have none.
 */
export function documentLanguage({ kind }: Surveyed): Surveyor {
  let found: string | null = null;
  const style = new Inside();
  return {
    names: namesOf(kind, { html: 'html', odf: 'default-style text-properties', word: 'lang' }),
    tag(text, name, part, depth) {
      if (found !== null) return;
      if (name === 'html') found = /\blang\s*=\s*["']?([\w-]{2,35})/i.exec(text)?.[1] ?? null;
      else if (name === 'lang') found = part?.endsWith('/styles.xml') ? attribute(text, 'val') : null;
      else if (name === 'default-style') style.enter(depth);
      else if (style.holds(depth)) found = ofProperties(text);
    },
    end: () => style.reset(),
    language: () => found,
  };
}

/** "none" is LibreOffice's name for text without a language. */
function ofProperties(text: string): string | null {
  const language = attribute(text, 'language');
  const country = attribute(text, 'country');
  if (language === null || language === 'none') return null;
  return country === null || country === 'none' ? language : `${language}-${country}`;
}
