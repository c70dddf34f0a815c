/** The header (ISO 32000-2, 7.5.2): '%PDF-1.n', wherever it stands in the first 1024 bytes. */
import { DocconvError } from '../../errors.js';
import type { NoteBook } from '../notes.js';
import { latin1 } from '../syntax/chars.js';
import type { RandomAccess } from '../types.js';

const REACH = 1024;

export interface Header {
  /** '' when it is not readable. */
  readonly version: string;
  readonly offset: number;
}

/** Throws EMPTY_FILE, NOT_A_PDF. */
export function readHeader(source: RandomAccess, notes: NoteBook): Header {
  if (source.size === 0) throw new DocconvError('EMPTY_FILE', 'The file is empty.');
  const start = latin1(source.read(0, REACH));
  const offset = start.indexOf('%PDF-');
  if (offset < 0) throw new DocconvError('NOT_A_PDF', 'This is not a PDF: it does not begin with %PDF.');
  if (offset > 0) notes.add('junk-before-header', `${offset} bytes stand before the header.`);
  const version = /^%PDF-(\d\.\d)(?=[\s%]|$)/.exec(start.slice(offset))?.[1] ?? '';
  if (version === '') notes.add('header-malformed', 'The header does not state a version.');
  return { version, offset };
}
