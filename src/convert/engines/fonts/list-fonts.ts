/** Lists the fonts that LibreOffice finds, by fontconfig in a sandbox: a font is data that only a sandboxed parser reads. */
import { text } from 'node:stream/consumers';
import { startSandboxed, Workspace } from '../../../isolation/index.js';
import { fontconfig } from './fonts.js';

export interface InstalledFont {
  family: string;
  /** Languages that it has all letters of, as fontconfig names them. */
  languages: readonly string[];
}

/** Its stdout is not connected; the configuration is written inside, where the private folder is. */
const SCRIPT = `printf %s "$FONTS" > fonts.conf && FONTCONFIG_FILE=$PWD/fonts.conf fc-list --format '%{family}|%{lang}\\n' >&2`;
const SCRATCH = 256 * 1024 ** 2;

/** `folders`: absolute paths, beside those of the system. Null where LibreOffice does not use fontconfig, or it is missing. */
export async function listFonts(folders: readonly string[]): Promise<InstalledFont[] | null> {
  if (process.platform !== 'linux') return null;
  const workspace = new Workspace();
  try {
    const environment = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', FONTS: fontconfig(folders, 'cache') };
    const policy = { readable: folders, scratch: SCRATCH };
    const { child, dispose } = await startSandboxed('/bin/sh', ['-c', SCRIPT], policy, { environment, workspace });
    const exited = new Promise<number | null>(resolve => child.on('exit', resolve).on('error', () => resolve(null)));
    const [lines, status] = await Promise.all([text(child.stderr!), exited]).finally(dispose);
    return status === 0 ? lines.split('\n').flatMap(fontOf) : null;
  } finally {
    await workspace.close();
  }
}

function fontOf(line: string): InstalledFont[] {
  const [family, ...languages] = line.split('|');
  return family && languages.length > 0 ? [{ family, languages }] : [];
}
