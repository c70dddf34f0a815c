/** Western fonts of the theme of a Word document (ECMA-376-1, 17.18.96 and 20.1.4.1.16). */
import { withoutEntities } from '../../../../system/xml.js';
import { type EditableDocument, partOf } from '../document.js';
import { attributeIn, elementsIn, startTags } from './tags.js';

const PLACES: ReadonlyMap<string, string> = new Map([
  ['minorHAnsi', '+minor'],
  ['minorAscii', '+minor'],
  ['majorHAnsi', '+major'],
  ['majorAscii', '+major'],
]);

/** What stands for the name of the font that has this place in a theme; '' for one of other letters. */
export const themeFont = (place: string): string => PLACES.get(place) ?? '';

/** The name of a font in lower case, also of one that themeFont() stands for; '' where it is not known. */
export async function fontNames(document: EditableDocument): Promise<(font: string) => string> {
  const part = await partOf(document, /\.theme\+xml$/);
  const text = part === null ? '' : document.text(part)!;
  const ofTheme = new Map(['major', 'minor'].map(kind => [`+${kind}`, fontOf(text, `a:${kind}Font`)]));
  return font => withoutEntities(ofTheme.get(font) ?? font).toLowerCase();
}

function fontOf(theme: string, name: string): string {
  const [fonts] = elementsIn(theme, name);
  const [latin] = fonts ? startTags(fonts.content, 'a:latin') : [];
  return (latin && attributeIn(latin.tag, 'typeface')) ?? '';
}
