/** The manifest of the real lists, which do not belong to this repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ListRecord {
  readonly file: string;
  readonly url: string;
  readonly kind: 'tl' | 'lotl' | 'pivot' | 'mra' | 'broken';
  readonly territory: string | null;
  readonly sequence: number | null;
  readonly version: number | null;
  readonly issued: string | null;
  readonly nextUpdate: string | null;
  readonly signerSha256: string | null;
  readonly providers: number | null;
  readonly services: number | null;
  readonly historyEntries: number | null;
  readonly caQc: number | null;
  readonly pointers: number | null;
  readonly strictSignature: 'accept' | 'refuse' | 'choice';
}

export interface AnchorRecord {
  readonly file: string;
  readonly set: string;
  readonly sha256: string;
}

export function readManifest(folder: string): { lists: ListRecord[]; anchors: AnchorRecord[] } {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { lists: read('trust-lists.json'), anchors: read('anchors.json') };
}
