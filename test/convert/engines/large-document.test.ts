/** A large document is not kept in memory beside what LibreOffice makes of it. */
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { EngineDocument } from '../../../src/convert/engines/engine-calls.js';
import { convertByKit, diskFiles, type Kit } from '../../../src/convert/engines/libreofficekit.js';

const MIB = 1024 ** 2;

/** `isKept`: whether its bytes are still in memory. */
function documentOf(size: number): { document: EngineDocument; isKept: () => boolean } {
  const bytes = Buffer.alloc(size);
  const reference = new WeakRef(bytes.buffer);
  const text = { name: 'a.txt', bytes, importFilter: 'Text', importOptions: '', family: 'writer' } as const;
  const document = { ...text, locale: 'en-US', export: { extension: 'pdf', filter: '', options: '' } };
  return { document, isKept: () => reference.deref() !== undefined };
}

it('while LibreOffice loads it, it is no longer in memory', async () => {
  const { document, isKept } = documentOf(9 * MIB);
  await setTimeout(); // what a weak reference leads to stays until the end of the task that has made it
  let isKeptAtLoad = true;
  const load = () => {
    isKeptAtLoad = isKept();
    return null;
  };
  const kit = { loadOptions: '', load, lastError: () => 'not loaded' } as Partial<Kit> as Kit;
  const files = { ...diskFiles(), write: (name: string, { length }: Uint8Array) => `/${length}/${name}` };
  const engine = convertByKit({ kit, files, profile: '/profile', fonts: () => new Set() });
  expect(await engine.convert([document])).toEqual([{ failure: 'not loaded' }]);
  expect(isKeptAtLoad).toBe(false);
});
