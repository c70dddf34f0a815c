/** Median milliseconds of a warm conversion: `pool` through the library, `lok` by bare LibreOfficeKit calls here. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { importSource, median, ROOT, scratch } from './lib.mjs';

const [side, file] = process.argv.slice(2);
const folder = scratch();
const ROUNDS = 50;
const WARM_UP = 10;

async function measure(convert) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await convert(join(folder, 'out.pdf'));
    if (round >= WARM_UP) times.push(performance.now() - started);
  }
  process.stdout.write(`${median(times)}\n`, () => process.kill(process.pid, 'SIGKILL'));
}

if (side === 'pool') {
  const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
  const converter = createConverter({ workers: 1, engine: 'native' });
  await measure(output => converter.convertToFile(file, output)).finally(() => converter.close());
} else {
  const { openKit } = await importSource('src/convert/engines/lok.ts');
  const { filterData } = await importSource('src/convert/output/export-filter.ts');
  const OPTIONS = filterData({}); // what docconv asks of LibreOffice, too
  mkdirSync(join(folder, 'profile'));
  process.env.SAL_USE_VCLPLUGIN = 'svp';
  const kit = openKit('/usr/lib/libreoffice/program/libmergedlo.so', join(folder, 'profile'));
  await measure(async output => {
    const document = kit.load(file, kit.loadOptions);
    if (!kit.saveAsPdf(document, output, OPTIONS)) throw new Error(kit.lastError());
    kit.close(document);
  });
}
