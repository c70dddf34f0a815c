/** Fonts of a document that the engine does not have: each is reported, whatever else the document names. */
import { mkdtempSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fontNamesIn } from '../../../src/convert/engines/fonts/installed-fonts.js';
import { compareFonts } from '../../../src/convert/output/review/fonts.js';
import { Warnings } from '../../../src/convert/warnings.js';
import type { PdfFont } from '../../../src/pdf/index.js';
import { FONT_FAMILY, installedFont, writeFont } from '../../helpers/documents/font.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';
import { expectReported } from './replaced-fonts.helper.js';

const converter = sharedConverter();
const folder = mkdtempSync(join(tmpdir(), 'docconv-fonts-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('fonts of the PDF and of the document', () => {
  const font = (family: string): PdfFont => ({ family, names: new Set([family.toLowerCase().replaceAll(' ', '')]) });
  const compared = (asked: string[], found: string[], available: string[]) => {
    const warnings = new Warnings();
    const fonts = () => new Set(available.map(name => name.toLowerCase().replaceAll(' ', '')));
    compareFonts(new Set(asked), found.map(font), { fonts, warnings });
    return warnings.list().map(({ code, detail }) => [code, detail.font, detail.used]);
  };

  it.each<[string, string[], string[], string[], unknown[]]>([
    ['replaced by one that is named as well', ['A', 'B'], ['B'], ['B'], [['font_substituted', 'A', 'B']]],
    ['replaced by another one', ['A', 'B'], ['B', 'C'], ['B', 'C'], [['font_substituted', 'A', 'C']]],
    ['installed, of text that is not printed', ['A', 'B'], ['B'], ['A', 'B'], []],
    ['installed, of characters that it lacks', ['A', 'B'], ['B', 'C'], ['A', 'B', 'C'], []],
    ['not installed, as far as an incomplete list says', ['A', 'B'], ['B'], [], []],
    ['replaced, although the list is incomplete', ['A'], ['C'], [], [['font_substituted', 'A', 'C']]],
    ['the second of several', ['A;B'], ['B'], ['B'], []],
    [
      'a twin that is named as well',
      ['Arial', 'Arimo'],
      ['Arimo'],
      ['Arimo'],
      [['font_metric_twin', 'Arial', 'Arimo']],
    ],
    ['not printed, since its twin is installed', ['Arial', 'B'], ['B'], ['B', 'Arimo'], []],
    ['missing from a PDF without text', ['A'], [], ['B'], []],
  ])('%s', (_, asked, found, available, expected) => {
    expect(compared(asked, found, available)).toEqual(expected);
  });
});

describeTools('the names of fonts', ['fc-match'], () => {
  it('are read from files, and damaged files have none', async () => {
    writeFont(join(folder, 'own'));
    await writeFile(join(folder, 'damaged.ttf'), Buffer.alloc(5));
    await writeFile(join(folder, 'damaged.ttc'), Buffer.from('ttcf\0\0\0\0\xff\xff\xff\xff', 'latin1'));
    expect(fontNamesIn([folder, join(folder, 'missing')])).toContain(FONT_FAMILY.toLowerCase().replaceAll(' ', ''));
  });
});

describeTools('a missing font', ['soffice.bin', 'fc-match'], () => {
  it.each(['native', 'soffice'] as const)('is reported with %s', engine =>
    expectReported(converter, engine, installedFont().family),
  );
});
