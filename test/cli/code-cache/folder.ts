/** The folder of compiled code of a home. */
import { readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

/** A requirement of tests. */
export const node20 = {
  missing: 'this version of Node has a cache of its own',
  met: !('enableCompileCache' in module),
};

export const folderOf = (home: string) => join(home, 'cache', 'code');

/** By name. */
export function cached(home: string): Map<string, Buffer> {
  const folder = folderOf(home);
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]));
}
