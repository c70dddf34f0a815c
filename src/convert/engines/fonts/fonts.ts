/** Folders of fonts beside those of the system: `--fonts`, or the setting `fonts`. Only workers read the fonts in them. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DocconvError } from '../../../errors.js';
import { builtFile } from '../../../system/package.js';
import { escapeXml } from '../../../text.js';
import { ENGINE_QUIRKS } from '../../quirks/engine-quirks.js';
import { mayHave } from '../../quirks/versions.js';

/** Absolute paths of folders. Throws CONFIG_INVALID for one that does not exist, or that the workers could not read. */
export function fontFolders(paths: readonly string[]): string[] {
  return paths.map(path => {
    const folder = resolve(path);
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (!stats?.isDirectory())
      throw new DocconvError('CONFIG_INVALID.fonts-not-a-folder', { path: JSON.stringify(path) });
    // workers of root run as a user of their own
    if (process.getuid?.() === 0 && (stats.mode & ALL_READ) !== ALL_READ)
      throw new DocconvError('CONFIG_INVALID.fonts-unreadable', { path: JSON.stringify(path) });
    return folder;
  });
}

const ALL_READ = 0o005;

/**
 * docconv's own: Noto Emoji, which draws emoji and their sequences in black, for systems that have no font for them, or one
 * whose glyphs are not printed.
 */
export const OWN_FONTS = builtFile('convert/engines/fonts');

/**
 * The environment with which fontconfig finds the fonts in these folders and docconv's own beside those of the system. Its
 * configuration and its cache are written into `folder`. `version`: of LibreOffice.
 */
export function provideFonts(folders: readonly string[], folder: string, version: string | null): NodeJS.ProcessEnv {
  mkdirSync(folder);
  const path = join(folder, 'fonts.conf');
  const unused = mayHave(version, ENGINE_QUIRKS.colourFonts) ? [COLOUR_FONTS] : [];
  writeFileSync(path, fontconfig([...folders, OWN_FONTS], join(folder, 'cache'), [...unused, ...SUBSTITUTES]));
  return { FONTCONFIG_FILE: path };
}

/**
 * Where they are missing, fonts have one with lines of the same height: 1950 + 550 and 1923 + 577 of 2048 units are those of
 * Calibri. The mean letter of Calibri Light and Aptos Narrow is as wide, too, and that of Aptos 8 % wider.
 */
export const SUBSTITUTES: readonly string[] = ['Calibri Light', 'Aptos', 'Aptos Display', 'Aptos Narrow'].map(
  font => `<alias binding="same"><family>${font}</family><accept><family>Carlito</family></accept></alias>`,
);

const COLOUR_FONTS =
  '<selectfont><rejectfont><pattern><patelt name="color"><bool>true</bool></patelt></pattern></rejectfont></selectfont>';

/** The text of a fontconfig file. `more`: elements of it. */
export function fontconfig(folders: readonly string[], cache: string, more: readonly string[] = []): string {
  return fontconfigFile([
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...folders.map(path => `<dir>${escapeXml(path)}</dir>`),
    `<cachedir>${escapeXml(cache)}</cachedir>`,
    ...more,
  ]);
}

/** Its elements in the form of a file. */
export function fontconfigFile(lines: readonly string[]): string {
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`;
}

/** Where fonts are that every user of the machine has. */
export const SYSTEM_FONTS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/Library/Fonts',
  '/System/Library/Fonts',
  'C:\\Windows\\Fonts',
];

const MAX_DEPTH = 8;

/** Paths of the font files in a folder and below; none where it cannot be read. */
export function fontFilesIn(folder: string, depth = MAX_DEPTH): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 0 ? fontFilesIn(path, depth - 1) : [];
      return /\.(?:ttf|otf|ttc|otc)$/i.test(entry.name) ? [path] : [];
    });
  } catch {
    return [];
  }
}
