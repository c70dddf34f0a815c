/** Whether operations can be carried out at all, before a PDF is read. */
import { DocconvError } from '../../errors.js';
import type { Operation } from '../operation-types.js';

/** Throws OPTION_INVALID. */
export function checkOperations(operations: readonly Operation[]): void {
  const kinds = operations.map(({ kind }) => kind);
  const isOnly = (kind: Operation['kind'], at: number) => kinds.every((each, i) => each !== kind || i === at);
  if (!isOnly('split', 0) || !isOnly('encrypt', kinds.length - 1)) {
    throw new DocconvError('OPTION_INVALID.operation-order');
  }
  if (kinds.includes('facturx') && kinds.includes('encrypt'))
    throw new DocconvError('OPTION_INVALID.pdfa-with-password');
  for (const operation of operations) {
    const name = faultOf(operation);
    if (name !== null) throw invalid(operation, name);
  }
}

const RANGE = /^\d{1,6}(-\d{0,6})?(,\d{1,6}(-\d{0,6})?)*$/;

/** Name of a member with a value that the operation does not permit; null: there is none. */
function faultOf(operation: Operation): string | null {
  if ('pages' in operation && operation.pages !== undefined && !RANGE.test(operation.pages)) return 'pages';
  switch (operation.kind) {
    case 'split':
      if ('every' in operation) return isWithin(operation.every, 1, 1_000_000) ? null : 'every';
      return RANGE.test(operation.ranges) ? null : 'ranges';
    case 'rotate':
      return [90, 180, 270].includes(operation.angle) ? null : 'angle';
    case 'optimize':
      return isWithin(operation.quality ?? 100, 1, 100) ? null : 'quality';
    case 'encrypt':
      return faultOfPasswords(operation);
    case 'attach':
      return operation.files.every(({ name }) => name !== '') ? null : 'name';
    case 'stamp':
    case 'watermark':
      if (!isWithin(operation.opacity ?? 100, 1, 100)) return 'opacity';
      return isWithin(operation.scale ?? 100, 1, 1000) ? null : 'scale';
    default:
      return null;
  }
}

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** ISO 32000-2, 7.6.4.3.3: AES-256 uses the first 127 bytes of a password. */
const MAX_PASSWORD = 127;

function faultOfPasswords({ userPassword, ownerPassword, allow }: Operation & { kind: 'encrypt' }): string | null {
  const isLong = (password = '') => Buffer.byteLength(password) > MAX_PASSWORD;
  if ((!userPassword && !ownerPassword) || isLong(userPassword)) return 'userPassword';
  return isLong(ownerPassword) || (allow !== undefined && !ownerPassword) ? 'ownerPassword' : null;
}

function invalid({ kind }: Operation, name: string): DocconvError {
  return new DocconvError('OPTION_INVALID.operation-value', { operation: kind, name }, { detail: { option: name } });
}
