/** `--pdfa` as an independent validator sees it: documents of each family, with the options that change the PDF. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfOptions } from '../../../src/convert/options.js';
import { withPostScriptFont } from '../../helpers/documents/embedded-font.js';
import { commented, documents, type Fixture } from '../../helpers/documents.js';
import { faultsOf, preflight, preflightTools } from '../../helpers/looks/preflight.js';
import { describeCorpus, describeWith, program } from '../../helpers/requires.js';
import { everySecond } from '../../helpers/selection.js';
import { embedded, sharedConverter, temporaryFolder } from '../engine-setup.js';

const LEVELS = ['1b', '2b', '3b'] as const;

/** Plain documents in 1b and in one of the levels that permit transparency, the others in one level: `node bench/pdfa.mjs` makes all. */
const VARIANTS: Record<string, PdfOptions> = {
  plain: {},
  titled: {
    title: "Ann's <title> & more",
    author: 'Größe',
    watermark: 'DRAFT',
    header: 'Header',
    pageNumbers: '{page}',
  },
  accessible: { pdfua: true },
  margin: { comments: 'margin' },
};

/** Those in which the document number `i` is made in the variant number `v`. */
const levelsOf = (variant: string, i: number, v: number) =>
  variant === 'plain' ? ['1b', i % 2 === 0 ? '2b' : '3b'] : [LEVELS[(i + v) % LEVELS.length]];

/** LibreOffice 7.4 writes no tags for most sheets and some pictures. */
const TAGGED = /\.(?:docx|odt|pptx|odp)$/;

const FAMILIES: readonly Fixture[] = [
  commented(),
  withPostScriptFont('A font with PostScript outlines'),
  ...(
    ['docx', 'odt', 'rtf', 'html', 'md', 'xlsx', 'ods', 'csv', 'pptx', 'odp', 'odg', 'svg', 'png', 'jpg'] as const
  ).map(format => documents[format]()),
];

const ENGINES = [
  { engine: 'native', requirements: [program('soffice.bin')], fixtures: FAMILIES },
  { engine: 'soffice', requirements: [program('soffice.bin')], fixtures: [commented(), documents.pptx()] },
  // not the one with comments: the embedded engine starts anew after each document that names authors
  { engine: 'wasm', requirements: [embedded], fixtures: [documents.docx(), documents.xlsx(), documents.pptx()] },
] as const;

for (const { engine, requirements, fixtures } of ENGINES) {
  describeWith(`--pdfa on ${engine}`, [...requirements, ...preflightTools], async () => {
    const converter = sharedConverter();
    const folder = await temporaryFolder();
    const made: Made[] = [];
    beforeAll(async () => {
      for (const level of LEVELS)
        for (const [i, fixture] of fixtures.entries()) {
          for (const [v, [variant, options]] of Object.entries(VARIANTS).entries()) {
            if (!levelsOf(variant, i, v).includes(level)) continue;
            if (options.pdfua && !TAGGED.test(fixture.name)) continue;
            if (options.comments && fixture.name !== commented().name) continue;
            const { pdf } = await converter.convert(fixture, { engine, pdf: { pdfa: level, ...options } });
            const path = join(folder, `${level}-${i}-${fixture.name}-${variant}.pdf`);
            await writeFile(path, pdf);
            made.push({ path, level });
          }
        }
    }, 900_000);
    eachLevelIsValid(folder, made);
  });
}

describeWith('--pdfua of a sheet', [program('soffice.bin')], async () => {
  const converter = sharedConverter();
  it('has tags, or fails and names what is missing', async () => {
    const fixture = documents.xlsx();
    const error = await converter.convert(fixture, { pdf: { pdfua: true } }).catch(failed => failed);
    if (error instanceof Error) expect(error).toMatchObject({ code: 'PDFA_INVALID', detail: { rules: 'ua-tags' } });
    else expect(Buffer.from(error.pdf).toString('latin1')).toContain('/StructTreeRoot');
  });
});

describeWith('the validator', preflightTools, () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-preflight-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds faults in a PDF that is no PDF/A', async () => {
    const converter = sharedConverter();
    const { pdf } = await converter.convert(documents.docx());
    const made = (['1b', '2b'] as const).map(level => ({ path: join(folder, `${level}.pdf`), level }));
    for (const { path } of made) await writeFile(path, pdf);
    const faults = await faultsFound(folder, made);
    expect(faults['1b']).not.toEqual([]);
    expect(faults['2b']).not.toEqual([]);
  });
});

describe('--pdfa of sample documents', () => {
  describeCorpus('of Word', 'docx', samples => {
    describeWith('as a validator sees it', [program('soffice.bin'), ...preflightTools], async () => {
      const converter = sharedConverter();
      const folder = await temporaryFolder();
      const made: Made[] = [];
      // every second document, each in one level: `node bench/pdfa.mjs` makes all of them
      beforeAll(async () => {
        for (const [i, name] of everySecond(readdirSync(samples), 0).entries()) {
          const level = LEVELS[i % LEVELS.length]!;
          const path = join(folder, `${level}-${i}.pdf`);
          const done = converter.convertToFile({ path: join(samples, name) }, path, {
            pdf: { pdfa: level, title: `No ${i}` },
          });
          const error = await done.then(
            () => null,
            failed => failed,
          );
          expect(error?.code).not.toBe('PDFA_INVALID');
          if (error === null) made.push({ path, level });
        }
      }, 600_000);
      eachLevelIsValid(folder, made);
    });
  });
});

interface Made {
  readonly path: string;
  readonly level: (typeof LEVELS)[number];
}

/** Defines a test for each level. The first one has the validator, which takes long to start, judge the PDFs of all levels. */
function eachLevelIsValid(folder: string, made: readonly Made[]): void {
  let faults: ReturnType<typeof faultsFound> | null = null;
  it.each(LEVELS)(
    '%s is valid',
    async level => {
      expect(made.filter(pdf => pdf.level === level)).not.toEqual([]);
      faults ??= faultsFound(folder, made);
      expect((await faults)[level]).toEqual([]);
    },
    600_000,
  );
}

/** Of each level, as "file: fault". */
async function faultsFound(folder: string, made: readonly Made[]): Promise<Record<Made['level'], string[]>> {
  const paths = made.map(({ path }) => path);
  const judged = await preflight(folder, paths);
  const found: Record<Made['level'], string[]> = { '1b': [], '2b': [], '3b': [] };
  for (const [i, { path, level }] of made.entries())
    found[level].push(...faultsOf(level, judged[i]!).map(fault => `${path}: ${fault}`));
  return found;
}
