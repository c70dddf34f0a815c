/**
 * What is done to the finished PDF: its title and author, and its encryption with AES-256 (revision 6, ISO 32000-2,
 * 7.6.4), where LibreOffice itself would use RC4. By qpdf, compiled to WebAssembly, loaded only when asked for.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { QpdfInstance } from '@neslinesli93/qpdf-wasm';
import { DocconvError } from '../errors.js';
import type { PdfOptions } from './options.js';
import { renamed } from './pdf-info.js';

const INPUT = '/in.pdf';
const JSON_FILE = '/info.json';
const OUTPUT = '/out.pdf';
/** qpdf: 0 is done, 3 is done with warnings. */
const DONE = [0, 3];

/** Rewrites the PDF at `path` in place. Throws ENGINE_FAILED when what the engine made is beyond qpdf. */
export async function finish(path: string, options: PdfOptions): Promise<void> {
  const qpdf = await startQpdf();
  qpdf.FS.writeFile(INPUT, await readFile(path));
  const information = options.title !== undefined || options.author !== undefined ? rename(qpdf, options) : [];
  run(qpdf, [...information, ...encryption(options), INPUT, OUTPUT]);
  await writeFile(path, qpdf.FS.readFile(OUTPUT));
}

interface Qpdf {
  callMain: QpdfInstance['callMain'];
  FS: { readFile(path: string): Uint8Array; writeFile(path: string, data: Uint8Array | string): void };
  /** The bytes of what qpdf said. */
  words: number[];
}

async function startQpdf(): Promise<Qpdf> {
  const require = createRequire(import.meta.url);
  const load = require('@neslinesli93/qpdf-wasm') as (settings: object) => Promise<Omit<Qpdf, 'words'>>;
  const words: number[] = [];
  const keep = (byte: number | null) => void (byte !== null && words.push(byte));
  const locateFile = () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  const { callMain, FS } = await load({
    locateFile,
    noInitialRun: true,
    stdout: keep,
    stderr: keep,
    thisProgram: 'qpdf',
  });
  return { callMain, FS, words };
}

function run({ callMain, words }: Qpdf, args: string[]): void {
  if (DONE.includes(callMain(args))) return;
  throw new DocconvError('ENGINE_FAILED', 'The PDF was made, but could not be encrypted or given its title.', {
    cause: new Error(Buffer.from(words).toString()),
  });
}

/** Writes the objects that hold title and author anew; returns the argument that puts them in. */
function rename(qpdf: Qpdf, { title, author }: PdfOptions): string[] {
  run(qpdf, ['--json-output', '--json-stream-data=inline', INPUT, JSON_FILE]);
  const document = JSON.parse(Buffer.from(qpdf.FS.readFile(JSON_FILE)).toString()) as Parameters<typeof renamed>[0];
  qpdf.FS.writeFile(JSON_FILE, JSON.stringify(renamed(document, { title, author })));
  return [`--update-from-json=${JSON_FILE}`];
}

/** No argument reaches a shell or a command line: qpdf runs inside this process. */
function encryption({ openPassword = '', permissionPassword, allow }: PdfOptions): string[] {
  if (openPassword === '' && permissionPassword === undefined) return [];
  const owner = permissionPassword ?? openPassword;
  const permissions = permissionPassword === undefined ? [] : permissionFlags(allow ?? []);
  return [
    '--encrypt',
    `--user-password=${openPassword}`,
    `--owner-password=${owner}`,
    '--bits=256',
    ...permissions,
    '--',
  ];
}

/** Without the permission password nothing is allowed but what is named; reading aloud always is (ISO 32000-2, table 22). */
function permissionFlags(allow: NonNullable<PdfOptions['allow']>): string[] {
  const may = (name: (typeof allow)[number]) => allow.includes(name);
  const yes = (name: (typeof allow)[number]) => (may(name) || may('modify') ? 'y' : 'n');
  return [
    `--print=${may('print') ? 'full' : may('print-low') ? 'low' : 'none'}`,
    `--extract=${may('copy') ? 'y' : 'n'}`,
    `--modify-other=${may('modify') ? 'y' : 'n'}`,
    `--assemble=${yes('assemble')}`,
    `--annotate=${yes('annotate')}`,
    `--form=${yes('fill')}`,
  ];
}
