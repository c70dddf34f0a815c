/** Which common fonts and scripts the documents of this machine can be printed with. */
import { fontFolders, listFonts } from '../../../convert/index.js';

export interface FontReport {
  /** Fonts found; null without fontconfig, as on macOS and Windows. */
  count: number | null;
  /** Common fonts without a metric-compatible substitute, and scripts without any font. */
  missing: { font: string; install: string; effect: 'line breaks' | 'empty boxes' }[];
}

/** Fonts of office documents, a metric-compatible substitute, and the Debian package of the substitute. */
const SUBSTITUTES: readonly (readonly [font: string, substitute: string, install: string])[] = [
  ['Calibri', 'Carlito', 'fonts-crosextra-carlito'],
  ['Cambria', 'Caladea', 'fonts-crosextra-caladea'],
  ['Arial', 'Liberation Sans', 'fonts-liberation'],
  ['Times New Roman', 'Liberation Serif', 'fonts-liberation'],
  ['Courier New', 'Liberation Mono', 'fonts-liberation'],
];

/** A script, its language in fontconfig, and a Debian package with fonts for it. */
const SCRIPTS: readonly (readonly [script: string, language: string, install: string])[] = [
  ['Chinese', 'zh-cn', 'fonts-noto-cjk'],
  ['Japanese', 'ja', 'fonts-noto-cjk'],
  ['Korean', 'ko', 'fonts-noto-cjk'],
  ['Arabic', 'ar', 'fonts-noto-core'],
  ['Hebrew', 'he', 'fonts-noto-core'],
  ['Hindi', 'hi', 'fonts-noto-core'],
  ['Bengali', 'bn', 'fonts-noto-core'],
  ['Tamil', 'ta', 'fonts-noto-core'],
  ['Thai', 'th', 'fonts-noto-core'],
];

/** `folders`: the setting `fonts`. Their fonts are read in a sandbox. Throws CONFIG_INVALID for a missing folder. */
export async function inspectFonts(folders: readonly string[]): Promise<FontReport> {
  const fonts = await listFonts(fontFolders(folders));
  if (!fonts) return { count: null, missing: [] };
  const has = (name: string) => fonts.some(({ family }) => family.toLowerCase().includes(name.toLowerCase()));
  const reads = (language: string) => fonts.some(({ languages }) => languages.includes(language));
  const replaced = SUBSTITUTES.filter(([font, substitute]) => !has(font) && !has(substitute));
  const unreadable = SCRIPTS.filter(([, language]) => !reads(language));
  return {
    count: fonts.length,
    missing: [
      ...replaced.map(([font, , install]) => ({ font, install, effect: 'line breaks' as const })),
      ...unreadable.map(([font, , install]) => ({ font, install, effect: 'empty boxes' as const })),
    ],
  };
}
