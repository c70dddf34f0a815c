/** Recognizes new signature fields, and empty ones that are signed. */
import {
  area,
  boxOf,
  dictOf,
  EVERYWHERE,
  type FormField,
  isName,
  PdfDict,
  type PdfObject,
  PdfRef,
} from '../../../pdf/index.js';
import type { RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';
import type { Difference } from './rule.js';

export type Signed = 'signature' | 'timestamp' | 'empty';

/**
 * The field, if the difference is a signature field, or its widget on a page, that is new or was empty before, and has no
 * action; null otherwise.
 */
export function newSignatureField({ pair, before, after }: Difference): { signed: Signed; field: FormField } | null {
  if (before !== null || !(after instanceof PdfDict)) return null;
  const field = pair.after.fieldOf(after);
  if (field?.type !== 'Sig' || ![after, field.dict].every(dict => isPlain(pair.after, dict))) return null;
  const earlier = pair.before.fieldNamed(field.name);
  if (earlier && (earlier.type !== 'Sig' || pair.before.revision.resolve(earlier.value) !== null)) return null;
  // beside one that is still there, it evades its lock and its requirements (12.7.4.2, 12.7.5.5)
  if (earlier && pair.after.isShared(field.name)) return null;
  if (hasOldKids(pair, after) || hasOldKids(pair, field.dict)) return null;
  const signed = signedAs(pair.after, field.value);
  return signed && { signed, field };
}

/** Whether a new signature field has a place on a page: what it hides there is examined. */
export function isPlaced(difference: Difference): boolean {
  const { revision } = difference.pair.after;
  const widgets = newSignatureField(difference)?.field.widgets ?? [];
  return widgets.some(({ dict }) => area(boxOf(revision, dict.get('Rect')) ?? EVERYWHERE) > 0);
}

/** Fields that existed would get another parent, and with it another name. */
const hasOldKids = ({ before, after }: RevisionPair, dict: PdfDict): boolean =>
  (after.revision.getArray(dict, 'Kids')?.items ?? []).some(
    kid => kid instanceof PdfRef && before.revision.resolve(kid) !== null,
  );

/** Actions and associated files. */
const NOT_ADDED = ['A', 'AA', 'PA', 'AF'];

/** A field or its widget, not another annotation or field, which may contain a file or show a text of its own. */
const isPlain = ({ revision }: Snapshot, dict: PdfDict): boolean =>
  (!dict.has('Subtype') || revision.getName(dict, 'Subtype') === 'Widget') &&
  (!dict.has('FT') || revision.getName(dict, 'FT') === 'Sig') &&
  !NOT_ADDED.some(key => dict.has(key));

function signedAs(snapshot: Snapshot, value: PdfObject): Signed | null {
  const signature = snapshot.revision.resolve(value);
  if (signature === null) return 'empty';
  if (!isSignature(signature)) return null;
  return isTimestampValue(snapshot, value) ? 'timestamp' : 'signature';
}

const isSignature = (value: PdfObject): boolean =>
  value instanceof PdfDict && value.has('ByteRange') && value.has('Contents');

/** 12.8.5: by /SubFilter, as some writers omit /Type DocTimeStamp. */
export function isTimestampValue(snapshot: Snapshot, value: PdfObject): boolean {
  const dict = dictOf(snapshot.revision.resolve(value));
  return isSignature(dict) && isName(dict!.get('SubFilter'), 'ETSI.RFC3161');
}

/** The value of an empty signature field was set to a signature. */
export function isSigning({ before, after, owners, pair }: Difference): boolean {
  const field = owners?.after ? pair.after.fieldOf(owners.after) : null;
  return before === null && isSignature(after) && (field?.type ?? null) === 'Sig';
}

/** The field is a signature field that is signed in this revision. */
export function isBeingSigned({ pair, context }: Difference): boolean {
  if (context.field === null) return false;
  const before = pair.before.fieldNamed(context.field);
  const after = pair.after.fieldNamed(context.field);
  if (before?.type !== 'Sig' || after?.type !== 'Sig') return false;
  return pair.before.revision.resolve(before.value) === null && isSignature(pair.after.revision.resolve(after.value));
}
