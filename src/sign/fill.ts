/** Fills the placeholder of a signature or document timestamp. */

/** What the dictionary of a signature has until the length of the file is known. */
export const BYTE_RANGE = '[0 /********** /********** /**********]';
const CONTENTS = '/Contents ';

/** Returns the value for the signed bytes: a CMS signature or a timestamp token. */
export type MakeValue = (signed: Uint8Array) => Promise<Uint8Array>;

/**
 * Returns the complete file; null: the value is longer than the room, which has `room` bytes. The last placeholder is filled,
 * in `file` itself: large files are not copied.
 */
export async function fillPlaceholder(file: Buffer, room: number, make: MakeValue): Promise<Buffer | null> {
  const at = file.lastIndexOf(BYTE_RANGE);
  const start = file.indexOf(`${CONTENTS}<`, at) + CONTENTS.length;
  const end = start + 2 * room + 2; // hexadecimal, between < and >
  const range = `[0 ${start} ${end} ${file.length - end}]`;
  file.write(range.padEnd(BYTE_RANGE.length), at, 'latin1');
  const value = await make(Buffer.concat([file.subarray(0, start), file.subarray(end)]));
  if (value.length > room) return null;
  file.write(Buffer.from(value).toString('hex'), start + 1, 'latin1');
  return file;
}
