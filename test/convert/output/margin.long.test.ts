/** `--comments margin` on every engine. */
import { it } from 'vitest';
import { describeWith, program } from '../../helpers/requires.js';
import { embedded, openEngines } from '../engine-setup.js';
import { expectMargin } from './margin.helper.js';

const { converter } = await openEngines();
const poppler = ['pdftotext', 'pdftoppm', 'qpdf'].map(program);

const ENGINES = [
  { engine: 'native', needs: program('soffice.bin') },
  { engine: 'soffice', needs: program('soffice.bin') },
  { engine: 'wasm', needs: embedded },
] as const;

for (const { engine, needs } of ENGINES) {
  describeWith(`comments in the margin on ${engine}`, [needs, ...poppler], () => {
    it('are printed beside the scaled page', () => expectMargin(converter, engine));
  });
}
