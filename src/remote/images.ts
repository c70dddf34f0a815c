/** The ZIP archive in which a server sends several images. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConvertedFile, FileConversion } from '../convert/index.js';
import { DocconvError } from '../errors.js';
import { replaceFiles } from '../system/files/files.js';

/** Images by ascending page. Rejects with REMOTE_REFUSED for an archive of something else. */
export async function readImages(archive: Uint8Array): Promise<ConvertedFile[]> {
  const { readZip, unpack } = await import('../convert/input/zip.js');
  try {
    const entries = readZip(archive);
    const images = entries.map(entry => ({ page: pageOf(entry.name), bytes: unpack(entry) }));
    return images.sort((a, b) => a.page - b.page);
  } catch (cause) {
    throw new DocconvError('REMOTE_REFUSED.images-unreadable', {}, { cause });
  }
}

/** As convertToFile() of a local converter. */
export async function writeImages(archive: Uint8Array, output: string): Promise<FileConversion['files']> {
  const { pathOfImage } = await import('../convert/outputs.js');
  const images = await readImages(archive);
  const files = images.map(({ page }) => ({ page, path: pathOfImage(output, page!, images) }));
  await replaceFiles(output, async folder => {
    for (const { page, bytes } of images) await writeFile(join(folder, String(page)), bytes, { flag: 'wx' });
    return new Map(files.map(({ page, path }) => [String(page), path]));
  });
  return files;
}

/** 7 for "page-07.png". */
function pageOf(name: string): number {
  const [, page] = /^page-0*([1-9]\d{0,5})\.\w{3,4}$/.exec(name) ?? [];
  if (page === undefined) throw new Error(`an entry ${name}`);
  return Number(page);
}
