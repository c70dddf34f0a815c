import { delimiter, isAbsolute } from 'node:path';

/** The folders of PATH, without those that depend on the current folder. */
export function searchPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
}
