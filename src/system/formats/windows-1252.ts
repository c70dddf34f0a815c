/** TextDecoder of Node 20.18.3 and later takes Windows-1252 for Latin-1: nodejs/node#56542, other characters at 80 to 9F. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, character => FROM_80[character.charCodeAt(0) - 0x80]!);
}

const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
