/** A mirror on disk: a file for each list, and index.json. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function writeMirror(folder: string, documents: Readonly<Record<string, Uint8Array>>): void {
  mkdirSync(folder, { recursive: true });
  const rows = Object.entries(documents).map(([url, bytes], i) => {
    writeFileSync(join(folder, `${i}.xml`), bytes);
    return [url, `${i}.xml`];
  });
  writeFileSync(join(folder, 'index.json'), JSON.stringify(Object.fromEntries(rows)));
}
