/** Documents of the benchmarks of jobs. */
import { execFileSync } from 'node:child_process';

/** The text of a PDF. Throws for anything else. */
export function textOf(pdf) {
  return execFileSync('pdftotext', ['-q', '-', '-'], { input: pdf, encoding: 'utf8' });
}
