/** Streams whose filters the verifier does not decode: other data, parameters or filters show another image. */
import { deflateSync } from 'node:zlib';
import type { Draft, Edit, FormPdf } from '../../../helpers/form-pdf.js';
import { type Body, type StreamBody, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { signed } from '../documents.js';
import { attack } from './marks.js';
import { pageWith } from './pages.js';

const [IMAGE, PARAMETERS, GLOBALS, FILTER] = [30, 31, 32, 33];
const BITS = Buffer.from('4d9a83a08041041041041041041041041041041041001001', 'hex');
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(40, 0x5a),
  Buffer.from('ffd9', 'hex'),
]);
const SEGMENTS = Buffer.from('0000000000010000000013', 'hex');

const image = (entries: string, data: Uint8Array = BITS, bits = 1): StreamBody =>
  stream(
    data,
    `/Type/XObject/Subtype/Image/Width 24/Height 24/ColorSpace/DeviceGray/BitsPerComponent ${bits}${entries}`,
  );
const page = (objects: Readonly<Record<number, Body>>) => (): FormPdf =>
  signed({}, pageWith('q 100 0 0 100 300 300 cm /Im Do Q', '/XObject<</Im 30 0 R>>', objects));

const CCITT = '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 24/Rows 24/BlackIs1 false>>';
const INDIRECT = `/Filter/CCITTFaxDecode/DecodeParms ${PARAMETERS} 0 R`;
const JBIG2 = `/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals ${GLOBALS} 0 R>>`;
const DCT = '/Filter/DCTDecode';
const JPX = '/Filter/JPXDecode';
const fax = { [IMAGE]: image(CCITT) };
const indirect = { [IMAGE]: image(INDIRECT), [PARAMETERS]: '<</K -1/Columns 24/Rows 24>>' };
const jbig2 = { [IMAGE]: image(JBIG2), [GLOBALS]: stream(SEGMENTS) };
const jpeg = { [IMAGE]: image(DCT, JPEG, 8) };
const named = { [IMAGE]: image(`/Filter ${FILTER} 0 R`, JPEG, 8), [FILTER]: '/DCTDecode' };
const listed = {
  [IMAGE]: image(`/Filter ${FILTER} 0 R/DecodeParms ${PARAMETERS} 0 R`),
  [FILTER]: '[/CCITTFaxDecode]',
  [PARAMETERS]: '[<</K -1/Columns 24>>]',
};
const packed = { [IMAGE]: image('/Filter[/FlateDecode/DCTDecode]', deflateSync(JPEG), 8) };

const set =
  (num: number, body: Body): Edit =>
  draft =>
    void draft.set(num, body);
const other = (data: Buffer): Buffer => Buffer.from(data.map((byte, i) => (i === 20 ? byte ^ 0x10 : byte)));

/** What, the objects of the signed image, the edit, and the edit that says the same in other words. */
type Row = readonly [what: string, objects: Readonly<Record<number, Body>>, edit: Edit, same: Edit];

const sameFax = set(IMAGE, image('/DecodeParms[<</Rows 24/BlackIs1 false/K -1/Columns 24>>]/Filter[/CCITTFaxDecode]'));
const sameIndirect = (draft: Draft): void =>
  void draft.set(IMAGE, image(`/Filter/CCITTFaxDecode/DecodeParms ${draft.add('<</K -1/Columns 24/Rows 24>>')} 0 R`));
const sameJbig2 = (draft: Draft): void =>
  void draft.set(
    IMAGE,
    image(`/Filter[/JBIG2Decode]/DecodeParms[<</JBIG2Globals ${draft.add(stream(SEGMENTS))} 0 R>>]`),
  );
const sameJpeg = set(IMAGE, image('/Filter[/DCTDecode]/DecodeParms null', JPEG, 8));
const compressed = set(IMAGE, image('/Filter[/FlateDecode/DCTDecode]/DecodeParms[null null]', deflateSync(JPEG), 8));

