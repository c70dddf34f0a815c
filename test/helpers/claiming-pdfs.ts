/** PDFs of the corpus that claim PDF/A. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Level } from '../../src/convert/output/pdfa/rule.js';

export interface NamedPdf {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MAX_BYTES = 1_000_000;
const LEVELS: readonly Level[] = ['1b', '2b', '3b'];

export function claimingPdfs(corpus: string): NamedPdf[] {
  const names = readdirSync(corpus).filter(
    name => name.endsWith('.pdf') && statSync(join(corpus, name)).size < MAX_BYTES,
  );
  const all = names.map(name => ({ name, bytes: readFileSync(join(corpus, name)) }));
  return all.filter(({ bytes }) => claimOf(bytes) !== null);
}

/** Null: none, or one that cannot be read without a password. */
export function claimOf(pdf: Uint8Array): Level | null {
  const text = Buffer.from(pdf).toString('latin1');
  const part = /pdfaid:part(?:>|=["'])\s*(\d)/.exec(text)?.[1];
  return LEVELS.find(level => level.startsWith(part ?? '-')) ?? null;
}
