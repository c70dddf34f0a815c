/** Documents of the benchmarks of jobs. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Document, ImageRun, Packer, Paragraph } from 'docx';
import { PNG } from 'pngjs';

/** The text of a PDF. Throws for anything else. */
export function textOf(pdf) {
  return execFileSync('pdftotext', ['-q', '-', '-'], { input: pdf, encoding: 'utf8' });
}

/** A DOCX of so many bytes: pictures that cannot be compressed. */
export function largeDocument(bytes) {
  const side = 1000;
  const size = side * side * 3;
  const pictures = Array.from({ length: Math.floor(bytes / (size * 1.003)) }, () => noise(side));
  const children = pictures.map(data => {
    const transformation = { width: 400, height: 400 };
    return new Paragraph({ children: [new ImageRun({ type: 'png', data, transformation })] });
  });
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

function noise(side) {
  const png = new PNG({ width: side, height: side, colorType: 2, inputColorType: 2, inputHasAlpha: false });
  png.data = randomBytes(side * side * 3);
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false, deflateLevel: 1, filterType: 0 });
}
