/** Tables 1 to 3 of ETSI TS 119 615 (4.4): qualified for signatures, seals or web sites? In closed form. */
import { QC_TYPE } from '../../pki/index.js';
import type { QcFacts } from './facts.js';
import { PURPOSE_OF_CERTIFICATE } from './vocabulary.js';

export type Purpose = keyof typeof QC_TYPE;

export const PURPOSES = Object.keys(QC_TYPE) as Purpose[];

export type Status = 'qualified' | 'not-qualified' | 'indeterminate';

/** The row is what the certificate states; `qualifiers` is the column: those of the list that apply to it. */
export function tableCell(
  purpose: Purpose,
  { compliance, types }: Pick<QcFacts, 'compliance' | 'types'>,
  qualifiers: ReadonlySet<string>,
): Status {
  if (qualifiers.has('NotQualified')) return 'not-qualified';
  const listed = qualifiers.has('QCStatement');
  if (!compliance && !listed) return 'not-qualified';
  return qualifiers.has(PURPOSE_OF_CERTIFICATE[purpose]) ? 'qualified' : byType(purpose, compliance, types);
}

function byType(purpose: Purpose, compliance: boolean, types: readonly string[]): Status {
  const known = Object.values(QC_TYPE).filter(type => types.includes(type));
  if (known.length === 0) return withoutType(purpose, compliance);
  if (!known.includes(QC_TYPE[purpose])) return 'not-qualified';
  return known.length === 1 ? 'qualified' : 'indeterminate';
}

/** Before QcType existed, every qualified certificate was for signatures. */
function withoutType(purpose: Purpose, compliance: boolean): Status {
  if (!compliance) return 'indeterminate';
  return purpose === 'eSig' ? 'qualified' : 'not-qualified';
}
