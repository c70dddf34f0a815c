/**
 * parallel.mjs SCRIPT...: runs scripts of package.json at the same time, on any system. Fails when one of them failed, after
 * all have ended: with the output of those that failed, and their names, at the end.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const npm = process.env.npm_execpath;
if (!npm) throw new Error('Start this by a script of package.json.');
const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env;

const results = await Promise.all(process.argv.slice(2).map(run));
const failed = results.filter(({ status }) => status !== 0);
for (const { status, output } of results) if (status === 0) process.stdout.write(output);
for (const { output } of failed) process.stdout.write(output);
for (const { script } of failed) console.log(`failed: npm run ${script}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run(script) {
  const child = spawn(process.execPath, [npm, 'run', script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const ended = new Promise(resolve => child.on('error', () => resolve(null)).on('exit', resolve));
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  return { script, output, status: await ended };
}
