/** Signature references (ISO 32000-2, 12.8.2): what a signature permits afterwards. */
import { DocconvError } from '../../errors.js';
import {
  dict,
  entriesOf,
  type FormField,
  formFields,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfString,
  textString,
} from '../../pdf/index.js';
import { fieldNamed } from '../signature-field.js';

/** In the order of /P (table 257): what a certified document permits. */
export const CERTIFICATIONS = ['no-changes', 'fill', 'annotate'] as const;
export type Certification = (typeof CERTIFICATIONS)[number];

/** The fields that nobody can change after signing. Names are fully qualified; one of a group stands for its members. */
export type FieldLock = 'all' | { readonly only: readonly string[] } | { readonly except: readonly string[] };

/** 'all', 'only=A,B' or 'except=A,B'. Throws OPTION_INVALID. */
export function parseLock(text: string): FieldLock {
  if (text === 'all') return 'all';
  const [, kind, list] = /^(only|except)=(.+)$/su.exec(text) ?? [];
  const names = (list ?? '').split(',').map(name => name.trim());
  if (names.some(name => name === '')) throw new DocconvError('OPTION_INVALID.lock-value', { value: text });
  return kind === 'only' ? { only: names } : { except: names };
}

/** The entry /Reference; null: the signature restricts nothing. `own`: the /Lock of the field that is signed. */
export function references(
  revision: PdfRevision,
  certify: Certification | undefined,
  lock: FieldLock | undefined,
  own: PdfDict | null,
): PdfArray | null {
  if (own && lock) throw new DocconvError('OPTION_INVALID.lock-of-field');
  const parameters = own ? entriesOf(own, ['Action', 'Fields']) : lock && lockEntries(revision, lock);
  const all = [
    ...(certify ? [reference('DocMDP', { P: CERTIFICATIONS.indexOf(certify) + 1 })] : []),
    // table 256: the object whose changes are judged
    ...(parameters ? [reference('FieldMDP', parameters, { Data: revision.trailer.get('Root') ?? null })] : []),
  ];
  return all.length > 0 ? new PdfArray(all, null) : null;
}

/** The /Lock of a field (12.7.5.5), or null. One that is not complete locks different fields in different programs. */
export function lockOf(revision: PdfRevision, field: FormField): PdfDict | null {
  const lock = revision.get(field.dict, 'Lock');
  if (lock === null) return null;
  if (lock instanceof PdfDict && lock.duplicates.length === 0 && isComplete(revision, lock)) return lock;
  throw new DocconvError('NOT_PERMITTED.lock-unreadable', { field: field.name });
}

function isComplete(revision: PdfRevision, lock: PdfDict): boolean {
  const action = revision.getName(lock, 'Action');
  if (action !== 'Include' && action !== 'Exclude') return action === 'All';
  const names = revision.getArray(lock, 'Fields')?.items;
  return names?.every(name => revision.resolve(name) instanceof PdfString) ?? false;
}

function reference(
  method: 'DocMDP' | 'FieldMDP',
  parameters: Record<string, PdfObject>,
  data: Record<string, PdfObject> = {},
): PdfDict {
  return dict({
    Type: new PdfName('SigRef'),
    TransformMethod: new PdfName(method),
    ...data,
    TransformParams: dict({ Type: new PdfName('TransformParams'), V: new PdfName('1.2'), ...parameters }),
  });
}

function lockEntries(revision: PdfRevision, lock: FieldLock): Record<string, PdfObject> {
  if (lock === 'all') return { Action: new PdfName('All') };
  const { only, except }: { only?: readonly string[]; except?: readonly string[] } = lock;
  const [action, names] = only ? ['Include', only] : ['Exclude', except];
  // by a caller without types
  if (!Array.isArray(names) || names.length === 0 || (only && except))
    throw new DocconvError('OPTION_INVALID.lock-value', { value: JSON.stringify(lock) });
  const written = namesInDocument(revision, names);
  return { Action: new PdfName(action), Fields: new PdfArray(written.map(textString), null) };
}

/** As the document spells them. A misspelt name would lock nothing, or everything. */
function namesInDocument(revision: PdfRevision, names: readonly string[]): string[] {
  const all = new Set(formFields(revision).flatMap(({ name }) => withGroups(name)));
  const known = Array.from(all, name => ({ name }));
  return names.map(name => {
    const found = fieldNamed(known, name);
    if (!found) throw new DocconvError('OPTION_INVALID.lock-no-such-field', { name });
    return found.name;
  });
}

/** 'a.b.c': 'a', 'a.b' and itself. */
const withGroups = (name: string): string[] => name.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'));
