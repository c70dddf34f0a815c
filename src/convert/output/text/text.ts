/** `--to txt` and `csv`: the text that LibreOffice wrote, which has to be UTF-8. */
import { isUtf8 } from 'node:buffer';
import { utf8MarkLength } from '../../../text.js';
import { engineFailed } from '../../engine.js';

/** `--to txt`: with line feeds, where LibreOfficeKit writes carriage returns, whatever the options of the filter say. */
export function withLineFeeds(text: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(text).toString().replace(/\r\n?/g, '\n'));
}

/** Without a byte order mark, which most programs would show. Throws ENGINE_FAILED. */
export function requireUtf8(written: Uint8Array): Uint8Array {
  if (!isUtf8(written) || written.includes(0)) throw engineFailed('what was written is not UTF-8 text');
  return written.subarray(utf8MarkLength(written));
}
