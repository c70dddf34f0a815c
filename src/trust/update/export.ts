/**
 * The loaded lists in one file, for machines without a network: gzipped JSON with the lists as they were fetched. They are
 * verified again where they are imported.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { DocconvError } from '../../errors.js';
import { Generations } from '../store/generations.js';
import { readStoredLists } from './stored-lists.js';

const FORMAT = 'docconv trusted lists';
const VERSION = 1;
/** Bytes unpacked; the lists of 2026 take 37 MB. */
const MAX_UNPACKED = 256 * 1024 * 1024;

/** Rejects with FILE_NOT_FOUND when no lists are loaded, STORE_DAMAGED when one cannot be read. */
export async function exportLists(folder: string): Promise<Buffer> {
  const stored = readStoredLists(new Generations(folder));
  if (!stored) throw new DocconvError('FILE_NOT_FOUND.no-trusted-lists');
  const { listOfLists, pivots, lists } = stored.state;
  const rows = [listOfLists, ...pivots, ...lists].map(({ url, sha256 }) => {
    const bytes = stored.read(sha256);
    if (bytes) return [url, bytes.toString('base64')];
    throw new DocconvError('STORE_DAMAGED.list', { url });
  });
  const content = { format: FORMAT, version: VERSION, lotl: listOfLists.url, lists: Object.fromEntries(rows) };
  return promisify<string, Buffer>(gzip)(JSON.stringify(content));
}

/** The lists by URL, and the URL of the list of lists. Rejects with OPTION_INVALID for any other file. `name` is for messages. */
export async function readExport(bytes: Uint8Array, name: string) {
  try {
    const text = await promisify<Uint8Array, object, Buffer>(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED });
    const { format, version, lotl, lists } = JSON.parse(text.toString()) as Record<string, unknown>;
    if (format !== FORMAT || version !== VERSION || typeof lotl !== 'string') throw new Error('other format');
    const rows = Object.entries(lists as Record<string, string>);
    return { lotl, lists: new Map(rows.map(([url, base64]) => [url, Buffer.from(base64, 'base64')])) };
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.not-an-export', { name }, { cause });
  }
}
