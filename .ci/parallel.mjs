/**
 * parallel.mjs SCRIPT...: runs scripts of package.json at the same time, on any system. Fails when one of them failed, after
 * all have ended.
 */
import { spawn } from 'node:child_process';

const npm = process.env.npm_execpath;
if (!npm) throw new Error('Start this by a script of package.json.');

const statuses = await Promise.all(process.argv.slice(2).map(run));
process.exit(statuses.every(status => status === 0) ? 0 : 1);

function run(script) {
  const child = spawn(process.execPath, [npm, 'run', script], { stdio: 'inherit', windowsHide: true });
  return new Promise(resolve => child.on('error', () => resolve(null)).on('exit', resolve));
}
