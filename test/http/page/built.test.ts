/** The scripts of the page share code with the command line, and run in browsers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PAGE = 'dist/page';
const scripts = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'));

it.each(scripts)('%s uses nothing that only Node has', name => {
  const script = readFileSync(join(PAGE, name), 'utf8');
  expect(script.match(/\b(?:Buffer|process|setImmediate)\s*[.(].{0,40}|from ['"]node:.{0,40}/g) ?? []).toEqual([]);
});
