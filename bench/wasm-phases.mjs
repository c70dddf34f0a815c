/**
 * `node bench/wasm-phases.mjs [FILE]`: the time of each phase of a cold start of the embedded engine, tab-separated; by
 * default with examples/report.docx.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importSource, ms, ROOT } from './lib.mjs';

const [file = join(ROOT, 'examples', 'report.docx')] = process.argv.slice(2);
let last = performance.now();
const phase = name => {
  const now = performance.now();
  console.log(`  ${name}\t${ms(now - last)}`);
  last = now;
};

const { openWasmKit } = await importSource('src/convert/engines/wasm/emscripten.ts');
last = performance.now();
const [kit, files] = await openWasmKit(join(ROOT, 'node_modules', '@matbee', 'libreoffice-converter'), () =>
  phase('read 250 MB, compile the module, unpack its file system'),
);
phase('start LibreOfficeKit');
const input = files.write(basename(file), readFileSync(file));
const document = kit.load(input, kit.loadOptions);
phase('load the first document (functions compile as they are called)');
await kit.pause();
kit.save(document, join(dirname(input), 'out.pdf'), { extension: 'pdf', filter: 'writer_pdf_Export', options: '' });
phase('write its PDF');
process.kill(process.pid, 'SIGKILL');
