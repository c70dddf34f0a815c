/** Documents as files of one process. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open as openFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../../errors.js';
import { isMissing } from '../../system/files/file-errors.js';
import { requirePrivateFolder } from '../../system/files/files.js';
import type { Documents, NewDocument, OpenBlocks } from './documents.js';
import { requireQuotaForDocument, requireQuotaForResult } from './quota.js';

/**
 * @param folder for this process alone, which the caller creates and removes
 * @param total bytes; each job that runs may exceed it by its result
 */
export function createFileDocuments(folder: string, total: number): Documents {
  const pathOf = (id: string) => join(folder, id);
  const { saved, bytesOf, remove, removeLeftOver, countRead } = createCount(pathOf);
  const create = async (id: string) => {
    requirePrivateFolder(folder);
    return openFile(pathOf(id), 'wx', 0o600);
  };
  return {
    joins: () => false,
    roomForJoined: async () => null,
    async put(open, document) {
      const { account, size, isResult } = document;
      if (!isResult) requireQuotaForDocument({ all: bytesOf(), own: bytesOf(account) }, size, total);
      const id = randomUUID();
      saved.set(id, document);
      const file = await create(id).catch(thrown => {
        saved.delete(id); // there is no file
        throw thrown;
      });
      try {
        await write(file, open);
        return id;
      } catch (thrown) {
        await remove(id);
        throw thrown;
      }
    },
    requireQuotaForResult: async () => requireQuotaForResult(bytesOf(), total),
    bytes: async () => bytesOf(),
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
    sweep: removeLeftOver,
    check: null,
  };
}

/** Documents that take bytes: as long as their file is there, or is read, since the system keeps a removed file as long. */
function createCount(pathOf: (id: string) => string) {
  const saved = new Map<string, NewDocument>();
  const reads = new Map<string, number>();
  const removed = new Set<string>();
  /** What could not be removed, as when the disk is read-only, with the reason. */
  const leftOver = new Map<string, unknown>();
  const forgetUnread = (id: string) => {
    if (!reads.has(id) && removed.delete(id)) saved.delete(id);
  };
  const remove = async (id: string) => {
    leftOver.delete(id);
    const failure = await rm(pathOf(id), { force: true }).catch(thrown => thrown);
    if (failure && !isMissing(failure)) leftOver.set(id, failure);
    else removed.add(id);
    forgetUnread(id);
  };
  return {
    saved,
    /** @param account of all by default */
    bytesOf: (account?: string): number =>
      [...saved.values()].reduce((sum, one) => sum + (one.account === (account ?? one.account) ? one.size : 0), 0),
    /** Never rejects. */
    remove,
    /** Rejects with the reason why one of them could not be removed again. */
    async removeLeftOver() {
      for (const id of [...leftOver.keys()]) await remove(id);
      for (const failure of leftOver.values()) throw failure;
    },
    countRead(id: string, more: 1 | -1) {
      const count = (reads.get(id) ?? 0) + more;
      if (count > 0) reads.set(id, count);
      else reads.delete(id);
      forgetUnread(id);
    },
  };
}

/** Closes the file. */
async function write(file: FileHandle, open: OpenBlocks): Promise<void> {
  try {
    for await (const block of open()) await file.writeFile(block);
  } finally {
    await file.close();
  }
}
