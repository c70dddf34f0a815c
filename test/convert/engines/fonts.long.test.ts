/** Every engine uses the fonts of a folder, beside those of the system. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createConverter } from '../../../src/convert/index.js';
import { FONT_FAMILY, writeFont } from '../../helpers/documents/font.js';
import { describeWith, program } from '../../helpers/requires.js';
import { embedded } from '../engine-setup.js';

/** A family, a flag and a keycap, in RTF. */
const EMOJI = [...'👨‍👩‍👧🇩🇪1️⃣'.split('')].map(unit => `\\u${unit.charCodeAt(0)}?`).join('');
const folder = await mkdtemp(join(tmpdir(), 'docconv-fonts-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true, force: true }));

describeWith('a font of a folder', [program('soffice.bin'), program('pdffonts'), embedded], () => {
  it.each(['native', 'soffice', 'wasm'] as const)('is embedded by %s, and so is that for emoji', async engine => {
    const fonts = join(folder, 'fonts');
    writeFont(fonts);
    const converter = createConverter({ fonts: [fonts], workers: 1, cache: join(folder, 'cache') });
    const text = `{\\rtf1{\\fonttbl{\\f0 ${FONT_FAMILY};}}\\f0 Words${EMOJI}\\par}`;
    const { pdf, warnings } = await converter
      .convert({ bytes: Buffer.from(text), name: 'a.rtf' }, { engine, timeoutMs: 120_000 })
      .finally(() => converter.close());
    const path = join(folder, `${engine}.pdf`);
    await writeFile(path, pdf);
    const embedded = execFileSync('pdffonts', [path], { encoding: 'utf8' });
    expect(embedded).toContain('DocconvOne');
    expect(warnings).toEqual([]);
    expect(embedded).toMatch(/NotoEmoji|Type 3/);
  });
});
