/** Documents of which only so many bytes are kept. */
import { DocconvError } from '../errors.js';
import type { Documents } from './documents.js';

export interface Room {
  /** Throws OVERLOADED when documents of a new job have no room: half of all is for results. */
  requireForJob(bytes: number): void;
  /** Throws OVERLOADED when there is no room for a result. */
  requireForResult(): void;
}

/** @param total bytes; each job that runs may exceed it by its result */
export function createBoundedDocuments(documents: Documents, total: number): Documents & Room {
  const sizes = new Map<string, number>();
  let used = 0;
  return {
    ...documents,
    requireForJob: bytes => {
      if (used + bytes > total / 2) throw full();
    },
    requireForResult: () => {
      if (used >= total) throw full();
    },
    async put(blocks) {
      let size = 0;
      const id = await documents
        .put(
          (async function* () {
            for await (const block of blocks) {
              size += block.length;
              used += block.length;
              yield block;
            }
          })(),
        )
        .catch(thrown => {
          used -= size;
          throw thrown;
        });
      sizes.set(id, size);
      return id;
    },
    async remove(ids) {
      await documents.remove(ids);
      for (const id of ids) {
        used -= sizes.get(id) ?? 0;
        sizes.delete(id);
      }
    },
  };
}

function full(): DocconvError {
  const message = 'The documents of waiting jobs and the results that were not removed take all space of the service.';
  return new DocconvError('OVERLOADED', message, { detail: { retryAfter: 30 } });
}
