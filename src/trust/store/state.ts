/** What a generation is made of: stored in its index and, for updates and for people, in its state.json. */
import { DocconvError } from '../../errors.js';
import { isObject } from '../../system/formats/json.js';
import type { Unreadable } from '../lists/model.js';

export interface GenerationState {
  /** Its `services` are the lists that it names. */
  readonly listOfLists: ListState;
  /** The pivots that lead to it, newest first. */
  readonly pivots: readonly PivotState[];
  /** Sorted by territory. */
  readonly lists: readonly ListState[];
}

export interface PivotState {
  readonly url: string;
  readonly sha256: string;
}

/** A list as it was last accepted. */
export interface ListState {
  readonly territory: string;
  readonly url: string;
  readonly sequence: number;
  readonly issued: Date;
  /** Null: the list is closed. */
  readonly nextUpdate: Date | null;
  /** Of the file and of the certificate that signed it, hexadecimal. */
  readonly sha256: string;
  readonly signer: string;
  readonly signerName: string;
  /** See ListFacts. */
  readonly signerUntil: Date | null;
  readonly fetched: Date;
  /** Of the answer, for If-None-Match. */
  readonly etag: string | null;
  readonly services: number;
  /** Listed certificates, without duplicates. */
  readonly certificates: number;
  readonly unreadable: readonly Unreadable[];
}

const DATES = ['issued', 'fetched'] as const;
const NUMBERS = ['sequence', 'services', 'certificates'] as const;
const TEXTS = ['territory', 'url', 'sha256', 'signer', 'signerName'] as const;

/** From parsed JSON. Throws STORE_DAMAGED. */
export function readGenerationState(value: unknown): GenerationState {
  const { listOfLists, pivots, lists } = objectOf(value);
  if (!Array.isArray(lists) || !Array.isArray(pivots)) throw damaged();
  return {
    listOfLists: readListState(listOfLists),
    pivots: pivots.map(readPivotState),
    lists: lists.map(readListState),
  };
}

function readPivotState(value: unknown): PivotState {
  const { url, sha256 } = objectOf(value);
  if (typeof url !== 'string' || typeof sha256 !== 'string') throw damaged();
  return { url, sha256 };
}

function readListState(value: unknown): ListState {
  const row = objectOf(value);
  const isComplete =
    NUMBERS.every(name => Number.isSafeInteger(row[name])) &&
    TEXTS.every(name => typeof row[name] === 'string') &&
    (row.etag === null || typeof row.etag === 'string');
  if (!isComplete) throw damaged();
  const { nextUpdate, signerUntil = null, unreadable = [] } = row; // earlier versions have no signerUntil and unreadable
  if (!Array.isArray(unreadable)) throw damaged();
  const optional = { nextUpdate: dateOrNull(nextUpdate), signerUntil: dateOrNull(signerUntil), unreadable };
  return {
    ...row,
    ...Object.fromEntries(DATES.map(name => [name, dateOf(row[name])])),
    ...optional,
  } as unknown as ListState;
}

const dateOrNull = (value: unknown): Date | null => (value === null ? null : dateOf(value));

function dateOf(value: unknown): Date {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) throw damaged();
  return date;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw damaged();
}

const damaged = () => new DocconvError('STORE_DAMAGED.description-of-lists');
