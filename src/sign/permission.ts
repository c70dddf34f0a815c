/** Whether the signatures that are there let another one follow: making it anyway would break them. */
import { DocconvError } from '../errors.js';
import {
  dictOf,
  type PdfDict,
  type PdfRevision,
  PdfString,
  permissions,
  signatureFields,
  textOf,
} from '../pdf/index.js';

/** ISO 32000-2, Table 257: after a certification with P = 1 nobody may sign. */
export function refuseWhereCertified(revision: PdfRevision): void {
  const certification = dictOf(revision.resolve(permissions(revision).docMDP));
  const limits = transforms(revision, certification, 'DocMDP');
  if (limits.every(parameters => revision.getNumber(parameters, 'P') !== 1)) return;
  throw new DocconvError(
    'NOT_PERMITTED',
    'This PDF was certified so that nothing may be added: signing would break it.',
  );
}

/** 12.8.2.4: a signature can lock fields, also those that do not exist yet. */
export function refuseWhereLocked(revision: PdfRevision, field: string): void {
  const locks = signatureFields(revision).flatMap(({ signature }) => transforms(revision, signature, 'FieldMDP'));
  if (!locks.some(lock => isLocked(revision, lock, field))) return;
  const message = `An earlier signature locks the field ${field}: signing there would break it. Name another with --field.`;
  throw new DocconvError('NOT_PERMITTED', message);
}

function isLocked(revision: PdfRevision, lock: PdfDict, field: string): boolean {
  const items = revision.getArray(lock, 'Fields')?.items ?? [];
  const names = items.map(item => revision.resolve(item)).filter(item => item instanceof PdfString);
  const isNamed = names.map(name => textOf(name.bytes)).some(name => field === name || field.startsWith(`${name}.`));
  const action = revision.getName(lock, 'Action');
  return action === 'All' || (action === 'Include' && isNamed) || (action === 'Exclude' && !isNamed);
}

/** The parameters of a signature's transforms of one kind (12.8.2.1). */
function transforms(revision: PdfRevision, signature: PdfDict | null, method: string): PdfDict[] {
  return (revision.getArray(signature, 'Reference')?.items ?? []).flatMap(item => {
    const reference = dictOf(revision.resolve(item));
    const parameters = revision.getDict(reference, 'TransformParams');
    return parameters && revision.getName(reference, 'TransformMethod') === method ? [parameters] : [];
  });
}
