/** PDFs as the PDF/A and PDF/UA that a form asks for. */
import { extname } from 'node:path';
import type { Operation } from '../../convert/index.js';
import { outputName } from '../work/output-name.js';
import { type Formats, needsFormats } from './form/pdf-fields.js';
import type { FormFile } from './form/received.js';
import type { FormRequest } from './form/requests.js';
import { joinClaiming } from './joining.js';
import { originsOf, type Piece } from './piece.js';
import type { Steps } from './steps.js';

export const isPdfNamed = ({ name }: Pick<Piece, 'name'>): boolean => extname(name).toLowerCase() === '.pdf';

/** @param keepsExtension "letter.docx.pdf" and "letter.pdf.pdf", as in archives */
export async function pdfOf(
  steps: Steps,
  file: FormFile,
  request: FormRequest,
  keepsExtension: boolean,
): Promise<Piece> {
  const { conversion, formats } = request;
  if (!conversion) return file;
  const name = keepsExtension ? `${file.name}.pdf` : outputName(file.name, 'pdf');
  if (!isPdfNamed(file)) return { name, source: await steps.convert(file, conversion) };
  const piece = needsFormats(formats) ? await withFormats(steps, file, formats) : file;
  return { ...piece, name, origins: originsOf(piece) };
}

/** With its metadata and bookmarks, which joining loses, and printing the latter. Rejects with PDF_SIGNED. */
export async function withFormats(steps: Steps, piece: Piece, formats: Formats): Promise<Piece> {
  const { bookmarks, metadata } = await steps.describeUnsigned(piece);
  const marking: Operation[] = bookmarks.length === 0 ? [] : [{ kind: 'bookmarks', bookmarks }];
  const kept = piece.broken === undefined ? await joinClaiming(steps, [piece], formats) : null;
  if (!kept) return steps.operate(await steps.printAgain(piece, formats), marking);
  const written = { name: piece.name, source: { path: kept.path, name: piece.name }, origins: originsOf(piece) };
  return steps.operate(written, [{ kind: 'metadata', values: metadata }, ...marking]);
}
