/** Operations as JSON: the bytes of attachments and stamps travel beside them. */
import { isObject } from '../../system/formats/json.js';
import type { Operation } from '../operation-types.js';

/** Each `Uint8Array` is the number of its blob. */
type Packed<Value> = Value extends Uint8Array
  ? { readonly blob: number }
  : Value extends object
    ? { [Key in keyof Value]: Packed<Value[Key]> }
    : Value;
export type PackedOperation = Packed<Operation>;

export function packOperations(operations: readonly Operation[]): {
  packed: readonly PackedOperation[];
  blobs: readonly Uint8Array[];
} {
  const blobs: Uint8Array[] = [];
  const pack = (bytes: unknown) => (bytes instanceof Uint8Array ? { blob: blobs.push(bytes) - 1 } : undefined);
  const packed = mapped(operations, pack);
  return { packed: packed as readonly PackedOperation[], blobs };
}

/** `used`: number of the blobs that belong to the operations. */
export function unpackOperations(
  packed: readonly PackedOperation[],
  blobs: readonly Uint8Array[],
): { operations: readonly Operation[]; used: number } {
  let used = 0;
  const unpack = (value: unknown) => {
    if (!isObject(value)) return undefined;
    used++;
    return blobs[(value as { blob: number }).blob];
  };
  const operations = mapped(packed, unpack);
  return { operations: operations as readonly Operation[], used };
}

/** The members whose values are bytes. Others may have any name: those of custom metadata are the caller's. */
const BYTES: ReadonlySet<string> = new Set(['bytes', 'image', 'pdf', 'xml']);

/** A copy in which `change` replaces the bytes for which it returns something. */
function mapped(value: unknown, change: (bytes: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(item => mapped(item, change));
  if (!isObject(value)) return value;
  const member = (key: string, item: unknown) => (BYTES.has(key) ? change(item) : undefined) ?? mapped(item, change);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, member(key, item)]));
}
