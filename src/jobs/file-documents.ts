/** Documents as files of one process. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { isMissing } from '../system/files.js';
import type { Documents } from './documents.js';

/** @param folder for this process alone, which the caller creates and removes: so there is nothing to sweep */
export function createFileDocuments(folder: string): Documents {
  const pathOf = (id: string) => join(folder, id);
  return {
    async put(blocks) {
      const id = randomUUID();
      const file = await open(pathOf(id), 'wx', 0o600);
      try {
        for await (const block of blocks) await file.writeFile(block);
        return id;
      } catch (thrown) {
        await rm(pathOf(id), { force: true });
        throw thrown;
      } finally {
        await file.close();
      }
    },
    async *get(id) {
      try {
        yield* createReadStream(pathOf(id)) as AsyncIterable<Uint8Array>;
      } catch (thrown) {
        if (!isMissing(thrown)) throw thrown;
        throw new DocconvError('FILE_NOT_FOUND', 'The document of the job is no longer in the store.');
      }
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { force: true });
    },
    async sweep() {},
  };
}
