/** Why a list is refused. */
import { DocconvError } from '../../errors.js';
import { singleLine } from '../../system/text.js';

const REASONS = {
  TOO_LARGE: 'it is larger than 20 MB',
  TOO_COMPLEX:
    'it nests too deep, or it has too many elements in one part, attributes of one element, names or identifiers',
  NOT_XML: 'it is not well-formed XML',
  ENCODING: 'it is not XML 1.0 in UTF-8',
  DOCTYPE: 'it has a DOCTYPE',
  INSTRUCTION: 'it has a processing instruction',
  NOT_A_LIST: 'it is not a trusted list',

  NO_SIGNATURE: 'it is not signed',
  SEVERAL_SIGNATURES: 'it has more than one signature',
  SIGNATURE_MISPLACED: 'its signature is not directly in the root element',
  SIGNATURE_STRUCTURE: 'its signature has unexpected or missing elements',
  CANONICALIZATION: 'its signature uses a canonicalisation that is not permitted',
  SIGNATURE_ALGORITHM: 'its signature uses an algorithm that is not permitted',
  DIGEST_ALGORITHM: 'its signature uses a digest that is not permitted',
  TRANSFORM: 'its signature uses a transform that is not permitted',
  REFERENCES: 'its signature does not cover the whole list and the signed properties, or it covers anything else',
  DUPLICATE_ID: 'two elements have the same identifier',
  COMMENT_IN_VALUE: 'a value is interrupted by a comment',
  DOCUMENT_CHANGED: 'it was changed after it was signed',
  PROPERTIES_CHANGED: 'the signed properties were changed after signing',
  NO_SIGNER: 'its signature does not contain exactly one readable certificate',
  WEAK_KEY: "its signer's key is too weak or of an unknown kind",
  SIGNER_DIFFERS: 'the signed properties name another certificate than that of the signature',
  SIGNING_TIME: "the signing time is missing or outside the validity of the signer's certificate",
  SIGNATURE_INVALID: 'its signature value is wrong',
  SIGNER_UNKNOWN: 'its signer is not among those who may sign it',

  STRUCTURE: 'required elements are missing, repeated or misplaced',
  VERSION: 'its version is not 3, 4, 5 or 6',
  SEQUENCE: 'it has no sequence number',
  TIME: 'it has an invalid date',
  HISTORY: 'the history of a service is not ordered from new to old',
  CERTIFICATE: 'it contains a certificate that cannot be decoded',

  NOT_LIST_OF_LISTS: 'it is not a list of trusted lists',
  ANCHOR_OUTDATED:
    'it does not name the publication in the Official Journal that docconv knows; a newer one has replaced it. A newer docconv may know it; or add its certificates with: docconv trust anchor add',
  TOO_MANY_PIVOTS: 'it names more than 20 pivots',
  PIVOT_MISSING: 'a pivot cannot be read',

  TERRITORY: 'it is the list of another territory',
  ROLLBACK: 'it is older than the list that is loaded',
  SHRUNK: 'it has lost more than 20 % of the list that is loaded; if that is known to be right, use --accept-shrink',
} as const;

export type ListRefusal = keyof typeof REASONS;

/** LIST_INVALID with `detail.reason`. `where` names the element or value; it may be from a list or certificate of a stranger. */
export function refusal(reason: ListRefusal, where = '', cause?: unknown): DocconvError {
  const message = `The trusted list is refused: ${REASONS[reason]}${where && ` (${singleLine(where)})`}.`;
  return new DocconvError('LIST_INVALID', message, { detail: { reason }, ...(cause === undefined ? {} : { cause }) });
}
