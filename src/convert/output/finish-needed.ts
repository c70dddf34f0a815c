/** Apart from finish.ts, so that asking loads nothing. */
import type { PdfOptions } from '../options.js';

/** Whether anything of these options is left to do when the engine is done. */
export function needsFinish({ title, author, openPassword, permissionPassword }: PdfOptions): boolean {
  return [title, author, openPassword, permissionPassword].some(value => value !== undefined);
}
