/** The output files of a conversion: complete or absent, under the path that was asked for, or numbered beside it. */
import { join } from 'node:path';
import { writeError } from '../../../system/files/file-errors.js';
import { replaceFile, replaceFiles } from '../../../system/files/files.js';
import type { OutputReceiver, SentFile } from '../../engine.js';
import { isSeveral, type Output, outputOf, pathOfImage } from '../../outputs.js';
import type { SpooledConversion, WrittenFile } from '../../settings.js';
import type { ArchiveReceiver } from './archive.js';
import { FileReceiver, SpoolReceiver } from './receiver.js';

/** Rejects as `convert` does, or with DISK_FULL or OUTPUT_UNWRITABLE. */
export async function convertIntoFiles<Facts extends object>(
  path: string,
  areNumbered: boolean,
  signal: AbortSignal | undefined,
  convert: (receiver: OutputReceiver) => Promise<Facts>,
): Promise<Facts & { files: readonly WrittenFile[] }> {
  let done: (Facts & { files: readonly WrittenFile[] }) | null = null;
  let failure: unknown = null;
  const run = async (receiver: FileReceiver, pathOf: (file: SentFile) => string) => {
    const facts = await convert(receiver).catch(error => {
      failure = error;
    });
    await receiver.close();
    if (facts) done = { ...facts, files: receiver.files.map(file => ({ page: file.page, path: pathOf(file) })) };
    else throw failure;
    return done.files;
  };
  const intoOne = (temporary: string) => run(new FileReceiver(() => temporary), () => path);
  const intoImages = async (folder: string) => {
    const receiver = new FileReceiver(({ page }) => join(folder, String(page)));
    const files = await run(receiver, ({ page }) => pathOfImage(path, page!, receiver.files));
    return new Map(files.map(file => [String(file.page), file.path]));
  };
  const written = areNumbered ? replaceFiles(path, intoImages) : replaceFile(path, intoOne, signal);
  await written.catch(error => {
    throw failure ?? (signal?.aborted ? error : writeError(error, path));
  });
  return done!;
}

/**
 * For a caller that reads the result once: a single small file stays in memory, others become one file under a path that
 * only this caller uses, and that it removes, also when this rejects.
 */
export async function convertSpooled<Facts extends object>(
  path: string,
  options: Parameters<typeof isSeveral>[0],
  convert: (receiver: OutputReceiver) => Promise<Facts>,
): Promise<Facts & Pick<SpooledConversion, 'files'>> {
  const large = isSeveral(options) ? await archiveAt(path, outputOf(options)) : new FileReceiver(() => path);
  const receiver = new SpoolReceiver(large, path);
  const facts = await convert(receiver).catch(async error => {
    await receiver.close().catch(() => {});
    throw error;
  });
  await receiver.close().catch(error => {
    throw writeError(error, path);
  });
  return { ...facts, files: receiver.files };
}

/** Only several images need the archive, which loads zlib. */
async function archiveAt(path: string, { extensions }: Output): Promise<ArchiveReceiver> {
  const { ArchiveReceiver } = await import('./archive.js');
  return new ArchiveReceiver(path, extensions[0]!);
}
