/** What a signature and those before it permit afterwards (ISO 32000-2, 12.8.2.2, 12.8.2.4 and 12.7.5.5). */
import {
  PdfDict,
  type PdfRevision,
  PdfString,
  permissions,
  type SignatureField,
  signatureFields,
  textOf,
} from '../pdf/index.js';

export interface Limits {
  /** /P of DocMDP or of a lock; null = no certification, no such lock. */
  readonly level: 1 | 2 | 3 | null;
  readonly certified: boolean;
  isLocked(field: string): boolean;
}

/** As they stand in the signed revision: later ones cannot loosen them. */
export function limitsAt(revision: PdfRevision): Limits {
  const fields = signatureFields(revision);
  const certification = certificationIn(revision, fields);
  const locks = fields.flatMap(field => locksOf(revision, field));
  const levels = [certification, ...locks.map(lock => lock.level)].filter(level => level !== null);
  return {
    level: levels.length > 0 ? (Math.min(...levels) as 1 | 2 | 3) : null,
    certified: certification !== null,
    isLocked: name => locks.some(lock => lock.covers(name)),
  };
}

/** 12.8.6: only the signature that /Perms /DocMDP names certifies. */
function certificationIn(revision: PdfRevision, fields: readonly SignatureField[]): 1 | 2 | 3 | null {
  const { docMDP } = permissions(revision);
  const signature = fields.find(field => docMDP !== null && field.signatureRef?.num === docMDP.num)?.signature;
  const parameters = signature ? transforms(revision, signature, 'DocMDP')[0] : undefined;
  return parameters === undefined ? null : levelOf(revision.getNumber(parameters, 'P') ?? 2);
}

/** A value that the standard does not know permits nothing more than the strictest that it knows. */
const levelOf = (value: number): 1 | 2 | 3 => (value === 2 || value === 3 ? value : 1);

function transforms(revision: PdfRevision, signature: PdfDict, method: string): (PdfDict | null)[] {
  const references = revision.getArray(signature, 'Reference')?.items ?? [];
  return references
    .map(item => revision.resolve(item))
    .filter((item): item is PdfDict => item instanceof PdfDict && revision.getName(item, 'TransformMethod') === method)
    .map(item => revision.getDict(item, 'TransformParams'));
}

interface Lock {
  readonly level: 1 | 2 | 3 | null;
  covers(field: string): boolean;
}

/** The FieldMDP transforms of a signed field, and its own /Lock. */
function locksOf(revision: PdfRevision, field: SignatureField): Lock[] {
  const lock = revision.getDict(field.dict, 'Lock');
  const parameters = field.signature ? transforms(revision, field.signature, 'FieldMDP') : [];
  return [...parameters, lock].filter(found => found !== null).map(found => lockFrom(revision, found));
}

function lockFrom(revision: PdfRevision, parameters: PdfDict): Lock {
  const action = revision.getName(parameters, 'Action');
  const listed = (revision.getArray(parameters, 'Fields')?.items ?? [])
    .map(item => revision.resolve(item))
    .filter(item => item instanceof PdfString)
    .map(item => textOf(item.bytes));
  const level = revision.getNumber(parameters, 'P');
  const named = (field: string): boolean => listed.some(name => field === name || field.startsWith(`${name}.`));
  return {
    level: level === null ? null : levelOf(level),
    covers: field => action === 'All' || (action === 'Exclude' ? !named(field) : named(field)),
  };
}
