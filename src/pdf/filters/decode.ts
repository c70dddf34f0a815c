/** Decodes streams (ISO 32000-2, 7.4) within the document's budget. Image filters are not decoded. */
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { ownValue } from '../../system/collections.js';
import type { Budget } from '../budget.js';
import { dictOf, PdfArray, PdfDict, PdfName, type PdfObject, type Resolve } from '../syntax/objects.js';
import type { Decoded, DecodedStream } from '../types.js';
import { decodeLzw } from './lzw.js';
import { type Parameters, undoPredictor } from './predictor.js';
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from './simple-filters.js';

type Filter = (bytes: Uint8Array, limit: number, parameters: Parameters) => Decoded;

const MAX_STREAM_BYTES = 64 << 20;
/** Longer filter chains occur only in attacks. */
const MAX_FILTERS = 16;

const FILTERS: Readonly<Record<string, Filter>> = {
  FlateDecode: (bytes, limit, parameters) => undoPredictor(inflate(bytes, limit), parameters),
  LZWDecode: (bytes, limit, parameters) =>
    undoPredictor(decodeLzw(bytes, limit, parameters('EarlyChange', 1) !== 0), parameters),
  ASCIIHexDecode: decodeAsciiHex,
  ASCII85Decode: decodeAscii85,
  RunLengthDecode: decodeRunLength,
  // Streams are decrypted before they are decoded.
  Crypt: bytes => ({ bytes, damaged: false }),
};

/** Abbreviations for inline images (8.9.7) that some writers use in streams, too. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  RL: 'RunLengthDecode',
};

export function decodeBytes(raw: Uint8Array, dict: PdfDict, resolve: Resolve, budget: Budget): DecodedStream {
  const names = filterNames(dict, resolve);
  const parameters = listOf(resolve(dict.get('DecodeParms') ?? dict.get('DP')), resolve);
  if (names.length > MAX_FILTERS) return { bytes: new Uint8Array(0), pending: null, damaged: true };
  let bytes = raw;
  let damaged = false;
  for (const [i, name] of names.entries()) {
    const filter = ownValue(FILTERS, name);
    if (!filter) return { bytes, pending: name, damaged };
    if (bytes.length === 0) continue; // of nothing, as writers store it: without a header or an end of data
    const decoded = filter(bytes, MAX_STREAM_BYTES, numbersOf(dictOf(parameters[i]), resolve));
    budget.spendDecoded(decoded.bytes.length);
    bytes = decoded.bytes;
    damaged ||= decoded.damaged;
  }
  return { bytes, pending: null, damaged };
}

/** The filters in order, abbreviations expanded; '?' for a value that is not a name. */
function filterNames(dict: PdfDict, resolve: Resolve): string[] {
  const listed = listOf(resolve(dict.get('Filter') ?? dict.get('F')), resolve);
  return listed.map(value => (value instanceof PdfName ? (ownValue(ABBREVIATIONS, value.name) ?? value.name) : '?'));
}

function listOf(value: PdfObject, resolve: Resolve): PdfObject[] {
  if (value instanceof PdfArray) return value.items.map(resolve);
  return value instanceof PdfName || value instanceof PdfDict ? [value] : [];
}

function numbersOf(dict: PdfDict | null, resolve: Resolve): Parameters {
  return (key, fallback) => {
    const value = resolve(dict?.get(key));
    return typeof value === 'number' ? value : fallback;
  };
}

/** Tolerates, as other readers do, data that ends early and a wrong checksum or header; the result is `damaged`. */
function inflate(bytes: Uint8Array, limit: number): Decoded {
  const bounds = { maxOutputLength: limit };
  try {
    return { bytes: inflateSync(bytes, bounds), damaged: false };
  } catch {
    return damagedInflate(bytes, { ...bounds, finishFlush: constants.Z_SYNC_FLUSH });
  }
}

function damagedInflate(bytes: Uint8Array, options: { maxOutputLength: number; finishFlush: number }): Decoded {
  for (const attempt of [() => inflateSync(bytes, options), () => inflateRawSync(bytes.subarray(2), options)]) {
    try {
      return { bytes: attempt(), damaged: true };
    } catch {
      // Try the next, more tolerant way.
    }
  }
  return { bytes: new Uint8Array(0), damaged: true };
}
