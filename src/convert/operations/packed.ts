/** Operations as JSON: the bytes of attachments and stamps travel beside them. */
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
  const pack = (bytes: Uint8Array) => ({ blob: blobs.push(bytes) - 1 });
  const packed = mapped(operations, value => (value instanceof Uint8Array ? pack(value) : undefined));
  return { packed: packed as readonly PackedOperation[], blobs };
}

/** `used`: number of the blobs that belong to the operations. */
export function unpackOperations(
  packed: readonly PackedOperation[],
  blobs: readonly Uint8Array[],
): { operations: readonly Operation[]; used: number } {
  let used = 0;
  const unpack = (value: object) => {
    if (!('blob' in value)) return undefined;
    used++;
    return blobs[value.blob as number];
  };
  const operations = mapped(packed, value => (isObject(value) ? unpack(value) : undefined));
  return { operations: operations as readonly Operation[], used };
}

/** A copy in which `change` replaces the values for which it returns something. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) return value.map(item => mapped(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, change)]));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
