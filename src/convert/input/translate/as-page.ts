/** A document that is a page of HTML, or plain text, as a page in UTF-8: for engines whose LibreOffice writes no HTML. */
import { isUtf8 } from 'node:buffer';
import { utf16Order } from '../../../system/text.js';
import type { Format } from '../../formats.js';
import { escapeXml } from '../../xml.js';
import { decodeText } from '../detect-text.js';

export function isPage({ container, family }: Format): boolean {
  return container === 'html' || (container === 'text' && family === 'writer');
}

export function asPage(bytes: Uint8Array, { container }: Format): Uint8Array {
  if (container === 'html') return Buffer.from(withEncoding(decodeHtml(bytes)));
  const lines = decodeText(bytes).split(/\r\n?|\n|\f/);
  const paragraphs = lines.filter(line => line.trim() !== '').map(line => `<p>${escapeXml(line)}</p>\n`);
  return Buffer.from(withEncoding(paragraphs.join('')));
}

const CHARSET = /(<meta\s[^<>]*charset\s*=\s*["']?)([\w-]+)/i;

function decodeHtml(bytes: Uint8Array): string {
  const [, , label = ''] = CHARSET.exec(Buffer.from(bytes.subarray(0, SAMPLE)).toString('latin1')) ?? [];
  if (isUtf8(bytes) || utf16Order(bytes) !== null || label === '') return decodeText(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return decodeText(bytes); // there is no such encoding
  }
}

const SAMPLE = 64 * 1024;

function withEncoding(html: string): string {
  return `<meta charset="utf-8">\n${html.replace(CHARSET, '$1utf-8')}`;
}
