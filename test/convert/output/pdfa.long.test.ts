/** `--pdfa` as an independent validator sees it: documents of each family, with the options that change the PDF. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PdfOptions } from '../../../src/convert/options.js';
import { commented, documents, type Fixture } from '../../helpers/documents.js';
import { faultsOf, preflight, preflightTools } from '../../helpers/looks/preflight.js';
import { describeCorpus, describeWith, program } from '../../helpers/requires.js';
import { embedded, openEngines } from '../engine-setup.js';

const LEVELS = ['1b', '2b', '3b'] as const;

const VARIANTS: Record<string, PdfOptions> = {
  plain: {},
  titled: { title: "Ann's <title> & more", author: 'Größe' },
  stamped: { watermark: 'DRAFT', header: 'Header', pageNumbers: '{page}' },
  accessible: { pdfua: true },
  margin: { comments: 'margin' },
};

/** LibreOffice 7.4 writes no tags for most sheets and some pictures. */
const TAGGED = /\.(?:docx|odt|pptx|odp)$/;

const FAMILIES: readonly Fixture[] = [
  commented(),
  ...(
    ['docx', 'odt', 'rtf', 'html', 'md', 'xlsx', 'ods', 'csv', 'pptx', 'odp', 'odg', 'svg', 'png', 'jpg'] as const
  ).map(format => documents[format]()),
];

const ENGINES = [
  { engine: 'native', requirements: [program('soffice.bin')], fixtures: FAMILIES },
  { engine: 'soffice', requirements: [program('soffice.bin')], fixtures: [commented(), documents.pptx()] },
  { engine: 'wasm', requirements: [embedded], fixtures: [commented(), documents.xlsx(), documents.pptx()] },
] as const;

for (const { engine, requirements, fixtures } of ENGINES) {
  describeWith(`--pdfa on ${engine}`, [...requirements, ...preflightTools], async () => {
    const { converter, folder } = await openEngines();
    it.each(LEVELS)(
      '%s is valid',
      async pdfa => {
        const paths: string[] = [];
        for (const [i, fixture] of fixtures.entries()) {
          for (const [variant, options] of Object.entries(VARIANTS)) {
            if (options.pdfua && !TAGGED.test(fixture.name)) continue;
            if (options.comments && fixture.name !== commented().name) continue;
            const { pdf } = await converter.convert(fixture, { engine, pdf: { pdfa, ...options } });
            const path = join(folder, `${pdfa}-${i}-${fixture.name}-${variant}.pdf`);
            await writeFile(path, pdf);
            paths.push(path);
          }
        }
        expect(await faultsFound(folder, paths, pdfa)).toEqual([]);
      },
      300_000,
    );
  });
}

describeWith('--pdfua of a sheet', [program('soffice.bin')], async () => {
  const { converter } = await openEngines();
  it('has tags, or fails and names what is missing', async () => {
    const fixture = documents.xlsx();
    const error = await converter.convert(fixture, { pdf: { pdfua: true } }).catch(failed => failed);
    if (error instanceof Error) expect(error).toMatchObject({ code: 'PDFA_INVALID', detail: { rules: 'ua-tags' } });
    else expect(Buffer.from(error.pdf).toString('latin1')).toContain('/StructTreeRoot');
  });
});

describeWith('the validator', preflightTools, () => {
  const folder = mkdtemp(join(tmpdir(), 'docconv-preflight-'));
  afterAll(async () => rm(await folder, { recursive: true, force: true }));

  it('finds faults in a PDF that is no PDF/A', async () => {
    const path = join(await folder, 'plain.pdf');
    const { converter } = await openEngines();
    await writeFile(path, (await converter.convert(documents.docx())).pdf);
    expect(await faultsFound(await folder, [path], '1b')).not.toEqual([]);
    expect(await faultsFound(await folder, [path], '2b')).not.toEqual([]);
  });
});

describe('--pdfa of sample documents', () => {
  describeCorpus('of Word', 'docx', samples => {
    describeWith('as a validator sees it', [program('soffice.bin'), ...preflightTools], async () => {
      const { converter, folder } = await openEngines();
      it.each(LEVELS)(
        '%s is valid',
        async pdfa => {
          const paths: string[] = [];
          for (const [i, name] of readdirSync(samples).entries()) {
            const path = join(folder, `${pdfa}-${i}.pdf`);
            const done = converter.convertToFile({ path: join(samples, name) }, path, {
              pdf: { pdfa, title: `No ${i}` },
            });
            const error = await done.then(
              () => null,
              failed => failed,
            );
            expect(error?.code).not.toBe('PDFA_INVALID');
            if (error === null) paths.push(path);
          }
          expect(paths.length).toBeGreaterThan(0);
          expect(await faultsFound(folder, paths, pdfa)).toEqual([]);
        },
        600_000,
      );
    });
  });
});

/** "file: fault" */
async function faultsFound(
  folder: string,
  paths: readonly string[],
  level: (typeof LEVELS)[number],
): Promise<string[]> {
  const judged = await preflight(folder, paths);
  return judged.flatMap((faults, i) => faultsOf(level, faults).map(fault => `${paths[i]}: ${fault}`));
}
