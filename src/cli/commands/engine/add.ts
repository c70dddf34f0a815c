/** Fetches the package of the engine, and unpacks it into this installation. Only the tested package is accepted. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WASM_INTEGRITY, WASM_PACKAGE, WASM_VERSION } from '../../../convert/index.js';
import { DocconvError } from '../../../errors.js';
import { createFetcher } from '../../../fetch/index.js';
import { readError, writeError } from '../../../system/files/file-errors.js';
import { removeTree } from '../../../system/files/remove-tree.js';
import { rename } from '../../../system/files/rename.js';
import { packageRoot } from '../../../system/package.js';
import { filesOfTar } from './tar.js';

interface Source {
  /** Null: from the registry. */
  file: string | null;
  registry: string;
  /** The registry may have a private address: the user named it. */
  isPrivate: boolean;
  cwd: string;
  proxies: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

const MIB = 1024 ** 2;
const MAX = { packed: 150 * MIB, unpacked: 400 * MIB, files: 200 };
const TIMEOUT_MS = 600_000;

/** Resolves to the folder. Rejects with FETCH_FAILED for another content than that which was tested. */
export async function addEngine(source: Source): Promise<string> {
  const packed = source.file === null ? await download(source) : readPacked(resolve(source.cwd, source.file));
  requireTested(packed, source.file ?? source.registry);
  const files = filesOfTar(await promisify(gunzip)(packed, { maxOutputLength: MAX.unpacked }), MAX.files);
  const folder = join(packageRoot(), 'node_modules', ...WASM_PACKAGE.split('/'));
  const unfinished = join(dirname(folder), `.new-${process.pid}`);
  try {
    for (const { path, content } of files) {
      const target = join(unfinished, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
    await rename(unfinished, folder);
  } catch (cause) {
    await removeTree(unfinished);
    throw writeError(cause, folder);
  }
  return folder;
}

async function download({ registry, isPrivate, proxies, signal }: Source): Promise<Uint8Array> {
  const name = `${WASM_PACKAGE.split('/')[1]}-${WASM_VERSION}.tgz`;
  const url = `${registry.replace(/\/+$/, '')}/${WASM_PACKAGE}/-/${name}`;
  const fetcher = createFetcher({ proxies, allowPrivate: isPrivate });
  const { body } = await fetcher.fetch({ url, maxBytes: MAX.packed, timeoutMs: TIMEOUT_MS, signal });
  return body;
}

function readPacked(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw readError(cause, path);
  }
}

function requireTested(packed: Uint8Array, from: string): void {
  const found = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (found === WASM_INTEGRITY) return;
  throw new DocconvError('FETCH_FAILED.package-changed', { from, package: WASM_PACKAGE, version: WASM_VERSION });
}
