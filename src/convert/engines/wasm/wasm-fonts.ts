/**
 * Fonts of this machine for the LibreOffice of the WASM package, which sees no other files of the disk. Their bytes are
 * read when LibreOffice asks for them: it reads the names of all fonts at its start, and the rest of those that it uses.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fontconfigFile, fontFilesIn, OWN_FONTS, SUBSTITUTES, SYSTEM_FONTS } from '../fonts/fonts.js';
import { fontNames, fontNamesIn } from '../fonts/installed-fonts.js';
import type { WasmModule } from './emscripten.js';

const OF_PACKAGE = '/instdir/share/fonts/truetype';
/** A folder that the package's fontconfig searches. */
const MOUNTED = '/usr/share/fonts/docconv';
/** A part of the package's fontconfig. */
const CONFIGURATION = '/instdir/share/fontconfig/conf.d/30-docconv.conf';

/** `folders`: of fonts beside those of the system and docconv's own. Before LibreOffice starts. */
export function mountFonts(fs: WasmModule['FS'], folders: readonly string[]): void {
  const ofPackage = new Set(fs.readdir(OF_PACKAGE));
  const system = SYSTEM_FONTS.flatMap(folder => fontFilesIn(folder)).filter(path => !ofPackage.has(basename(path)));
  const reader = new FontReader();
  fs.mkdirTree(MOUNTED);
  fs.writeFile(CONFIGURATION, Buffer.from(fontconfigFile(SUBSTITUTES)));
  const own = [...folders, OWN_FONTS].flatMap(folder => fontFilesIn(folder));
  for (const [i, path] of [...own, ...system].entries()) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0) mountFont(fs, `${MOUNTED}/${i}-${basename(path)}`, path, size, reader);
  }
}

/** Normalized, of all fonts that the package's LibreOffice finds. */
export function mountedFontNames(fs: WasmModule['FS'], folders: readonly string[]): Set<string> {
  const names = fontNamesIn([...folders, OWN_FONTS, ...SYSTEM_FONTS]);
  for (const file of fs.readdir(OF_PACKAGE).filter(name => !name.startsWith('.'))) {
    const bytes = fs.readFile(`${OF_PACKAGE}/${file}`);
    for (const name of fontNames((offset, length) => bytes.subarray(offset, offset + length))) names.add(name);
  }
  return names;
}

/** A file in memory whose content is that of a file of the disk. */
function mountFont(fs: WasmModule['FS'], name: string, path: string, size: number, reader: FontReader): void {
  fs.writeFile(name, new Uint8Array());
  const { node } = fs.lookupPath(name);
  node.usedBytes = size;
  // asked for by mmap() only
  Object.defineProperty(node, 'contents', { get: () => readFileSync(path), set: () => {} });
  node.stream_ops = {
    ...node.stream_ops,
    read: (_stream, target, offset, length, position) => {
      const bytes = reader.read(path, position, Math.max(0, Math.min(length, size - position)));
      target.set(bytes, offset);
      return bytes.length;
    },
  };
}

/** Keeps the file open that was read last. */
class FontReader {
  #path = '';
  #file = -1;

  read(path: string, position: number, length: number): Buffer {
    if (path !== this.#path) {
      if (this.#file >= 0) closeSync(this.#file);
      this.#file = openSync(path, 'r');
      this.#path = path;
    }
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, position));
  }
}
