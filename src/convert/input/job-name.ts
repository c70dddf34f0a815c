/** The name of a document in its job folder: LibreOffice prints it in page headers and resolves links against it. */
import { extname } from 'node:path';
import type { Format } from '../formats.js';

const MAX_LENGTH = 80;

/** The user's own base name, made harmless, with the extension of what the bytes really are. */
export function jobName(name: string | undefined, format: Format): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const stem = base.slice(0, base.length - extname(base).length);
  const harmless = stem.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^[.\- ]+/, '');
  return `${[...harmless].slice(0, MAX_LENGTH).join('') || 'document'}.${format.extensions[0]}`;
}
