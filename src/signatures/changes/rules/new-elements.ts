/** New structure elements (ISO 32000-2, 14.7.2) that say nothing about the content that was signed. */
import { dictOf, isName, PdfArray, PdfDict, type PdfObject, PdfRef } from '../../../pdf/index.js';
import type { RevisionPair } from '../compare/equality.js';

/** Table 355. Not included: texts that replace content (/ActualText, /E, /Phoneme) and associated files. */
const ELEMENT_KEYS = new Set(['Type', 'S', 'ID', 'P', 'Ref', 'Pg', 'K', 'R', 'T', 'NS', 'Alt', 'Lang', 'A', 'C']);
/** Describe the content of the element: permitted for new objects only. */
const DESCRIBING_KEYS = ['Alt', 'Lang', 'A', 'C'];

interface Contents {
  readonly open: PdfObject[];
  readonly seen: Set<PdfObject>;
  describes: boolean;
  newObjects: number;
  oldObjects: number;
}

/** `kid` as written, an item of /K: a new element whose content is fields and annotations, not marked content. */
export function isHarmlessKid(pair: RevisionPair, kid: PdfObject): boolean {
  const contents: Contents = { open: [kid], seen: new Set(), describes: false, newObjects: 0, oldObjects: 0 };
  while (contents.open.length > 0) {
    pair.after.revision.budget.step();
    if (!isHarmlessPart(pair, contents.open.pop()!, contents)) return false;
  }
  return !contents.describes || (contents.newObjects > 0 && contents.oldObjects === 0);
}

function isHarmlessPart(pair: RevisionPair, part: PdfObject, contents: Contents): boolean {
  const value = pair.after.revision.resolve(part);
  if (value instanceof PdfArray) {
    for (const item of value.items) contents.open.push(item);
    return true;
  }
  // a number is marked content of the page
  if (!(value instanceof PdfDict)) return value === null;
  if (contents.seen.has(value)) return true;
  contents.seen.add(value);
  if (value.has('S')) return isNew(pair, part) && isHarmlessElement(value, contents);
  if (value.has('MCID')) return isNewReference(pair, value.get('Stm'), contents);
  return isHarmlessReference(pair, value, contents);
}

function isHarmlessElement(element: PdfDict, contents: Contents): boolean {
  contents.describes ||= DESCRIBING_KEYS.some(key => element.has(key));
  contents.open.push(element.get('K') ?? null);
  return [...element.entries.keys()].every(key => ELEMENT_KEYS.has(key));
}

/** 14.7.5.3: a reference to an annotation, or to an XObject, which may be content that was signed. */
function isHarmlessReference(pair: RevisionPair, reference: PdfDict, contents: Contents): boolean {
  const target = reference.get('Obj');
  if (!isName(pair.after.revision.resolve(reference.get('Type')), 'OBJR')) return false;
  if (isNewReference(pair, target, contents)) return true;
  contents.oldObjects++;
  return pair.before.revision.resolve(target) instanceof PdfDict;
}

function isNewReference(pair: RevisionPair, target: PdfObject | undefined, contents: Contents): boolean {
  const isFound =
    target instanceof PdfRef && isNew(pair, target) && dictOf(pair.after.revision.resolve(target)) !== null;
  if (isFound) contents.newObjects++;
  return isFound;
}

/** A direct object is a part of the new one that contains it. */
const isNew = (pair: RevisionPair, value: PdfObject): boolean =>
  !(value instanceof PdfRef) || pair.before.revision.resolve(value) === null;
