/** The structure of a JPEG, without its pixels. */

/** The segments up to the scan with the image data, where there is one (ITU-T T.81, B.2). */
export function* jpegSegments(bytes: Buffer): Generator<{ at: number; isFrame: boolean; isScan: boolean }> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++; // fill bytes
      continue;
    }
    // SOF0 to SOF15, except DHT, JPG and DAC
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    yield { at, isFrame, isScan: marker === 0xda };
    if (marker === 0xda) return;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
