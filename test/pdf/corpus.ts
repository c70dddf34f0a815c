/** Each file of the corpus opens, with the pages and signatures that are known, or is rejected with an error code. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { documentMetadata, openPdf, signatureFields } from '../../src/pdf/index.js';
import { canUse, describeCorpus } from '../helpers/requires.js';

interface Known {
  file: string;
  signatures?: unknown[];
  password?: string;
  unreadable?: boolean;
}

const REJECTED = new Set(['PASSWORD_NEEDED', 'ENCRYPTION_UNSUPPORTED', 'CORRUPT_DOCUMENT']);

/** Defines a test for each of the files of the corpus for which `isIncluded` is true. */
export const testCorpus = (isIncluded: (index: number) => boolean) =>
  describeCorpus('the corpus of signed files', 'signed', folder => {
    const manifest = new Map(
      (JSON.parse(readFileSync(`${folder}.json`, 'utf8')) as Known[]).map(known => [known.file, known]),
    );
    for (const file of readdirSync(folder).filter((_, index) => isIncluded(index))) {
      test(file, async () => {
        const known = manifest.get(file);
        try {
          const document = await openPdf(join(folder, file), known?.password ? { password: known.password } : {});
          const { pages } = await documentMetadata(document);
          if (known?.signatures) expect(signatureFields(document.latest)).toHaveLength(known.signatures.length);
          const expected = known?.unreadable ? null : pagesByPdfinfo(join(folder, file), known?.password);
          if (expected !== null && document.notes.length === 0) expect(pages).toBe(expected);
          document.close();
        } catch (thrown) {
          if (!(thrown instanceof DocconvError)) throw thrown;
          expect(REJECTED).toContain(thrown.code);
        }
      });
    }
  });

function pagesByPdfinfo(path: string, password = ''): number | null {
  if (!canUse('pdfinfo')) return null;
  try {
    const text = execFileSync('pdfinfo', ['-upw', password, path], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/^Pages:\s+(\d+)$/m.exec(text)?.[1]);
  } catch {
    return null;
  }
}
