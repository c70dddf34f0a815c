/** Documents without a package: text of all kinds, and pictures. */
import { PNG } from 'pngjs';
import { escapeXml, XML } from './package.js';

export const txt = (text: string): Uint8Array => Buffer.from(`${text}\n`);

/** The text in quotes, for it has a comma. */
export const md = (text: string): Uint8Array => Buffer.from(`# Sample\n\n${text}\n`);

export const csv = (text: string): Uint8Array => Buffer.from(`"${text}",1.5\nlast row,2\n`);

export const tsv = (text: string): Uint8Array => Buffer.from(`${text}\t1.5\nlast row\t2\n`);

export function html(text: string): Uint8Array {
  const head = '<meta charset="utf-8"><title>Sample</title>';
  return Buffer.from(`<!DOCTYPE html>\n<html><head>${head}</head><body><p>${escapeXml(text)}</p></body></html>\n`);
}

/** A page with `pictures` by their names in it, as browsers save it. */
export function mhtml(text: string, markup = '', pictures: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const page = Buffer.from(html(text)).toString().replace('</body>', `${markup}</body>`);
  const part = (type: string, location: string, bytes: Uint8Array) =>
    `------part\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Location: ${location}\r\n\r\n` +
    `${Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`;
  const parts = Object.entries(pictures).map(([name, bytes]) => part('image/png', name, bytes));
  return Buffer.from(
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html";\r\n\tboundary="----part"\r\n\r\n' +
      `${part('text/html; charset="utf-8"', 'file:///C:/page.html', Buffer.from(page))}${parts.join('')}------part--\r\n`,
  );
}

/** RTF is ASCII: other letters are written as \uN? */
export function rtf(text: string): Uint8Array {
  const words = text.replace(/[\\{}]/g, '\\$&').replace(/[^\x20-\x7e]/g, letter => `\\u${letter.charCodeAt(0)}?`);
  return Buffer.from(`{\\rtf1\\ansi ${words}\\par}`);
}

export function svg(text: string): Uint8Array {
  const words = `<text x="20" y="60" font-size="24">${escapeXml(text)}</text>`;
  return Buffer.from(
    `${XML}<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100" viewBox="0 0 400 100">${words}</svg>\n`,
  );
}

/** 16 by 16 pixels from blue to green. */
export function png(): Uint8Array {
  const picture = new PNG({ width: 16, height: 16 });
  for (let i = 0; i < 256; i++) picture.data.set([0, i, 255 - i, 255], i * 4);
  return PNG.sync.write(picture);
}

/** 8 by 8 grey pixels. */
export const jpg = (): Uint8Array => Buffer.from(JPG, 'base64');

/** One pixel. */
export const gif = (): Uint8Array =>
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const JPG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x' +
  'eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAAR' +
  'CAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAA' +
  'AP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIAAf//Z';
