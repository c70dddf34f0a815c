/** Carries out the jobs of standard input, one a line: action, source, target, field, value, divided by tabulators. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Packages of the folder that the first argument names. */
export const packages = createRequire(join(process.argv[2], 'index.js'));

export async function serve(actions) {
  for await (const line of createInterface({ input: process.stdin })) {
    const [action, source, target, field, value] = line.split('\t');
    try {
      await actions[action](source, target, field, value.replaceAll('\\n', '\n'));
      process.stdout.write('done\n');
    } catch (error) {
      process.stdout.write(`failed: ${String(error).replaceAll('\n', ' ')}\n`);
    }
  }
}
