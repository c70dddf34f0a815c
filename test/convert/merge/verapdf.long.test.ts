/**
 * Merged PDF/A as veraPDF, the reference validator, sees it: what claims PDF/A breaks no rule that the documents did not break,
 * and a claim that is lost is said.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimingPdfs, claimOf, type NamedPdf } from '../../helpers/claiming-pdfs.js';
import { documents } from '../../helpers/documents.js';
import { type Judged, veraPdf } from '../../helpers/looks/verapdf.js';
import { describeCorpus, describeVeraPdf, describeWith, program } from '../../helpers/requires.js';
import { sharedConverter, temporaryFolder } from '../engine-setup.js';

describeVeraPdf('according to veraPDF', () => {
  describeCorpus('PDF/A', 'signed', corpus => {
    describeWith('after a merge', [program('soffice.bin')], async () => {
      const converter = sharedConverter();
      const folder = await temporaryFolder();

      it('is still PDF/A, or loses its claim with a warning', { timeout: 900_000 }, async () => {
        const own = await made();
        const pairs = [...neighbours(claimingPdfs(corpus)), ...neighbours(own)];
        const merged: (Judged & { label: string; inputs: readonly NamedPdf[] })[] = [];
        const silent: string[] = [];
        for (const inputs of pairs) {
          const label = inputs.map(({ name }) => name).join(' + ');
          const { pdf, warnings } = await converter.merge(inputs.map(source => ({ source })));
          const level = claimOf(pdf);
          const path = save(`merged-${merged.length}.pdf`, pdf);
          if (level !== null) merged.push({ label, inputs, path, level });
          else if (!warnings.some(({ code }) => code === 'pdfa_lost')) silent.push(label);
        }
        const inputs = merged.flatMap(({ inputs, level }, i) =>
          inputs.map(({ bytes }, j) => ({ path: save(`input-${i}-${j}.pdf`, bytes), level })),
        );
        const broken = (await veraPdf(folder, [...merged, ...inputs])).map(rules => rules.map(({ rule }) => rule));
        const worse = merged.flatMap(({ label }, i) => {
          const known = [0, 1].flatMap(j => broken[merged.length + 2 * i + j]!);
          return broken[i]!.filter(rule => !known.includes(rule)).map(rule => `${label}: ${rule}`);
        });
        expect({ worse, silent }).toEqual({ worse: [], silent: [] });
        expect(merged.filter(({ inputs }) => own.includes(inputs[0]!))).toHaveLength(own.length - 1);
      });

      function save(name: string, bytes: Uint8Array): string {
        const path = join(folder, name);
        writeFileSync(path, bytes);
        return path;
      }

      async function made(): Promise<NamedPdf[]> {
        const all: NamedPdf[] = [];
        for (const pdfa of ['1b', '2b', '3b'] as const)
          for (const format of ['docx', 'xlsx', 'png'] as const)
            all.push({
              name: `${format} ${pdfa}`,
              bytes: (await converter.convert(documents[format](), { pdf: { pdfa } })).pdf,
            });
        return all;
      }
    });
  });
});

const neighbours = (pdfs: readonly NamedPdf[]): NamedPdf[][] => pdfs.slice(1).map((pdf, i) => [pdfs[i]!, pdf]);