const ROWS: readonly Row[] = [
  ['CCITT: other data', fax, set(IMAGE, image(CCITT, other(BITS))), sameFax],
  ['CCITT: shorter data', fax, set(IMAGE, image(CCITT, BITS.subarray(0, 12))), sameFax],
  ['CCITT: black and white swapped', fax, set(IMAGE, image(CCITT.replace('false', 'true'))), sameFax],
  ['CCITT: another coding', fax, set(IMAGE, image(CCITT.replace('/K -1', '/K 0'))), sameFax],
  ['CCITT: other columns', fax, set(IMAGE, image(CCITT.replace('/Columns 24', '/Columns 12'))), sameFax],
  ['CCITT: no parameters', fax, set(IMAGE, image('/Filter/CCITTFaxDecode')), sameFax],
  [
    'CCITT: parameters without a filter',
    fax,
    set(IMAGE, image(CCITT.replace('/Filter/CCITTFaxDecode', '/Filter[]'))),
    sameFax,
  ],
  ['CCITT: byte alignment', fax, set(IMAGE, image(CCITT.replace('/K -1', '/K -1/EncodedByteAlign true'))), sameFax],
  [
    'CCITT: parameters in an object that changes',
    indirect,
    set(PARAMETERS, '<</K -1/Columns 24/Rows 24/BlackIs1 true>>'),
    sameIndirect,
  ],
  [
    'CCITT: parameters in another object',
    indirect,
    draft => void draft.set(IMAGE, image(`/Filter/CCITTFaxDecode/DecodeParms ${draft.add('<</K 0/Columns 24>>')} 0 R`)),
    sameIndirect,
  ],
  ['CCITT: the object of the parameters is freed', indirect, set(PARAMETERS, null), sameIndirect],
  ['CCITT: the list of filters changes', listed, set(FILTER, '[/DCTDecode]'), set(FILTER, '[ /CCITTFaxDecode ]')],
  [
    'CCITT: the list of parameters changes',
    listed,
    set(PARAMETERS, '[<</K -1/Columns 24/BlackIs1 true>>]'),
    set(PARAMETERS, '[<</Columns 24/K -1>>]'),
  ],
  ['JBIG2: other data', jbig2, set(IMAGE, image(JBIG2, other(BITS))), sameJbig2],
  ['JBIG2: other global segments', jbig2, set(GLOBALS, stream(Buffer.from(SEGMENTS).fill(7, 8))), sameJbig2],
  [
    'JBIG2: global segments in another object',
    jbig2,
    draft =>
      void draft.set(IMAGE, image(`/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals ${draft.add(stream(BITS))} 0 R>>`)),
    sameJbig2,
  ],
  ['JBIG2: no global segments', jbig2, set(IMAGE, image('/Filter/JBIG2Decode')), sameJbig2],
  ['DCT: other data', jpeg, set(IMAGE, image(DCT, other(JPEG), 8)), sameJpeg],
  [
    'DCT: another colour transform',
    jpeg,
    set(IMAGE, image(`${DCT}/DecodeParms<</ColorTransform 0>>`, JPEG, 8)),
    sameJpeg,
  ],
  ['DCT: the same data with another filter', jpeg, set(IMAGE, image(JPX, JPEG, 8)), compressed],
  ['DCT: the name of the filter changes', named, set(FILTER, '/JPXDecode'), set(FILTER, ' /DCTDecode ')],
  [
    'DCT in Flate: other data',
    packed,
    set(IMAGE, image('/Filter[/FlateDecode/DCTDecode]', deflateSync(other(JPEG)), 8)),
    sameJpeg,
  ],
  [
    'DCT in Flate: another order',
    packed,
    set(IMAGE, image('/Filter[/DCTDecode/FlateDecode]', deflateSync(JPEG), 8)),
    set(IMAGE, image('/Filter[/FlateDecode/DCTDecode]', deflateSync(JPEG, { level: 1 }), 8)),
  ],
  [
    'DCT in Flate: decoded twice',
    packed,
    set(IMAGE, image('/Filter[/FlateDecode/DCTDecode/DCTDecode]', deflateSync(JPEG), 8)),
    compressed,
  ],
  [
    'JPX: other data',
    { [IMAGE]: image(JPX, JPEG, 8) },
    set(IMAGE, image(JPX, other(JPEG), 8)),
    set(IMAGE, image('/Filter[/JPXDecode]', JPEG, 8)),
  ],
  [
    'an unknown filter: other data',
    { [IMAGE]: image('/Filter/Unknown') },
    set(IMAGE, image('/Filter/Unknown', other(BITS))),
    set(IMAGE, image('/Filter[/Unknown]')),
  ],
  [
    'an unknown filter: other parameters',
    { [IMAGE]: image('/Filter/Unknown/DecodeParms<</Key 1>>') },
    set(IMAGE, image('/Filter/Unknown/DecodeParms<</Key 2>>')),
    set(IMAGE, image('/Filter[/Unknown]/DecodeParms[<</Key 1>>]')),
  ],
];

/** PDFium shows the data of the other filters, which are no images, as nothing. */
const UNSEEN = new Set(['CCITT: byte alignment', 'CCITT: the object of the parameters is freed']);

const filters = ([what, objects, edit, same]: Row): Attack => {
  const clean = page(objects);
  return attack({
    what,
    clean,
    attacked: () => clean().save(edit),
    twin: () => clean().save(same),
    visible: what.startsWith('CCITT') && !UNSEEN.has(what),
  });
};

export const FILTERS: Family = {
  name: 'streams that are not decoded',
  clause: 'ISO 32000-2, 7.3.8, 7.4',
  attacks: ROWS.map(filters),
};
