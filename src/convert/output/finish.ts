/**
 * What is done to the finished PDF: its title and author, and its encryption with AES-256 (revision 6, ISO 32000-2,
 * 7.6.4), where LibreOffice itself would use RC4. By qpdf, compiled to WebAssembly, loaded only when asked for.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { PdfOptions } from '../options.js';
import { renamed } from './pdf-info.js';
import { type Qpdf, run, startQpdf } from './qpdf.js';

const INPUT = '/in.pdf';
const JSON_FILE = '/info.json';
const OUTPUT = '/out.pdf';

/** Rewrites the PDF at `path` in place. Throws ENGINE_FAILED when what the engine made is beyond qpdf. */
export async function finish(path: string, options: PdfOptions): Promise<void> {
  const qpdf = await startQpdf();
  qpdf.FS.writeFile(INPUT, await readFile(path));
  const information = options.title !== undefined || options.author !== undefined ? rename(qpdf, options) : [];
  run(qpdf, [...information, ...encryption(options), INPUT, OUTPUT]);
  await writeFile(path, qpdf.FS.readFile(OUTPUT));
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
