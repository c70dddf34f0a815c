/** Names that Windows takes for something other than a file: a device, a part of another file, or a shorter name. */
import { resolve, win32 } from 'node:path';
import { DocconvError } from '../../errors.js';
import { errorMessage } from '../../messages/index.js';

const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Discards what is written, like /dev/null. */
const NULL_DEVICE = /^(?:nul|\\\\\.\\nul)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that the file system refuses
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/** Throws OUTPUT_UNWRITABLE on Windows for a path to which nothing of this name would be written. */
export function requireFileName(path: string): void {
  if (process.platform !== 'win32' || NULL_DEVICE.test(path)) return;
  const problem = problemOnWindows(resolve(path));
  if (problem) throw new DocconvError('OUTPUT_UNWRITABLE.windows-name', { path, problem });
}

/** @param path absolute */
export function problemOnWindows(path: string): string | null {
  const names = path.slice(win32.parse(path).root.length).split(/[\\/]/);
  for (const name of names) {
    if (DEVICE.test(name)) return errorMessage('windows.device', { name });
    const [character] = FORBIDDEN.exec(name) ?? [];
    if (character) return errorMessage('windows.character', { character: JSON.stringify(character) });
    if (/[. ]$/.test(name)) return errorMessage('windows.end', {});
  }
  return null;
}
