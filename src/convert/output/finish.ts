/**
 * What docconv does to the PDF that the engine wrote: limits of its size and pages, title and author, and encryption with
 * AES-256 (revision 6, ISO 32000-2, 7.6.4), where LibreOffice would use RC4.
 */
import { readFileSync, statSync } from 'node:fs';
import type { OutgoingBlob } from '../../isolation/worker.js';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { type QpdfJson, replaceInformation } from './pdf-info.js';
import { type Qpdf, readQpdfJson, runQpdf, startQpdf } from './qpdf.js';

const INPUT = '/in.pdf';
const UPDATE = '/update.json';
const OUTPUT = '/out.pdf';

/** LibreOffice writes no page in fewer bytes, so that the pages of a smaller PDF need not be counted. */
const MIN_PAGE_BYTES = 200;

/**
 * The PDF as the options need it: the same one, or one in memory. Throws LIMIT_EXCEEDED for its size or pages, because a
 * small document can expand to any number, and ENGINE_FAILED when qpdf cannot read it.
 */
export async function finishPdf(pdf: OutgoingBlob, options: PdfOptions, limits: Limits): Promise<OutgoingBlob> {
  const size = sizeOf(pdf);
  requireWithin(limits, 'outputBytes', size);
  if (size > limits.pages * MIN_PAGE_BYTES) requireWithin(limits, 'pages', await countPages(pdf));
  const { title, author, openPassword, permissionPassword } = options;
  const isRenamed = title !== undefined || author !== undefined;
  if (!isRenamed && openPassword === undefined && permissionPassword === undefined) return pdf;
  const qpdf = await openPdf(pdf);
  const update = isRenamed ? await updateInformation(qpdf, options) : [];
  runQpdf(qpdf, [...update, ...encryption(options), INPUT, OUTPUT]);
  const finished = qpdf.FS.readFile(OUTPUT);
  requireWithin(limits, 'outputBytes', finished.length);
  return finished;
}

function sizeOf(pdf: OutgoingBlob): number {
  return pdf instanceof Uint8Array ? pdf.length : statSync(pdf.path).size;
}

async function countPages(pdf: OutgoingBlob): Promise<number> {
  const qpdf = await openPdf(pdf);
  const { pages } = readQpdfJson(qpdf, ['--json', '--json-key=pages', INPUT]) as { pages: unknown[] };
  return pages.length;
}

async function openPdf(pdf: OutgoingBlob): Promise<Qpdf> {
  const qpdf = await startQpdf();
  qpdf.FS.writeFile(INPUT, pdf instanceof Uint8Array ? pdf : readFileSync(pdf.path));
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
