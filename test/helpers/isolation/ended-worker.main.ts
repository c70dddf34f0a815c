/**
 * `node ended-worker.main.mjs ENTRY`: starts a worker and stops it, while this process is so busy that it learns of the end of
 * the worker and of its pipes at once. Prints how many timers are left.
 */
import { WorkerProcess } from '../../../src/isolation/worker-process.js';
import { Workspace } from '../../../src/isolation/workspace.js';

const BUSY_MS = 300;
const entry = process.argv[2]!;
const workspace = new Workspace();
const settings = {
  ...{ entry, workspace, sandbox: { readable: [entry], scratch: null } },
  ...{ environment: {}, config: null, failures: new Set<never>() },
};
const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
const turn = () => new Promise(resolve => setTimeout(resolve));

const worker = await WorkerProcess.start<null, object>(settings, new AbortController().signal);
await worker.ready;
await turn(); // from a timer, Node reads the news of the system before it tells that a pipe is closed
void worker.stop();
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
await worker.ended;
await turn();
process.stdout.write(JSON.stringify({ timers: timers() }));
await workspace.close();
process.exit();
