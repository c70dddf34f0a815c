/** Formats of pictures that LibreOffice up to 24.8 does not read, by their first bytes in hexadecimal digits. */
const KINDS: readonly (readonly [name: string, magic: RegExp])[] = [
  ['AVIF picture', /^.{8}66747970617669(?:66|73)/],
  ['HEIC picture', /^.{8}66747970(?:6865(?:69|76)|6d696631|6d736631)/],
  ['JPEG XR picture', /^4949bc01/],
  ['JPEG 2000 picture', /^(?:0000000c6a502020|ff4fff51)/],
  ['JPEG XL picture', /^(?:ff0a|0000000c4a584c20)/],
];

/** The name of the format; null for any other. */
export function foreignPicture(head: Uint8Array): string | null {
  const digits = Buffer.from(head.subarray(0, 16)).toString('hex');
  return KINDS.find(([, magic]) => magic.test(digits))?.[0] ?? null;
}
