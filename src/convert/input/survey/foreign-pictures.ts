import type { LostId } from '../../quirks/table.js';

/** Formats of pictures that LibreOffice does not read, by their first bytes in hexadecimal digits. */
const KINDS: readonly (readonly [kind: LostId, magic: RegExp])[] = [
  ['avif', /^.{8}66747970617669(?:66|73)/],
  ['heic', /^.{8}66747970(?:6865(?:69|76)|6d696631|6d736631)/],
  ['jpegXr', /^4949bc01/],
  ['jpeg2000', /^(?:0000000c6a502020|ff4fff51)/],
  ['jpegXl', /^(?:ff0a|0000000c4a584c20)/],
];

/** Null for any other format. */
export function foreignPicture(head: Uint8Array): LostId | null {
  const digits = Buffer.from(head.subarray(0, 16)).toString('hex');
  return KINDS.find(([, magic]) => magic.test(digits))?.[0] ?? null;
}
