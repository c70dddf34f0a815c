/** Pictures of every kind in documents of every family: shown by every engine, or reported as lost. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Conversion, EngineName } from '../../../../src/convert/index.js';
import { COLOURED, damaged } from '../../../helpers/documents/coloured.js';
import { type IllustratedFormat, illustrated, PICTURES_OF } from '../../../helpers/documents/illustrated.js';
import { type Fixture, legacy } from '../../../helpers/documents.js';
import { colourMeter, countImages } from '../../../helpers/looks/pdf-looks.js';
import { describeWith, program, type Requirement } from '../../../helpers/requires.js';
import { embedded, sharedConverter, temporaryFolder } from '../../engine-setup.js';

const converter = sharedConverter();
const folder = await temporaryFolder();

/** Made by LibreOffice from another format. */
const OLD = { doc: 'docx', xls: 'xlsx', ppt: 'pptx' } as const;
type Old = keyof typeof OLD;

const MODERN_FORMATS = Object.keys(PICTURES_OF) as IllustratedFormat[];
const OLD_FORMATS = Object.keys(OLD) as Old[];
const ENGINES: readonly [EngineName, Requirement][] = [
  ['native', program('soffice.bin')],
  ['soffice', program('soffice.bin')],
  ['wasm', embedded],
];
/** Square centimetres: each picture has four. */
const AREA = 3.2;

for (const [engine, requirement] of ENGINES) {
  const convert = async (fixture: Fixture) => {
    const conversion = await converter.convert(fixture, { engine, timeoutMs: 180_000 });
    expect(conversion.engine).toBe(engine);
    const path = join(folder, `${engine}-${fixture.name}.pdf`);
    await writeFile(path, conversion.pdf);
    return { ...conversion, path };
  };

  describeWith(`pictures with ${engine}`, [requirement, program('pdftoppm'), program('pdfimages')], () => {
    it.each(MODERN_FORMATS)(
      'of every kind are shown in %s',
      async format => {
        const { path, warnings } = await convert(illustrated(format));
        expect(hidden(path, format)).toEqual([]);
        expect(warnings).toEqual([]);
        const bitmaps = PICTURES_OF[format].filter(name => COLOURED[name].isBitmap);
        expect(countImages(path)).toBeGreaterThanOrEqual(bitmaps.length);
      },
      200_000,
    );

    testOld(convert);

    it.each(MODERN_FORMATS)(
      'that cannot be read are reported as lost in %s',
      async format => {
        const kind = PICTURES_OF[format].includes('gif') ? 'gif' : 'png';
        const { path, warnings } = await convert(illustrated(format, [damaged(kind), COLOURED.jpg]));
        expect(colourMeter(path)(COLOURED[kind].colour)).toBeLessThan(AREA);
        expect(colourMeter(path)(COLOURED.jpg.colour)).toBeGreaterThan(AREA);
        expect(lost(warnings)).toEqual([{ lost: 1, pictures: 2 }]);
      },
      200_000,
    );
  });
}

/** LibreOffice writes the documents. */
function testOld(convert: (fixture: Fixture) => Promise<{ path: string; warnings: Conversion['warnings'] }>): void {
  it.each(OLD_FORMATS)(
    'of every kind are shown in %s',
    async format => {
      const { path, warnings } = await convert(await legacy(illustrated(OLD[format]), format));
      expect(hidden(path, OLD[format])).toEqual([]);
      expect(lost(warnings)).toEqual([]); // the document names fonts of Word
    },
    200_000,
  );
}

/** The pictures of a document whose colour its PDF does not show. */
function hidden(path: string, format: IllustratedFormat): string[] {
  const areaOf = colourMeter(path);
  return PICTURES_OF[format].filter(name => areaOf(COLOURED[name].colour) < AREA);
}

function lost(warnings: Conversion['warnings']) {
  return warnings.filter(({ code }) => code === 'pictures_lost').map(({ detail }) => detail);
}
