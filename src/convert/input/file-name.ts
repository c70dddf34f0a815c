/** The file name of a document in the worker. */
import { extname } from 'node:path';
import type { Format } from '../formats.js';

const MAX_NAME = 80;

/**
 * LibreOffice prints it in page headers. It is the user's own base name without unusual characters, with the extension of
 * the recognised format.
 */
export function inputFileName(name: string | undefined, format: Format): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const stem = base.slice(0, base.length - extname(base).length);
  const safe = stem.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^[.\- ]+/, '');
  return `${[...safe].slice(0, MAX_NAME).join('') || 'document'}.${format.extensions[0]}`;
}
