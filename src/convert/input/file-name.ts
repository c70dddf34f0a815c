/** The file name of a document in the worker. */
import { extname } from 'node:path';
import { firstBytes } from '../../system/files/long-names.js';
import type { Format } from '../formats.js';

/** Bytes: file systems allow 255, and the PDF beside the document has another extension. */
const MAX_STEM = 200;

/** Of file systems, URLs and shells, or invisible; joiners belong to the spelling of words. */
const UNSAFE = /[/\\:*?"<>|%#$`]|(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * LibreOffice prints it in headers and in fields. It is the user's own base name without unsafe characters, with the
 * extension of the recognised format.
 */
export function inputFileName(name: string | undefined, format: Format): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const stem = base.slice(0, base.length - extname(base).length);
  const safe = stem.replace(UNSAFE, '_').replace(/^[.\- ]+/, '');
  return `${firstBytes(safe, MAX_STEM) || 'document'}.${format.extensions[0]}`;
}
