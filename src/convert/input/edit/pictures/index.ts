/**
 * Damaged PNG pictures, which end the WASM engine, are repaired, or replaced by a transparent one. Other documents that are
 * one damaged picture are refused: this engine waits in a dialog where LibreOffice does not open them.
 */
import { DocconvError } from '../../../../errors.js';
import { asBuffer } from '../../../../system/bytes.js';
import type { Format } from '../../../formats.js';
import { type EncodedPicture, encodedPictures, isSvg, isUnreadable } from '../../inspect/damage/index.js';
import { type DocumentEdit, isPackage } from '../document.js';
import { BLANK_PNG, isPng, repairedPng } from './png.js';

export const repairPictures: DocumentEdit = async (document, { format }) => {
  if (format.name === 'png') document.whole = await repairedAlone(document.whole);
  else if (format.container === 'magic' && (await isUnreadable(document.whole)))
    throw new DocconvError('CORRUPT_DOCUMENT.picture');
  else if (format.container === 'cfb') await (await import('./compound.js')).repairCompound(document);
  else if (!isPackage(format)) document.whole = await repairedIn(document.whole, format);
  else
    for (const part of document.parts.filter(isNoXml)) {
      const bytes = document.bytes(part);
      const repaired = await repairedPart(bytes);
      if (repaired !== bytes) document.replace(part, repaired);
    }
};

const isNoXml = (part: string): boolean => !/(?:\.xml|\.rels|\/)$/i.test(part);

async function repairedAlone(bytes: Uint8Array): Promise<Uint8Array> {
  const repaired = await repairedPng(asBuffer(bytes));
  if (repaired === null) throw new DocconvError('CORRUPT_DOCUMENT.no-pixels');
  return repaired === bytes ? bytes : repaired;
}

async function repairedPart(bytes: Uint8Array): Promise<Uint8Array> {
  if (isSvg(bytes)) return repairedIn(bytes, { container: 'svg', name: 'svg' });
  if (!isPng(bytes)) return bytes;
  return (await repairedPng(asBuffer(bytes))) ?? BLANK_PNG;
}

/** Pictures in the text of a document. */
async function repairedIn(bytes: Uint8Array, format: Pick<Format, 'container' | 'name'>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const picture of encodedPictures(bytes, format)) {
    const repaired = await repairedText(picture);
    if (repaired === null) continue;
    pieces.push(bytes.subarray(at, picture.from), Buffer.from(repaired));
    at = picture.end;
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(at)]);
}

/** Null where nothing is to be repaired. */
async function repairedText({ bytes, encoding }: EncodedPicture): Promise<string | null> {
  if (!isPng(bytes)) return null;
  const repaired = (await repairedPng(bytes)) ?? BLANK_PNG;
  // digits would continue the control word before them
  return repaired === bytes ? null : (encoding === 'hex' ? ' ' : '') + repaired.toString(encoding);
}
