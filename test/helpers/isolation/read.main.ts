/** `node read.main.mjs FILE ...` prints as JSON which of the files this Node can read in the sandbox of a worker. */
import { text } from 'node:stream/consumers';
import { startSandboxed, Workspace } from '../../../src/isolation/index.js';

const SCRIPT = `
  const { openSync } = require('node:fs');
  const reads = path => { try { openSync(path); return true } catch { return false } };
  process.stderr.write(JSON.stringify(process.argv.slice(1).map(reads)));
`;

const workspace = new Workspace();
const policy = { readable: [], scratch: 16 * 1024 ** 2 };
const args = ['-e', SCRIPT, '--', ...process.argv.slice(2)];
const { child, dispose } = await startSandboxed(process.execPath, args, policy, { environment: {}, workspace });
process.stdout.write(await text(child.stderr!));
await dispose();
await workspace.close();
