/**
 * `node cold-phases.mjs FILE FOLDER`: what LibreOffice does in a cold conversion, as a worker of the native engine has it
 * done: JSON with wall and processor milliseconds of each phase. FOLDER keeps the profile.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importSource } from './lib.mjs';

const LIBRARY = '/usr/lib/libreoffice/program/libmergedlo.so';
const [file, folder] = process.argv.slice(2);
const { openKit } = await importSource('src/convert/engines/lok.ts');
const { provideLayouts } = await importSource('src/convert/engines/layouts.ts');
const { providePrograms } = await importSource('src/convert/engines/programs.ts');
const { writeProfile } = await importSource('src/convert/engines/profile.ts');
const { exportOf } = await importSource('src/convert/output/export-filter.ts');
const { formatNamed } = await importSource('src/convert/formats.ts');

mkdirSync(folder, { recursive: true });
const own = mkdtempSync(join(folder, 'worker-'));
const profile = join(folder, 'profile');
writeProfile(profile, null);
Object.assign(process.env, { SAL_USE_VCLPLUGIN: 'svp', LANG: 'C.UTF-8' });
Object.assign(
  process.env,
  provideLayouts(dirname(LIBRARY), join(own, 'layouts')),
  providePrograms(join(own, 'programs')),
);

const phases = {};
async function phase(name, run) {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const result = await run();
  const { user, system } = process.cpuUsage(cpu);
  phases[name] = { wall: performance.now() - wall, cpu: (user + system) / 1000 };
  return result;
}

const kit = await phase('start', () => openKit(LIBRARY, profile));
const document = await phase('load', () => kit.load(file, `Language=en-US,${kit.loadOptions}`));
const saved = await phase('save', () => kit.save(document, join(own, 'out.pdf'), exportOf({}, formatNamed('docx'))));
if (!saved) throw new Error(kit.lastError());
rmSync(own, { recursive: true });
console.log(JSON.stringify(phases));
process.kill(process.pid, 'SIGKILL'); // the end of LibreOffice in a library may crash
