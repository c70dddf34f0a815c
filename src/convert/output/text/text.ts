/** `--to txt` and `csv`: the text that LibreOffice wrote, which has to be UTF-8. */
import { isUtf8 } from 'node:buffer';
import { engineFailed } from '../../engine.js';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** `--to txt`: with line feeds, where LibreOfficeKit writes carriage returns, whatever the options of the filter say. */
export function withLineFeeds(text: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(text).toString().replace(/\r\n?/g, '\n'));
}

/** Without a byte order mark, which most programs would show. Throws ENGINE_FAILED. */
export function requireUtf8(written: Uint8Array): Uint8Array {
  if (!isUtf8(written) || written.includes(0)) throw engineFailed('what was written is not UTF-8 text');
  return BYTE_ORDER_MARK.equals(written.subarray(0, 3)) ? written.subarray(3) : written;
}
