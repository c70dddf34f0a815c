/** The real engines: from a document's bytes to the text in its PDF. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { formatNamed } from '../../../src/convert/formats.js';
import { createConverter } from '../../../src/convert/index.js';
import { brokenLibreOffice } from '../../helpers/broken-libreoffice.js';
import { drawing, excel2003, word2003, wordPerfect } from '../../helpers/documents/libraries.js';
import { commented, documents } from '../../helpers/documents.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { canUse, describeTools, testWith } from '../../helpers/requires.js';
import { embedded, familyOf, sharedConverter, temporaryFolder } from '../engine-setup.js';
import { DEMONSTRATIONS } from '../quirks/documents.js';

const converter = sharedConverter();
const folder = await temporaryFolder();
const settings = { cache: inject('engineCache'), temporary: folder, workers: 1 };

/** One of each family: engines.long.test.ts converts all formats. */
const FORMATS = ['docx', 'html', 'xlsx', 'pptx', 'svg'] as const;

const OF_LIBRARIES: readonly [name: string, make: (text: string) => Uint8Array][] = [
  ['a.vsdx', text => drawing(text, 'vsdx')],
  ['a.wpd', wordPerfect],
  ['Excel 2003.xml', excel2003],
  ['Word 2003.xml', word2003],
];

// where nothing else converts; engines.long.test.ts has it everywhere
if (!canUse('soffice.bin'))
  testWith('wasm converts docx', [embedded], async () => {
    const fixture = documents.docx();
    const { pdf, engine } = await converter.convert(fixture, { engine: 'wasm' });
    expect(engine).toBe('wasm');
    await expectPdf(pdf, fixture.text);
  });

describeTools('soffice', ['soffice.bin'], () => {
  it('converts a single document with a header', async () => {
    const { pdf } = await converter.convert(documents.docx(), {
      engine: 'soffice',
      pdf: { header: 'Not for sale' },
    });
    await expectPdf(pdf, 'Not for sale');
  });
});

describeTools('native', ['soffice.bin'], () => {
  it.each(FORMATS)('converts %s, or leaves its family to another', async format => {
    const fixture = documents[format]();
    const { pdf, engine } = await converter.convert(fixture, { engine: 'auto' });
    expect(engine).toBe((await converter.handles('native', familyOf(format))) ? 'native' : 'soffice');
    await expectPdf(pdf, fixture.text);
  });

  it.each(OF_LIBRARIES)('converts %s, with a library of LibreOffice', async (name, make) => {
    await expectPdf((await converter.convert({ name, bytes: make('Larger, 42') })).pdf, 'Larger, 42');
  });

  it('converts a text with comments', async () => {
    const fixture = commented();
    await expectPdf((await converter.convert(fixture, { engine: 'native' })).pdf, fixture.text);
  });

  it.each(['calc', 'draw', 'impress', 'writer'] as const)(
    'converts %s with packages without user interface',
    async family => {
      expect(await converter.handles('native', family)).toBe(true);
    },
  );

  it('refuses a family that this LibreOffice cannot do as a library, and says what to try', async () => {
    const attempt = converter.convert(documents.xlsx(), { engine: 'native' });
    if (await converter.handles('native', 'calc')) expect((await attempt).engine).toBe('native');
    else
      await expect(attempt).rejects.toMatchObject({ code: 'NO_ENGINE', message: expect.stringContaining('soffice') });
  });

  it('remembers what the library can do', async () => {
    const answer = await converter.handles('native', 'calc');
    const cache = join(folder, 'other-cache');
    const other = createConverter({ ...settings, cache });
    mkdirSync(cache);
    const remembered = readFileSync(join(settings.cache, 'families-native-3.json'), 'utf8');
    const opposite = remembered.replaceAll(`"calc":${answer}`, `"calc":${!answer}`);
    expect(opposite).not.toBe(remembered);
    writeFileSync(join(cache, 'families-native-3.json'), opposite); // a new trial would give the true answer
    expect(await other.handles('native', 'calc')).toBe(!answer);
    await other.close();
  });
});

describeTools('auto', ['soffice.bin'], () => {
  it('a document that LibreOffice does not open is not called one that needs it', async () => {
    const subset = '<!DOCTYPE x [<!ENTITY a "</w:t><w:t>">]>'; // elements begin and end within an entity (XML 1.0, 4.3.2)
    const xml = Buffer.from(word2003('x'))
      .toString()
      .replace('x</', '&a;</')
      .replace(/<(?=\w)/, `${subset}<`);
    const document = { name: 'Word 2003.xml', bytes: Buffer.from(xml) };
    await expect(converter.convert(document)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });

  it('takes the next engine where one does not start', async () => {
    const libreoffice = await brokenLibreOffice(join(folder, 'no-library'), 'library');
    const broken = createConverter({ ...settings, libreoffice });
    expect((await broken.convert(documents.docx())).engine).toBe('soffice');
    // to prepare the second one the fonts of the engine are needed
    for (const document of [documents.docx(), DEMONSTRATIONS.narrowSubstitute.document])
      await expect(broken.convert(document, { engine: 'native' })).rejects.toMatchObject({ code: 'NO_ENGINE' });
    await broken.close();
  });
});

describe('without LibreOffice', () => {
  const nowhere = { ...settings, libreoffice: join(folder, 'nowhere') };

  it.each(['native', 'soffice'] as const)('%s is NO_ENGINE', async engine => {
    const without = createConverter({ ...nowhere, engine });
    await expect(without.convert(documents.docx())).rejects.toMatchObject({
      code: 'NO_ENGINE',
      message: expect.stringMatching(/not installed/),
    });
    await without.close();
  });

  testWith('the embedded engine is taken', [embedded], async () => {
    const without = createConverter(nowhere);
    const [docx, pages] = [await without.engineFor(formatNamed('docx')), await without.engineFor(formatNamed('ods'))];
    expect([docx.name, pages.name]).toEqual(['wasm', 'wasm']);
    await without.close();
  });
});
