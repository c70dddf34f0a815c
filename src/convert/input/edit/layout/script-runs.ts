/**
 * Runs whose text has Latin and other letters: each piece gets a run of its own, with the same properties, since the substitute
 * of their font needs more space between the letters of some scripts only.
 */

import type { XmlElement } from '../../../../system/xml.js';
import { escapeXml } from '../../../../text.js';
import { type Edit, editStartTag, enclosing } from '../../../xml.js';
import { piecesOf } from './substitutes.js';

/** Characters that a part gets: each run repeats its properties. */
const MAX_ADDED = 1_000_000;
/** In a text: not one of a comment or of a marked section. */
const ELEMENT = /<(?!!)/;
const WITH_BLANKS = ' xml:space="preserve"';

/** A text of Word or of a slide, and the properties of its run. */
export interface RunText {
  readonly text: XmlElement;
  readonly properties: XmlElement | undefined;
}

/** No edits where they would add too much. */
export function scriptRuns(part: string, texts: readonly RunText[]): Edit[] {
  const edits: Edit[] = [];
  let added = 0;
  for (const { text, properties } of texts) {
    const run = text.parent!;
    const isWhole = isDivisible(text, run, properties) && !ELEMENT.test(part.slice(text.contentStart, text.contentEnd));
    const pieces = isWhole ? piecesOf(text.text) : [];
    if (pieces.length < 2) continue;
    const start = part.slice(run.start, properties?.end ?? run.contentStart);
    const division = `</${text.name}></${run.name}>${start}<${text.name}${WITH_BLANKS}>`;
    added += (pieces.length - 1) * division.length + text.text.length;
    if (added > MAX_ADDED) return [];
    const content = pieces.map(escapeXml).join(division);
    edits.push(editStartTag(text, ({ local }) => local !== 'space', WITH_BLANKS));
    edits.push({ from: text.contentStart, to: text.contentEnd, text: content });
  }
  return edits;
}

/** A run with nothing else, not of ruby text, of which LibreOffice reads one run; no namespace is declared at its text. */
function isDivisible(text: XmlElement, run: XmlElement, properties: XmlElement | undefined): boolean {
  const isAlone = (properties?.end ?? run.contentStart) === text.start && run.contentEnd === text.end;
  const isPlain = text.attributes.every(({ local }) => local === 'space');
  return run.local === 'r' && isAlone && isPlain && enclosing(run, 'ruby') === null;
}
