/** PDF/A and PDF/UA as veraPDF, the reference validator, sees them: 20 documents. `node bench/verapdf.mjs` takes all samples. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PdfOptions } from '../../../src/convert/options.js';
import type { Level } from '../../../src/convert/output/pdfa/rule.js';
import { accessibleReport } from '../../helpers/accessible-report.js';
import { withPostScriptFont } from '../../helpers/documents/embedded-font.js';
import { commented, documents, type Fixture, type FormatName } from '../../helpers/documents.js';
import { type BrokenRule, veraPdf } from '../../helpers/looks/verapdf.js';
import { describeVeraPdf, describeWith, program } from '../../helpers/requires.js';
import { sharedConverter, temporaryFolder } from '../engine-setup.js';

/** The levels that a PDF claims, by options. */
const REQUESTS: readonly { readonly pdf: PdfOptions; readonly levels: readonly Level[] }[] = [
  { pdf: { pdfa: '1b' }, levels: ['1b'] },
  { pdf: { pdfa: '2b', title: "Ann's <title> & more", author: 'Größe' }, levels: ['2b'] },
  { pdf: { pdfa: '3b', watermark: 'DRAFT', header: 'Header', pageNumbers: '{page}' }, levels: ['3b'] },
];
const ACCESSIBLE = [
  { pdf: { pdfua: true }, levels: ['ua'] },
  { pdf: { pdfua: true, pdfa: '2b' }, levels: ['ua', '2b'] },
] as const;

const FORMATS: readonly FormatName[] = [
  ...(['docx', 'odt', 'rtf', 'html', 'md', 'xlsx', 'ods', 'csv', 'pptx', 'odp', 'odg', 'svg', 'png', 'jpg'] as const),
  ...(['txt', 'fods', 'fodp', 'fodt'] as const),
];

/** LibreOffice 7.4 writes no tags for most sheets, and pictures have no description. */
const TAGGED = /\.(?:docx|odt|rtf|html|pptx|odp|fodt)$/;

describeVeraPdf('according to veraPDF', () => {
  describeWith('each rule is kept', [program('soffice.bin')], async () => {
    const converter = sharedConverter();
    const folder = await temporaryFolder();
    const made: { path: string; level: Level }[] = [];

    async function make(fixture: Fixture, { pdf, levels }: { pdf: PdfOptions; levels: readonly Level[] }) {
      const path = join(folder, `${made.length}-${fixture.name}.pdf`);
      await writeFile(path, (await converter.convert(fixture, { engine: 'native', pdf })).pdf);
      made.push(...levels.map(level => ({ path, level })));
    }

    it('by documents of each family, and not by a PDF that claims no level', { timeout: 600_000 }, async () => {
      const report = await accessibleReport();
      const fixtures = [report, commented(), ...FORMATS.map(format => documents[format]())];
      expect(fixtures.length).toBe(20);
      for (const [i, fixture] of fixtures.entries()) {
        await make(fixture, REQUESTS[i % REQUESTS.length]!);
        if (TAGGED.test(fixture.name)) await make(fixture, ACCESSIBLE[i % ACCESSIBLE.length]!);
      }
      for (const request of ACCESSIBLE) await make(report, request);
      await make(withPostScriptFont('A font with PostScript outlines'), { pdf: { pdfa: '1b' }, levels: ['1b'] });
      const plain = join(folder, 'plain.pdf');
      await writeFile(plain, (await converter.convert(documents.docx(), { engine: 'native' })).pdf);
      const controls = (['2b', 'ua'] as const).map(level => ({ path: plain, level }));
      const judged = await veraPdf(folder, [...made, ...controls]); // one process: its start takes seconds
      const broken = made.map(({ path, level }, i) => ({ path, level, rules: judged[i]!.map(nameOf) }));
      expect(broken.filter(({ rules }) => rules.length > 0)).toEqual([]);
      for (const rules of judged.slice(made.length)) expect(rules).not.toEqual([]);
    });
  });
});

const nameOf = ({ rule, message }: BrokenRule): string => `${rule}: ${message}`;
