/**
 * A process that calls LibreOfficeKit directly and does nothing else: what docconv is compared with. The parent process
 * sends lists of files; the answer to each is the list of milliseconds. `fork(kit.mjs, [folder])`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from './lib.mjs';

const [folder] = process.argv.slice(2);
const profile = join(folder, 'profile');
mkdirSync(profile, { recursive: true });
process.env.SAL_USE_VCLPLUGIN = 'svp';
const { openKit } = await importSource('src/convert/engines/lok.ts');
const { exportOf } = await importSource('src/convert/output/export-filter.ts');
const { formatNamed } = await importSource('src/convert/formats.ts');
const toPdf = exportOf({}, formatNamed('docx')); // as docconv sets the options
const kit = await openKit('/usr/lib/libreoffice/program/libmergedlo.so', profile);

function convert(file) {
  const started = performance.now();
  const document = kit.load(file, kit.loadOptions);
  if (!kit.save(document, join(folder, 'out.pdf'), toPdf)) throw new Error(kit.lastError());
  kit.close(document);
  return performance.now() - started;
}

process.on('message', files => process.send(files.map(convert)));
process.send('ready');
