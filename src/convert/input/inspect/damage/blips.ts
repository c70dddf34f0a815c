/** Pictures in the documents of Office 97: records OfficeArtBlip ([MS-ODRAW]), found by the first bytes of the picture. */
import { records } from '../../biff.js';
import type { SourceDocument } from '../../document.js';
import { LARGEST_PICTURE } from './encoded.js';

const WORKBOOK = 'Workbook';
/** Streams with pictures. */
export const PICTURE_STREAMS = ['Data', 'WordDocument', 'Pictures', WORKBOOK];
/** Records of Excel among which the drawings of a workbook are divided ([MS-XLS] 2.4.171). */
const DRAWING_GROUP = 0xeb;
const CONTINUE = 0x3c;
const KINDS = [
  { begin: Buffer.from('89504e470d0a1a0a', 'hex'), types: [0xf01e] },
  { begin: Buffer.from('ffd8ff', 'hex'), types: [0xf01d, 0xf02a] },
];
/** In front of the picture: the header of the record, one digest or two, and a mark. */
const HEADER = 8;
const FRONTS = [HEADER + 16 + 1, HEADER + 32 + 1];

/** None in a file whose streams cannot be read, which an engine may still read. */
export function* blips(document: SourceDocument): Generator<{ bytes: Buffer }> {
  for (const name of PICTURE_STREAMS) {
    const stream = streamOf(document, name);
    if (stream) yield* picturesIn(Buffer.concat(drawingsOf(name, stream)));
  }
}

/** Views of what has the pictures of a stream: in one piece, each of them is whole. */
export function drawingsOf(name: string, stream: Buffer): Buffer[] {
  if (name !== WORKBOOK) return [stream];
  let isDrawing = false;
  return [...records(stream)].flatMap(({ type, data }) => {
    isDrawing = type === DRAWING_GROUP || (isDrawing && type === CONTINUE);
    return isDrawing ? [data] : [];
  });
}

function streamOf(document: SourceDocument, name: string): Buffer | null {
  try {
    return document.compound.stream(name);
  } catch {
    return null;
  }
}

/** Views. Their lengths are those of the document. The search goes on behind each, so that no byte is checked in several of one kind. */
export function* picturesIn(stream: Buffer): Generator<{ bytes: Buffer }> {
  for (const { begin, types } of KINDS)
    for (let at = stream.indexOf(begin), next = 0; at >= 0; at = stream.indexOf(begin, next)) {
      const end = endOf(stream, at, types);
      if (end !== null) yield { bytes: stream.subarray(at, end) };
      next = end ?? at + 1;
    }
}

/** `at`: where a picture begins. Null where it is in no record of these types, or too large. */
function endOf(stream: Buffer, at: number, types: readonly number[]): number | null {
  const record = FRONTS.map(length => at - length).find(
    from => from >= 0 && types.includes(stream.readUInt16LE(from + 2)),
  );
  if (record === undefined) return null;
  const end = record + HEADER + stream.readUInt32LE(record + 4);
  return end > at && end - at <= LARGEST_PICTURE ? end : null;
}
