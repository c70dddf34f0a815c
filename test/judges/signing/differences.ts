/** Where a judge says something else about what docconv signs, and why docconv is right, or both may be. */
import type { Comparison } from '../compare.js';
import type { JudgeName } from '../disagreements.js';
import type { Case } from './matrix.js';

export interface Difference extends Comparison {
  readonly judge: JudgeName;
  readonly isIn: (one: Case) => boolean;
  readonly reason: string;
}

export const DIFFERENCES: readonly Difference[] = [
  {
    judge: 'dss',
    kind: 'time',
    docconv: 'timestamp',
    says: 'claimed',
    isIn: ({ level, state }) => level === 'T' || (level === 'B' && state === 'certified'),
    reason:
      'At level T the file has no revocation data for the time-stamping authority. The timestamp of docconv is intact and trusted; DSS passes one only with that data. EN 319 102-1 leaves it to the policy.',
  },
  {
    judge: 'pyhanko',
    kind: 'changes',
    docconv: 'permitted',
    says: 'forbidden',
    isIn: ({ state, visible }) => state === 'certified' && visible === 'yes',
    reason:
      'A certification with P=2 permits signing (ISO 32000-2, 12.8.2.2.2, table 257), visibly or not; by default pyHanko is stricter (allow_new_visible_after_certify).',
  },
];

const plain = (answer: string): string => answer.split(' ')[0]!;

export const differenceFor = (judge: JudgeName, one: Case, { kind, docconv, says }: Comparison) =>
  DIFFERENCES.find(
    row =>
      row.judge === judge &&
      row.kind === kind &&
      row.docconv === plain(docconv) &&
      row.says === plain(says) &&
      row.isIn(one),
  );

export const VALID = 'Signature is Valid.';

/** What pdfsig may say of each signature: newer releases can do more. */
export function saidByPdfsig({ key, level, state }: Case): string[][] {
  const limits: Partial<Record<Case['key'], string>> = {
    // NSS has no Ed25519, and takes no keys of the type id-RSASSA-PSS (RFC 4055)
    Ed25519: "Document isn't signed or corrupted data.",
    'RSASSA-PSS': 'Signature is Invalid.',
  };
  const limit = limits[key];
  return [
    ...(state === 'signed' || state === 'certified' ? [[VALID]] : []),
    [VALID, ...(limit === undefined ? [] : [limit])],
    // poppler 22 does not verify document timestamps
    ...(level === 'LTA' ? [[VALID, 'Signature has not yet been verified.']] : []),
  ];
}
