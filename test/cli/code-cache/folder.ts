/** The folder of compiled code of a home. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const folderOf = (home: string) => join(home, 'cache', 'code');

/** By name. */
export function cached(home: string): Map<string, Buffer> {
  const folder = folderOf(home);
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]));
}
