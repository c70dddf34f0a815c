/**
 * Text in an encoding that it does not state. The libraries of LibreOffice take it for UTF-8, whatever the filter's options
 * say, and lose letters beyond ASCII, in HTML the markup behind them, too.
 */
import { decodeText } from '../detect-text.js';
import type { DocumentEdit } from './document.js';

export const encodeAsUtf8: DocumentEdit = async document => {
  document.whole = Buffer.from(decodeText(document.whole));
};
