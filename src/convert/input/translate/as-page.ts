/** A document that is a page of HTML, or plain text, as a page in UTF-8: for engines whose LibreOffice writes no HTML. */
import { escapeXml } from '../../../text.js';
import type { Format } from '../../formats.js';
import { decodeHtml, decodeText, STATED_CHARSET } from '../detect-text.js';

export function isPage({ container, family }: Format): boolean {
  return container === 'html' || (container === 'text' && family === 'writer');
}

export function asPage(bytes: Uint8Array, { container }: Format): Uint8Array {
  if (container === 'html') return Buffer.from(withEncoding(decodeHtml(bytes)));
  const lines = decodeText(bytes).split(/\r\n?|\n|\f/);
  const paragraphs = lines.filter(line => line.trim() !== '').map(line => `<p>${escapeXml(line)}</p>\n`);
  return Buffer.from(withEncoding(paragraphs.join('')));
}

function withEncoding(html: string): string {
  return `<meta charset="utf-8">\n${html.replace(STATED_CHARSET, '$1utf-8')}`;
}
