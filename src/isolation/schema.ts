/**
 * Reads values of a message from a worker, which may be under an attacker's control: every function throws a
 * ProtocolError for a value that it does not expect, and none copies a value of unknown size.
 */
import { isObject } from '../system/formats/json.js';
import { removeUnsafe } from '../text.js';

/** The worker sent what the protocol does not allow. The message is for the log. */
export class ProtocolError extends Error {}

/** An object with any properties. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new ProtocolError('not an object');
  return value;
}

/** An object with exactly these properties. */
export function readObject<Name extends string>(value: unknown, names: readonly Name[]): Record<Name, unknown> {
  const record = readRecord(value);
  if (Object.keys(record).length !== names.length || !names.every(name => Object.hasOwn(record, name)))
    throw new ProtocolError('an object with other properties than expected');
  return record as Record<Name, unknown>;
}

/** A list of at most `max` items. */
export function readList(value: unknown, max: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > max) throw new ProtocolError(`not a list of at most ${max} items`);
  return value;
}

/** Cut at `max` characters; one line, without characters that control a terminal or reorder text. */
export function readText(value: unknown, max: number): string {
  if (typeof value !== 'string') throw new ProtocolError('not a string');
  return removeUnsafe(value.slice(0, max));
}

/** As readText(), but line feeds stay: for the log. */
export function readLines(value: unknown, max: number): string {
  if (typeof value !== 'string') throw new ProtocolError('not a string');
  return value.slice(0, max).split('\n').map(removeUnsafe).join('\n');
}

/** One of the strings in `known`. */
export function readName<Name extends string>(value: unknown, known: { has(name: Name): boolean }): Name {
  if (typeof value !== 'string' || !known.has(value as Name)) throw new ProtocolError('not a known name');
  return value as Name;
}

/** A whole number from 0 to `max`. */
export function readCount(value: unknown, max: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > max)
    throw new ProtocolError(`not a number from 0 to ${max}`);
  return value as number;
}
