/** PDFs of every build that a signature has to be appended to. */
import { type Body, PdfWriter, stream } from '../helpers/pdf-writer.js';

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>/Tab#20s/A';

interface Parts {
  catalog?: string;
  page?: string;
  more?: Record<number, Body>;
  xref?: 'table' | 'stream' | 'hybrid';
  packed?: number[];
  trailer?: string;
  misplaced?: Record<number, number>;
}

export function document({
  catalog = '',
  page = '',
  more = {},
  xref = 'table',
  packed,
  trailer,
  misplaced,
}: Parts = {}): Buffer {
  return new PdfWriter().revision({
    objects: {
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `${PAGE}${page}>>`,
      4: stream('0.5 g 10 10 50 50 re f'),
      ...more,
    },
    xref,
    ...(packed ? { packed } : {}),
    ...(trailer ? { trailer } : {}),
    ...(misplaced ? { misplaced } : {}),
  }).bytes;
}

const FIELD = '<</FT/Tx/T(Name)/V(Anna \\(A.\\))/Type/Annot/Subtype/Widget/Rect[0 0 50 10]/P 3 0 R>>';

/** For a trailer: the number of the first object that a signature adds, and the second. */
export const MISSING = 'AdditionalStreams[/text#2Fplain 5 0 R 6 0 R]';

const NOTE = '<</Type/Annot/Subtype/Text/Rect[0 0 20 20]/Contents(A note)>>';

export const DOCUMENTS: Record<string, Buffer> = {
  'a cross-reference table': document(),
  'a cross-reference stream': document({ xref: 'stream' }),
  'objects in object streams': document({ xref: 'stream', packed: [1, 2, 3] }),
  'no line end behind %%EOF': document().subarray(0, -1),
  'bytes before its header': Buffer.concat([Buffer.from('before\n'), document()]),
  'bytes before its header and a cross-reference stream': Buffer.concat([
    Buffer.from('before\n'),
    document({ xref: 'stream' }),
  ]),
  'an /ID and /Info': document({ more: { 5: '<</Title(\\376\\377\\0\\344)>>' }, trailer: '/Info 5 0 R/ID[<01><02>]' }),
  'a trailer that names missing objects': document({ trailer: `/Info 5 0 R/${MISSING}` }),
  'annotations in the page': document({ page: '/Annots[5 0 R]', more: { 5: NOTE } }),
  'annotations in an object of their own': document({ page: '/Annots 6 0 R', more: { 5: NOTE, 6: '[5 0 R]' } }),
  'a form in the catalog': document({
    catalog: '/AcroForm<</Fields[5 0 R]/DA(/Helv 0 Tf)>>',
    page: '/Annots[5 0 R]',
    more: { 5: FIELD },
  }),
  'a form in an object of its own': document({
    catalog: '/AcroForm 6 0 R',
    page: '/Annots[5 0 R]',
    more: { 5: FIELD, 6: '<</Fields[5 0 R]/SigFlags 1>>' },
  }),
  'a form whose fields are an object of their own': document({
    catalog: '/AcroForm 6 0 R',
    more: { 5: FIELD, 6: '<</Fields 7 0 R/SigFlags 3>>', 7: '[5 0 R]' },
  }),
};
