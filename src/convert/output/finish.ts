/**
 * What docconv does to the PDF that the engine wrote: limits of its size and pages, title and author, and encryption with
 * AES-256 (revision 6, ISO 32000-2, 7.6.4), where LibreOffice would use RC4.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { type QpdfJson, replaceInformation } from './pdf-info.js';
import { type Qpdf, readQpdfJson, runQpdf, startQpdf } from './qpdf.js';

const INPUT = '/in.pdf';
const UPDATE = '/update.json';
const OUTPUT = '/out.pdf';

/** LibreOffice writes no page in fewer bytes, so that the pages of a smaller PDF need not be counted. */
const MIN_PAGE_BYTES = 200;

/** A small document can expand to any number of pages. Throws LIMIT_EXCEEDED. */
export async function requireOutputWithin(limits: Limits, path: string): Promise<void> {
  const { size } = await stat(path);
  requireWithin(limits, 'outputBytes', size);
  if (size > limits.pages * MIN_PAGE_BYTES) requireWithin(limits, 'pages', await countPages(path));
}

async function countPages(path: string): Promise<number> {
  const qpdf = await openPdf(path);
  const { pages } = readQpdfJson(qpdf, ['--json', '--json-key=pages', INPUT]) as { pages: unknown[] };
  return pages.length;
}

/** Rewrites the PDF at `path` where the options need it. Throws ENGINE_FAILED when qpdf cannot read the PDF. */
export async function finishPdf(path: string, options: PdfOptions): Promise<void> {
  const { title, author, openPassword, permissionPassword } = options;
  const isRenamed = title !== undefined || author !== undefined;
  if (!isRenamed && openPassword === undefined && permissionPassword === undefined) return;
  const qpdf = await openPdf(path);
  const update = isRenamed ? await updateInformation(qpdf, options) : [];
  runQpdf(qpdf, [...update, ...encryption(options), INPUT, OUTPUT]);
  await writeFile(path, qpdf.FS.readFile(OUTPUT));
}

async function openPdf(path: string): Promise<Qpdf> {
  const qpdf = await startQpdf();
  qpdf.FS.writeFile(INPUT, await readFile(path));
  return qpdf;
}

/** Writes the changed objects to a file; returns the argument that makes qpdf apply it. */
async function updateInformation(qpdf: Qpdf, { title, author }: PdfOptions): Promise<string[]> {
  const document = readQpdfJson(qpdf, ['--json-output', '--json-stream-data=inline', INPUT]) as QpdfJson;
  qpdf.FS.writeFile(UPDATE, JSON.stringify(await replaceInformation(document, { title, author })));
  return [`--update-from-json=${UPDATE}`];
}

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

/** Only what is named is allowed; accessibility always is (ISO 32000-2, table 22). */
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
