/**
 * Two documents with the same SHA-1: they begin with the two prefixes of Stevens, Bursztein, Karpman, Albertini and Markov
 * ("The first collision for full SHA-1", 2017), which end in a stream, and continue with the same bytes.
 */
import { fill, signatureDictionary } from '../../helpers/form-pdf.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';
import type { Digest } from '../../helpers/pki.js';
import { by } from './documents.js';

const PREFIX = `%PDF-1.3\n%\xe2\xe3\xcf\xd3\n\n\n1 0 obj\n<</Width 2 0 R/Height 3 0 R/Type 4 0 R/Subtype 5 0 R/Filter 6 0 R/ColorSpace 7 0 R/Length 8 0 R/BitsPerComponent 8>>\nstream\n\xff\xd8\xff\xfe\x00\x24SHA-1 is dead!!!!!\x85\x2f\xec\x09\x23\x39\x75\x9c\x39\xb1\xa1\xc6\x3c\x4c\x97\xe1\xff\xfe\x01`;
const BLOCKS = [
  '7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df614f86db1690901c56b45c1530afedfb76038e972722fe7ad728f0e4904e046c2' +
    '30570fe9d41398abe12ef5bc942be33542a4802d98b5d70f2a332ec37fac3514e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1',
  '7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de218f86db3a90901d5df45c14f26fedfb3dc38e96ac22fe7bd728f0e45bce046d2' +
    '3c570feb141398bb552ef5a0a82be331fea48037b8b5d71f0e332edf93ac3500eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1',
] as const;

/** Entries of the stream above, and a page that shows it. */
const OBJECTS = {
  2: '8',
  3: '16',
  4: '/XObject',
  5: '/Image',
  6: 'null',
  7: '/DeviceGray',
  8: `${PREFIX.length + BLOCKS[0].length / 2 - PREFIX.indexOf('stream\n') - 'stream\n'.length}`,
  9: '<</Type/Catalog/Pages 10 0 R/AcroForm<</Fields[13 0 R]/SigFlags 3>>>>',
  10: '<</Type/Pages/Kids[11 0 R]/Count 1/MediaBox[0 0 595 842]>>',
  11: '<</Type/Page/Parent 10 0 R/Contents 12 0 R/Resources<</XObject<</Im 1 0 R>>>>/Annots[13 0 R]>>',
  12: stream('200 0 0 200 50 500 cm /Im Do'),
  13: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/V 14 0 R/Rect[0 0 0 0]/F 132/P 11 0 R>>',
  14: signatureDictionary({}),
} as const;

/** One of the two, signed; and the other, with the signature of the first. */
export function twins(digest: Digest): { signed: { bytes: Buffer }; forged: { bytes: Buffer } } {
  const [block, twin] = BLOCKS.map(hex => Buffer.from(hex, 'hex'));
  const writer = new PdfWriter(PREFIX).raw(block!).raw('\nendstream\nendobj\n');
  writer.revision({ objects: OBJECTS, root: 9, misplaced: { 1: PREFIX.indexOf('1 0 obj') } });
  fill(writer, 0, by({ digest }));
  const { bytes } = writer;
  const forged = Buffer.concat([bytes.subarray(0, PREFIX.length), twin!, bytes.subarray(PREFIX.length + twin!.length)]);
  return { signed: { bytes }, forged: { bytes: forged } };
}
