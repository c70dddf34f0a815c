/** The appearance streams of an annotation or widget (ISO 32000-2, 12.5.5). */
import { PdfDict, type PdfRevision, PdfStream } from '../../pdf/index.js';

/** Of /N, /R and /D, with those of all states. */
export function appearancesOf(revision: PdfRevision, mark: PdfDict): PdfStream[] {
  return revision
    .values(revision.getDict(mark, 'AP'))
    .flatMap(value => (value instanceof PdfDict ? revision.values(value) : [value]))
    .filter(value => value instanceof PdfStream);
}
