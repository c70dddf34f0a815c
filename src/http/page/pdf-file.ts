/** Whether a file is a PDF, by its content. */
import { message } from '../../messages/index.js';
import { Problem } from './client.js';

/** The header may follow other bytes (ISO 32000-2, 7.5.2, as tolerated by PDF readers). */
const SEARCHED = 1024;
/** A ZIP archive, which documents of today are; a compound file (MS-CFB), which those of before 2007 are; or RTF. */
const OFFICE = ['PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '{\\rtf'];

/** Rejects with a Problem for a file that is a PDF by its name only. */
export async function isPdf(file: File): Promise<boolean> {
  const start = new TextDecoder('latin1').decode(await startOf(file));
  if (start.includes('%PDF-')) return true;
  if (!/\.pdf$/i.test(file.name)) return false;
  if (start === '') throw new Problem({ detail: message('page.not-pdf.empty') });
  if (OFFICE.some(bytes => start.startsWith(bytes))) throw new Problem({ detail: message('page.not-pdf.office') });
  throw new Problem({ detail: message(/^\s*</.test(start) ? 'page.not-pdf.web-page' : 'page.not-pdf') });
}

function startOf(file: File): Promise<ArrayBuffer> {
  return file
    .slice(0, SEARCHED)
    .arrayBuffer()
    .catch(() => {
      throw new Problem({ detail: 'The file cannot be read. It may be a folder, or it was moved or deleted.' });
    });
}
