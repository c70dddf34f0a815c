/** Windows metafiles: their records go on to the one that ends the file ([MS-EMF] 2.3.4.1, [MS-WMF] 2.3.2.1). */

const EMF_END = 14;
const WMF_END = 0;
const PLACEABLE = 0x9ac6cdd7;

export function isBrokenEmf(bytes: Buffer): boolean {
  for (let at = 0; at + 8 <= bytes.length; ) {
    if (bytes.readUInt32LE(at) === EMF_END) return false;
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8) return true;
    at += size;
  }
  return true;
}

/** Some writers leave the last record out, and LibreOffice does not need it: the header states the length. */
export function isBrokenWmf(bytes: Buffer): boolean {
  const header = bytes.readUInt32LE(0) === PLACEABLE ? 22 : 0;
  let at = header + 18;
  while (at + 6 <= bytes.length) {
    const size = 2 * bytes.readUInt32LE(at);
    if (size < 6) return true;
    if (bytes.readUInt16LE(at + 4) === WMF_END) return false;
    at += size;
  }
  return at !== bytes.length || at < header + 2 * bytes.readUInt32LE(header + 6);
}
