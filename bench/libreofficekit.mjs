/**
 * A process that calls LibreOfficeKit directly and does nothing else. The parent process sends lists of files; the answer
 * to each is the list of milliseconds. `fork(libreofficekit.mjs, [folder], { env: ENVIRONMENT })`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pdfExport, prepareNative } from './native.mjs';

const [folder] = process.argv.slice(2);
mkdirSync(folder);
const start = await prepareNative(join(folder, 'profile'), folder);
const toPdf = await pdfExport();
const kit = await start();

function convert(file) {
  const started = performance.now();
  const document = kit.load(file);
  if (!kit.save(document, join(folder, 'out.pdf'), toPdf)) throw new Error(kit.lastError());
  kit.close(document);
  return performance.now() - started;
}

process.on('message', files => process.send(files.map(convert)));
process.send('ready');
