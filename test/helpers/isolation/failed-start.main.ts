/** `node failed-start.main.mjs FOLDER`: starts a worker that leaves many files and is never ready; prints what is left of them in FOLDER. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkerProcess } from '../../../src/isolation/worker-process.js';
import { Workspace } from '../../../src/isolation/workspace.js';

const folder = process.argv[2]!;
const [entry, temporary] = [join(folder, 'worker.mjs'), join(folder, 'temporary')];
writeFileSync(
  entry,
  `import { writeFileSync } from 'node:fs';
   for (let i = 0; i < 5000; i++) writeFileSync(String(i), '');
   setTimeout(() => {}, 60_000);`,
);
const workspace = new Workspace(temporary);
const settings = {
  ...{ entry, workspace, sandbox: { readable: [entry], scratch: 64 * 1024 ** 2 } },
  ...{ environment: { PATH: '/usr/bin:/bin' }, config: {}, failures: new Set<never>(), startMs: 3000 },
};
const reason = await WorkerProcess.start(settings, new AbortController().signal).catch(error => error.reason);
const [root = ''] = readdirSync(temporary);
process.stdout.write(JSON.stringify({ reason, left: readdirSync(join(temporary, root)) }));
await workspace.close();
