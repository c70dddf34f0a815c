/**
 * Content for programs that understand certain namespaces, without other content for those that do not (ECMA-376-3, 7.5).
 * Office understands its own, LibreOffice only some: what it would leave out becomes the content for every program.
 */
import { grouped } from '../../../system/collections.js';
import { attributeOf, declaredNamespaces, type XmlElement } from '../../../system/xml.js';
import { type Edit, editStartTag, removal } from '../../xml.js';
import type { DocumentEdit } from './document.js';
import { whereReadable } from './layout/tags.js';

/** Worksheets have their controls so, which LibreOffice draws from another part. */
const DRAWN = /presentationml|wordprocessingml|ms-word|\.drawing\+xml$/;
/** Prefixes by which every LibreOffice takes the content. */
const TAKEN = ['wps', 'wpg', 'w14', 'p14', 'p15'];
const OF_OFFICE = /^http:\/\/schemas\.microsoft\.com\/office\//;

export const takeOnlyChoices: DocumentEdit = whereReadable(async document => {
  for (const part of document.parts) {
    const text = DRAWN.test(await document.contentType(part)) ? document.text(part)! : '';
    if (!text.includes('AlternateContent')) continue;
    const elements = await document.elements(part, ['AlternateContent', 'Choice', 'Fallback']);
    const alternatives = grouped(elements, ({ parent }) => parent);
    const inPart = declaredIn(text);
    const edits = elements
      .filter(({ local }) => local === 'AlternateContent')
      .flatMap(element => taken(alternatives.get(element) ?? [], inPart));
    document.change(part, edits);
  }
});

/** Namespaces by their prefix; of several, the first, which the root declares. */
function declaredIn(text: string): Map<string, string> {
  const declared = new Map<string, string>();
  for (const [prefix, uri] of declaredNamespaces(text)) if (!declared.has(prefix)) declared.set(prefix, uri);
  return declared;
}

/** The first choice that Office understands, for every program. */
function taken(alternatives: readonly XmlElement[], inPart: ReadonlyMap<string, string>): Edit[] {
  if (alternatives.some(({ local }) => local === 'Fallback')) return [];
  const at = alternatives.findIndex(choice =>
    requiredBy(choice).every(prefix => OF_OFFICE.test(declaredAt(choice, prefix) ?? inPart.get(prefix) ?? '')),
  );
  const choice = alternatives[at];
  if (!choice || requiredBy(choice).every(prefix => TAKEN.includes(prefix))) return [];
  return [...asFallback(choice), ...alternatives.slice(at + 1).map(removal)];
}

function declaredAt({ attributes, parent }: XmlElement, prefix: string): string | undefined {
  const own = [...attributes, ...(parent?.attributes ?? [])];
  return own.find(({ name }) => name === `xmlns:${prefix}`)?.value;
}

const requiredBy = (choice: XmlElement): string[] =>
  (attributeOf(choice, 'Requires') ?? '').split(/\s+/).filter(Boolean);

/** The element stays, since it may declare names. */
function asFallback(choice: XmlElement): Edit[] {
  const name = choice.name.replace(/Choice$/, 'Fallback');
  const begin = editStartTag({ ...choice, name }, ({ local }) => local !== 'Requires');
  if (choice.contentStart === choice.end) return [begin];
  return [begin, { from: choice.contentEnd, to: choice.end, text: `</${name}>` }];
}
