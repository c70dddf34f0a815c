/**
 * `node cold-phases.mjs FILE FOLDER`: what LibreOffice does in a cold conversion, as a worker of the native engine has it
 * done: JSON with wall and processor milliseconds of each phase. FOLDER keeps the profile.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pdfExport, prepareNative } from './native.mjs';

const [file, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const own = mkdtempSync(join(folder, 'worker-'));
const start = await prepareNative(join(folder, 'profile'), own);
const toPdf = await pdfExport();

const phases = {};
async function phase(name, run) {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const result = await run();
  const { user, system } = process.cpuUsage(cpu);
  phases[name] = { wall: performance.now() - wall, cpu: (user + system) / 1000 };
  return result;
}

const kit = await phase('start', start);
const document = await phase('load', () => kit.load(file));
const saved = await phase('save', () => kit.save(document, join(own, 'out.pdf'), toPdf));
if (!saved) throw new Error(kit.lastError());
rmSync(own, { recursive: true });
console.log(JSON.stringify(phases));
process.kill(process.pid, 'SIGKILL'); // the end of LibreOffice in a library may crash
