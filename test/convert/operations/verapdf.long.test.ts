/**
 * Operations on PDF/A as veraPDF, the reference validator, sees them: what still claims PDF/A breaks no rule that the PDF did not
 * break before, and a claim that is lost is said.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { Operation } from '../../../src/convert/operation-types.js';
import type { Level } from '../../../src/convert/output/pdfa/rule.js';
import { claimingPdfs, claimOf, type NamedPdf } from '../../helpers/claiming-pdfs.js';
import { documents } from '../../helpers/documents.js';
import { veraPdf } from '../../helpers/looks/verapdf.js';
import { describeCorpus, describeVeraPdf, describeWith, program } from '../../helpers/requires.js';
import { everySecond } from '../../helpers/selection.js';
import { sharedConverter, temporaryFolder } from '../engine-setup.js';

const image = PNG.sync.write(new PNG({ width: 4, height: 4, fill: true }));
const OPERATIONS: readonly (readonly Operation[])[] = [
  [{ kind: 'split', ranges: '1', unify: true }],
  [{ kind: 'rotate', angle: 90 }],
  [{ kind: 'flatten' }],
  [{ kind: 'optimize', quality: 60 }],
  [{ kind: 'metadata', values: { title: 'Ünï 文', keywords: ['a', 'b'], copyright: 'C', custom: { Case: '7' } } }],
  [{ kind: 'bookmarks', bookmarks: [{ title: 'B', page: 1, children: [{ title: 'C', page: 1 }] }] }],
  [{ kind: 'attach', files: [{ name: 'a.txt', bytes: Buffer.from('a'), mediaType: 'text/plain' }] }],
  [{ kind: 'stamp', source: { image }, scale: 5 }],
  [{ kind: 'watermark', source: { text: 'DRAFT' }, opacity: 40 }],
  [{ kind: 'encrypt', ownerPassword: 'owner', allow: ['print'] }],
];

describeVeraPdf('according to veraPDF', () => {
  describeCorpus('PDF/A', 'signed', corpus => {
    describeWith('after operations', [program('soffice.bin')], async () => {
      const converter = sharedConverter();
      const folder = await temporaryFolder();

      it('is still PDF/A, or loses its claim with a warning', { timeout: 900_000 }, async () => {
        const inputs = [...claimingPdfs(corpus), ...(await made())];
        const kept: { label: string; path: string; level: Level; before: number }[] = [];
        const judged: { path: string; level: Level }[] = [];
        const silent: string[] = [];
        let tried = 0;
        for (const [i, { name, bytes }] of inputs.entries()) {
          const level = claimOf(bytes)!;
          const before = judged.length;
          judged.push({ path: save(`${before}.pdf`, bytes), level });
          for (const operations of everySecond(OPERATIONS, i)) {
            tried++;
            const label = `${name}, ${operations[0]!.kind}`;
            const result = await converter.operate({ bytes, name }, operations, { breakSignatures: true });
            const pdf = result.files[0]!.bytes;
            if (claimOf(pdf) === level)
              kept.push({ label, path: save(`${before}-${kept.length}.pdf`, pdf), level, before });
            else if (!result.warnings.some(({ code }) => code === 'pdfa_lost')) silent.push(label);
          }
        }
        const broken = await veraPdf(folder, [...judged, ...kept]);
        const rulesOf = (i: number) => new Set(broken[i]!.map(({ rule }) => rule));
        const worse = kept.flatMap(({ label, before }, i) => {
          const known = rulesOf(before);
          const added = [...rulesOf(judged.length + i)].filter(rule => !known.has(rule));
          return added.map(rule => `${label}: ${rule}`);
        });
        const encrypted = silent.filter(label => label.endsWith('encrypt')); // its metadata cannot be read
        expect({ worse, silent: silent.filter(label => !encrypted.includes(label)) }).toEqual({
          worse: [],
          silent: [],
        });
        expect(kept.length).toBeGreaterThan(0.6 * tried);
      });

      function save(name: string, bytes: Uint8Array): string {
        const path = join(folder, name);
        writeFileSync(path, bytes);
        return path;
      }

      async function made(): Promise<NamedPdf[]> {
        const all: NamedPdf[] = [];
        for (const format of ['docx', 'xlsx', 'pptx', 'png'] as const)
          for (const pdfa of ['1b', '2b', '3b'] as const)
            all.push({
              name: `${format} ${pdfa}`,
              bytes: (await converter.convert(documents[format](), { pdf: { pdfa } })).pdf,
            });
        return all;
      }
    });
  });
});
