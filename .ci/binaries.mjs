/**
 * The binaries of packages that docconv runs: a package in the tested version has exactly these. `node .ci/binaries.mjs
 * [FOLDER]` checks all of them, by default in node_modules; the build checks the small ones, as hashing LibreOffice takes half
 * a second.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
const SMALL = 16 * 1024 ** 2;

/** SHA-256 by path below node_modules. */
const BINARIES = {
  '@hyzyla/pdfium/dist/pdfium.wasm': '71aec412a303a0405baee21c3d6d3f30ad2033dc02444130fe476be3976e2d09',
  '@neslinesli93/qpdf-wasm/dist/qpdf.wasm': 'abd933f4ccace4f732999381b21aec8b7e3726f18a5b167fafd57f88dd440876',
  '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm': '24d4177f1c4963e2058b107189249651c61fdef125570e79b1dfb63c8bb49326',
  '@jsquash/webp/codec/enc/webp_enc.wasm': 'b6085bb6702f144e9dc6016d58d230b34a84976bf0d080b7390b4b4b137d6ab7',
  '@jsquash/webp/codec/enc/webp_enc_simd.wasm': '39c279269ec1163b987b6d69749458e3d5b03b9585f58b6ca5455b76b504a305',
  '@matbee/libreoffice-converter/wasm/soffice.wasm': 'ea3d8f3b69bd1e586a8ea973e0dfa61c758612fcc529dc94ac2e30519f8b4f7b',
  '@matbee/libreoffice-converter/wasm/soffice.data': '8f4e98aa67e108e161cecc7906d7ac0dd3941ef9347f999c3b9dbc049f165020',
};

/** A missing one is no fault: packages are optional, and the build fails by itself without the others. */
export function requireBinaries({ large = true, folder = NODE_MODULES } = {}) {
  const changed = Object.entries(BINARIES).filter(([path, expected]) => {
    const file = join(folder, path);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined || (!large && size > SMALL)) return false;
    return createHash('sha256').update(readFileSync(file)).digest('hex') !== expected;
  });
  if (changed.length > 0)
    throw new Error(`Other binaries than tested (.ci/binaries.mjs): ${changed.map(([path]) => path).join(', ')}`);
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) requireBinaries({ folder: process.argv[2] });
