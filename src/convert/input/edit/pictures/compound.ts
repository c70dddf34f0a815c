/**
 * Damaged PNG pictures of Office 97, in their places: other records, and the sectors of the file, are found by offsets. What
 * does not fit is replaced by a transparent picture.
 */
import { asBuffer } from '../../../../system/bytes.js';
import { isCfb } from '../../cfb.js';
import { drawingsOf, PICTURE_STREAMS, picturesIn } from '../../inspect/damage/index.js';
import type { EditableDocument } from '../document.js';
import { BLANK_PNG, isPng, repairedPng, SMALLEST } from './png.js';

export async function repairCompound(document: EditableDocument): Promise<void> {
  if (!isCfb(document.whole)) return;
  const bytes = Buffer.from(document.whole);
  for (const name of PICTURE_STREAMS) {
    const sectors = document.source.compound.ranges(name).map(({ from, to }) => bytes.subarray(from, to));
    await inOnePiece(sectors, stream => inOnePiece(drawingsOf(name, stream), repairAll));
  }
  if (!bytes.equals(document.whole)) document.whole = bytes;
}

/** What is written into the whole is written into its pieces. */
async function inOnePiece(pieces: readonly Buffer[], edit: (whole: Buffer) => Promise<void>): Promise<void> {
  const whole = Buffer.concat(pieces);
  await edit(whole);
  let at = 0;
  for (const piece of pieces) at += whole.copy(piece, 0, at, at + piece.length);
}

async function repairAll(drawings: Buffer): Promise<void> {
  for (const { bytes } of picturesIn(drawings)) if (isPng(bytes)) await repairInPlace(asBuffer(bytes));
}

async function repairInPlace(picture: Buffer): Promise<void> {
  const repaired = await repairedPng(picture, SMALLEST);
  if (repaired === picture) return;
  const fitting = [repaired, BLANK_PNG].find(png => png !== null && png.length <= picture.length);
  picture.fill(0);
  fitting?.copy(picture);
}
