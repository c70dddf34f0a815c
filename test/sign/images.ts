/** Images for visible signatures. */
import { PNG } from 'pngjs';

/** Its left half is red, its right half blue; `alpha` of all pixels. */
export function png(alpha = 255, [width, height]: readonly [number, number] = [40, 20]): Buffer {
  const image = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    const isLeft = i % width < width / 2;
    image.data.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, alpha], 4 * i);
  }
  return PNG.sync.write(image);
}

/** Grey, 8 x 8 pixels. `components` of the frame: 1 is what its data has. */
export function jpeg(components = 1, frame = 0xc0): Buffer {
  const quantization = `ffdb004300${'01'.repeat(64)}`;
  const codes = (kind: string) => `ffc40014${kind}01${'00'.repeat(15)}00`; // one code, of one bit
  return Buffer.from(
    `ffd8${quantization}ff${frame.toString(16)}000b0800080008${components.toString(16).padStart(2, '0')}011100${codes('00')}${codes('10')}ffda0008010100003f003fffd9`,
    'hex',
  );
}
