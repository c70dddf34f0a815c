/**
 * Runs with a whole field: LibreOffice prints its result, and the text behind it, without the properties of the run. Each mark
 * gets a run of its own, as Word writes it (ECMA-376-1, 17.16.18).
 */
import { grouped } from '../../../../system/collections.js';
import type { XmlElement } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import type { DocumentEdit } from '../document.js';
import { firstChildren } from './children.js';
import { whereReadable } from './tags.js';

/** Characters that a part gets: each run repeats its properties. */
const MAX_ADDED = 1_000_000;

export const divideFieldRuns: DocumentEdit = whereReadable(async document => {
  for (const part of document.parts) {
    if (!part.endsWith('.xml') || !document.text(part)?.includes('fldChar')) continue;
    const elements = await document.elements(part, ['r', 'rPr', 'fldChar']);
    document.change(part, divisions(document.text(part)!, elements));
  }
});

/** None where they would add too much. */
function divisions(text: string, elements: readonly XmlElement[]): Edit[] {
  const childOf = firstChildren(elements);
  const edits: Edit[] = [];
  let added = 0;
  for (const [run, marks] of marksByRun(elements)) {
    const properties = childOf(run, 'rPr');
    const begin = properties?.end ?? run.contentStart;
    const places = new Set(marks.flatMap(({ start, end }) => [start, end]));
    places.delete(begin);
    places.delete(run.contentEnd);
    const division = `</${run.name}><${run.name}>${properties ? text.slice(properties.start, properties.end) : ''}`;
    added += places.size * division.length;
    if (added > MAX_ADDED) return [];
    for (const place of places) edits.push({ from: place, to: place, text: division });
  }
  return edits;
}

/** Of runs with a whole field. */
function marksByRun(elements: readonly XmlElement[]): [run: XmlElement, marks: XmlElement[]][] {
  const marks = grouped(
    elements.filter(({ local, parent }) => local === 'fldChar' && parent?.local === 'r'),
    ({ parent }) => parent!,
  );
  return [...marks].filter(([, { length }]) => length > 1);
}
