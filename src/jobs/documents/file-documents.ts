/** Documents as files of one process. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../../errors.js';
import { isMissing, reasonOf } from '../../system/files/file-errors.js';
import { NOT_PRIVATE, requirePrivateFolder } from '../../system/files/files.js';
import type { Documents, NewDocument } from './documents.js';
import { requireQuotaForDocument, requireQuotaForResult } from './quota.js';

/**
 * @param folder for this process alone, which the caller creates and removes: so there is nothing to sweep
 * @param total bytes; each job that runs may exceed it by its result
 */
export function createFileDocuments(folder: string, total: number): Documents {
  const saved = new Map<string, NewDocument>();
  /** Reads under way. The system keeps a removed file as long as it is read, so that it counts as long. */
  const reads = new Map<string, number>();
  const removed = new Set<string>();
  const pathOf = (id: string) => join(folder, id);
  const bytesOf = (documents: readonly NewDocument[]) => documents.reduce((sum, { size }) => sum + size, 0);
  const all = () => bytesOf([...saved.values()]);
  const own = (account: string) => bytesOf([...saved.values()].filter(document => document.account === account));
  const remove = async (id: string) => {
    await rm(pathOf(id), { force: true });
    removed.add(id);
    forgetUnread(id);
  };
  const forgetUnread = (id: string) => {
    if (reads.has(id) || !removed.delete(id)) return;
    saved.delete(id);
  };
  const countRead = (id: string, more: 1 | -1) => {
    const count = (reads.get(id) ?? 0) + more;
    if (count > 0) reads.set(id, count);
    else reads.delete(id);
    forgetUnread(id);
  };
  return {
    roomForJoined: async () => null,
    async put(open, document) {
      const { account, size, isResult } = document;
      if (!isResult) requireQuotaForDocument({ all: all(), own: own(account) }, size, total);
      const id = randomUUID();
      saved.set(id, document);
      try {
        requirePrivateFolder(folder);
        await write(pathOf(id), open());
        return id;
      } catch (thrown) {
        saved.delete(id);
        await rm(pathOf(id), { force: true }).catch(() => {}); // what kept it from being written may keep it from being removed
        throw isUnwritable(thrown) ? unavailable(folder, thrown) : thrown;
      }
    },
    requireQuotaForResult: async () => requireQuotaForResult(all(), total),
    bytes: async () => all(),
    async *get(id, range) {
      countRead(id, 1);
      try {
        yield* createReadStream(
          pathOf(id),
          range && { start: range.first, end: range.last },
        ) as AsyncIterable<Uint8Array>;
      } catch (thrown) {
        if (!isMissing(thrown)) throw thrown;
        throw new DocconvError('FILE_NOT_FOUND.job-document-gone');
      } finally {
        countRead(id, -1);
      }
    },
    async remove(ids) {
      for (const id of ids) await remove(id);
    },
    async sweep() {},
    check: null,
  };
}

/** The client may retry: the fault is in the storage of the server, as with a full disk. */
function isUnwritable(thrown: unknown): boolean {
  return [NOT_PRIVATE, 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EDQUOT', 'EMFILE', 'ENFILE'].includes(
    (thrown as NodeJS.ErrnoException).code ?? '',
  );
}

function unavailable(folder: string, cause: unknown): DocconvError {
  return new DocconvError('STORE_UNAVAILABLE.folder', { folder, reason: reasonOf(cause) }, { cause });
}

async function write(path: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const block of blocks) await file.writeFile(block);
  } finally {
    await file.close();
  }
}
