/** Encodes the statements of a qualified certificate (EN 319 412-5). */
import { oid, printable, sequence } from './der.js';

export interface QcRow {
  /** Default: both true. */
  readonly compliance?: boolean;
  readonly sscd?: boolean;
  /** 1: signatures, 2: seals, 3: web sites; default: [1]. An empty list omits the statement. */
  readonly types?: readonly number[];
  /** Country codes. */
  readonly legislation?: readonly string[];
}

export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';

export const qcStatement = (n: number, ...info: Uint8Array[]): Uint8Array =>
  sequence(oid(`0.4.0.1862.1.${n}`), ...info);

export function qcStatements({ compliance = true, sscd = true, types = [1], legislation = [] }: QcRow): Uint8Array {
  return sequence(
    ...(compliance ? [qcStatement(1)] : []),
    ...(sscd ? [qcStatement(4)] : []),
    ...(types.length ? [qcStatement(6, sequence(...types.map(n => oid(`0.4.0.1862.1.6.${n}`))))] : []),
    ...(legislation.length ? [qcStatement(7, sequence(...legislation.map(printable)))] : []),
  );
}
