/** New signature fields, and empty ones that are signed. */
import { dictOf, type FormField, isName, PdfDict, type PdfObject } from '../../../pdf/index.js';
import type { Snapshot } from '../snapshot.js';
import type { Difference } from './rule.js';

export type Signed = 'signature' | 'timestamp' | 'empty';

/**
 * The difference is a signature field, or its widget on a page, that is new or was empty before; null when it is anything
 * else, or brings an action with it.
 */
export function newSignatureField({ pair, before, after }: Difference): { signed: Signed; field: FormField } | null {
  if (before !== null || !(after instanceof PdfDict)) return null;
  const field = pair.after.fieldOf(after);
  if (field?.type !== 'Sig' || hasAction(after) || hasAction(field.dict)) return null;
  const earlier = pair.before.fieldNamed(field.name);
  if (earlier && (earlier.type !== 'Sig' || pair.before.revision.resolve(earlier.value) !== null)) return null;
  const signed = signedAs(pair.after, field.value);
  return signed && { signed, field };
}

const hasAction = (dict: PdfDict): boolean => dict.has('A') || dict.has('AA');

function signedAs(snapshot: Snapshot, value: PdfObject): Signed | null {
  const signature = snapshot.revision.resolve(value);
  if (signature === null) return 'empty';
  if (!isSignature(signature)) return null;
  return isTimestampValue(snapshot, value) ? 'timestamp' : 'signature';
}

const isSignature = (value: PdfObject): boolean =>
  value instanceof PdfDict && value.has('ByteRange') && value.has('Contents');

/** 12.8.5: /Type DocTimeStamp, or left out with the encoding of one. */
export function isTimestampValue(snapshot: Snapshot, value: PdfObject): boolean {
  const dict = dictOf(snapshot.revision.resolve(value));
  return isSignature(dict) && isName(dict!.get('SubFilter'), 'ETSI.RFC3161');
}

/** A signature field whose value was empty and now is a signature. */
export function isUnsigned({ before, after, holder, pair }: Difference): boolean {
  const field = holder?.after ? pair.after.fieldOf(holder.after) : null;
  return before === null && isSignature(after) && (field?.type ?? null) === 'Sig';
}

/** The field is a signature field that gets its signature in this very revision. */
export function isBeingSigned({ pair, place }: Difference): boolean {
  if (place.field === null) return false;
  const before = pair.before.fieldNamed(place.field);
  const after = pair.after.fieldNamed(place.field);
  if (before?.type !== 'Sig' || after?.type !== 'Sig') return false;
  return pair.before.revision.resolve(before.value) === null && isSignature(pair.after.revision.resolve(after.value));
}
