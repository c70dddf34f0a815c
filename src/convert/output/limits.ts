/** What a finished PDF may be. A small document can unroll into any number of pages. */
import { readFile, stat } from 'node:fs/promises';
import { type Limits, requireWithin } from '../limits.js';

/** No page that LibreOffice writes takes fewer bytes: what is smaller needs no counting. */
const BYTES_OF_A_PAGE = 200;

/** Throws LIMIT_EXCEEDED for a PDF of too many bytes or pages. */
export async function requireOutputWithin(limits: Limits, path: string): Promise<void> {
  const { size } = await stat(path);
  requireWithin(limits, 'outputBytes', size);
  if (size > limits.pages * BYTES_OF_A_PAGE) requireWithin(limits, 'pages', await countPages(path));
}

async function countPages(path: string): Promise<number> {
  const { run, startQpdf } = await import('./qpdf.js');
  const qpdf = await startQpdf();
  qpdf.FS.writeFile('/in.pdf', await readFile(path));
  run(qpdf, ['--json', '--json-key=pages', '/in.pdf', '/pages.json']);
  const { pages } = JSON.parse(Buffer.from(qpdf.FS.readFile('/pages.json')).toString()) as { pages: unknown[] };
  return pages.length;
}
