/** One process that calls LibreOfficeKit for every file of BENCH_FILES and does nothing else; it works in BENCH_FOLDER. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from './lib.mjs';

const files = JSON.parse(process.env.BENCH_FILES);
const folder = process.env.BENCH_FOLDER;
const profile = join(folder, 'profile');
mkdirSync(profile, { recursive: true });
process.env.SAL_USE_VCLPLUGIN = 'svp';
const { openKit } = await importSource('src/convert/engines/lok.ts');
const kit = openKit('/usr/lib/libreoffice/program/libmergedlo.so', profile);

function convert(file) {
  const document = kit.load(file, kit.loadOptions);
  if (!kit.saveAsPdf(document, join(folder, 'out.pdf'), '')) throw new Error(kit.lastError());
  kit.close(document);
}

for (const file of files.slice(0, 10)) convert(file);
process.on('message', () => {
  for (const file of files) convert(file);
  process.send('done');
});
process.send('ready');
