/** Translates what judge.py prints about a signature. */
import { type Opinion, pathOf, timeOf } from './opinion.js';

export interface PyhankoSignature {
  readonly field: string;
  readonly kind: string;
  /** Absent: pyHanko refuses to validate the signature. */
  readonly intact?: boolean;
  readonly valid?: boolean;
  readonly coverage?: string;
  /** The class of the later changes. */
  readonly modifications?: string | null;
  readonly docmdp?: boolean | null;
  readonly claimed?: string | null;
  /** Of a document timestamp, or of a signature timestamp that counts. */
  readonly proven?: string | null;
  /** By EN 319 102-1; absent for document timestamps. */
  readonly indication?: string;
  readonly subIndication?: string;
}

export function opinionOfPyhanko(signature: PyhankoSignature): Opinion {
  const { field, intact, valid, proven, claimed } = signature;
  if (intact === undefined) return { field, answers: { changes: 'forbidden' } };
  return {
    field,
    answers: {
      integrity: intact && valid ? 'intact' : 'broken',
      time: timeOf(proven ?? null, claimed ?? null),
      path: pathOfPyhanko(signature),
      changes: changesOfPyhanko(signature),
    },
  };
}

const pathOfPyhanko = ({ indication, subIndication }: PyhankoSignature): string | null =>
  indication === 'PASSED' ? 'passed' : pathOf(subIndication ?? null);

const COVERED = ['ENTIRE_FILE', 'ENTIRE_REVISION'];

function changesOfPyhanko({ kind, coverage, modifications, docmdp }: PyhankoSignature): string {
  if (!COVERED.includes(coverage!)) return 'forbidden';
  const permitted = kind === '/DocTimeStamp' ? modifications !== 'OTHER' : docmdp;
  return permitted ? 'permitted' : 'forbidden';
}
