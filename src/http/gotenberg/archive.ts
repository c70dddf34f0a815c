/** Writes files as the parts of a ZIP archive, without holding them. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { directoryOf, localHeader } from '../../convert/input/zip-write.js';

/** PDFs are compressed already, so that they are stored. @param output a path that does not exist yet */
export async function writeArchive(files: readonly { name: string; path: string }[], output: string): Promise<void> {
  const archive = await open(output, 'wx', 0o600);
  try {
    const placed = [];
    let end = 0;
    for (const { name, path } of files) {
      const offset = end;
      const part = { size: 0, crc: 0 };
      end += localHeader(name, part).length;
      for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
        part.crc = crc32(block, part.crc);
        part.size += block.length;
        await archive.write(block, 0, block.length, end);
        end += block.length;
      }
      const header = localHeader(name, part);
      await archive.write(header, 0, header.length, offset);
      placed.push({ name, offset, part });
    }
    const directory = directoryOf(placed, end);
    await archive.write(directory, 0, directory.length, end);
  } finally {
    await archive.close();
  }
}
