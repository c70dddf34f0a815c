/** Documents that only the trailer names: LibreOffice opens them instead of the pages. */
import { type FormPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { clean } from '../documents.js';
import { attack } from './marks.js';

const INFO = '/Info 9 0 R';
const ODT = '/application#2Fvnd.oasis.opendocument.text';

/** An update with another title, and a further stream that the trailer names by `entry`. */
const naming = (entry: (stream: number) => string, from: () => FormPdf = clean): FormPdf => {
  const num = from().writer.size;
  return from().save(
    draft => {
      draft.set(O.info, '<</Title(Second)>>');
      draft.add(stream('PK'));
    },
    { trailer: `${INFO}${entry(num)}` },
  );
};

const added = (what: string, entry: (stream: number) => string): Attack =>
  attack({
    what,
    clean,
    attacked: () => naming(entry),
    twin: () => naming(num => `/DocChecksum/00${num}`),
    visible: false,
  });

export const ORIGINALS: Family = {
  name: 'documents that LibreOffice opens instead of the pages',
  clause: 'ISO 32000-2, 7.5.5, Annex E',
  attacks: [
    added('another document', num => `/AdditionalStreams[${ODT} ${num} 0 R]`),
    added('another document, with a checksum', num => `/DocChecksum/00/AdditionalStreams[${ODT} ${num} 0 R]`),
    added('another document to which the trailer refers', num => `/AdditionalStreams ${num} 0 R`),
  ],
};
