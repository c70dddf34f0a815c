/** Folders of fonts beside those of the system. */
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fontconfig, fontFolders, OWN_FONTS, provideFonts } from '../../../src/convert/engines/fonts/fonts.js';
import { fontNamesIn } from '../../../src/convert/engines/fonts/installed-fonts.js';
import { listFonts } from '../../../src/convert/engines/fonts/list-fonts.js';
import { createConverter } from '../../../src/convert/index.js';
import { FONT_FAMILY, installedFont, writeFont } from '../../helpers/documents/font.js';
import { describeTools } from '../../helpers/requires.js';

const folder = await mkdtemp(join(tmpdir(), 'docconv-fonts-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a folder of fonts', () => {
  it('has to exist', () => {
    const missing = join(folder, 'missing');
    expect(() => createConverter({ fonts: [missing] })).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  it('is an absolute path for the workers', () => {
    expect(fontFolders(['.'])).toEqual([process.cwd()]);
  });

  it.each([
    ['7.4.7', true],
    ['25.2.3', false],
  ])('is searched beside that of docconv, and LibreOffice %s sees no colour fonts: %s', (version, isHidden) => {
    const { FONTCONFIG_FILE } = provideFonts(['/a'], join(folder, version), version);
    const text = readFileSync(FONTCONFIG_FILE!, 'utf8');
    expect(text).toContain(`<dir>/a</dir>\n<dir>${OWN_FONTS}</dir>`);
    expect(text.includes('<patelt name="color"><bool>true</bool>')).toBe(isHidden);
    expect([...fontNamesIn([OWN_FONTS])]).toContain('notoemoji');
  });

  it('stands in the configuration as text', () => {
    expect(fontconfig(['/a & <b>'], '/cache')).toContain('<dir>/a &amp; &lt;b&gt;</dir>');
  });
});

describeTools('fontconfig', ['fc-list', 'fc-match'], () => {
  it('finds the fonts of the system, and those of the folder with it only', async () => {
    writeFont(join(folder, 'own'));
    const families = async (folders: string[]) => (await listFonts(folders))?.map(({ family }) => family) ?? [];
    expect(await families([])).not.toContain(FONT_FAMILY);
    const found = await families([folder]);
    expect(found).toContain(FONT_FAMILY);
    expect(found).toContain(installedFont().family);
  });
});
