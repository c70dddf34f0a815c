/** From what LibreOffice wrote to the files that the user gets, by the kind of output. Only the worker runs this. */
import type { OutgoingBlob } from '../../isolation/worker.js';
import { engineFailed } from '../engine.js';
import { type Limits, requireWithin } from '../limits.js';
import { type Output, outputOf } from '../outputs.js';
import { bytesOf, type FinishedFile, sizeOf, textAt, type Written } from './blob.js';
import { type FinishRequest, finishPdf } from './finish.js';

/** Throws LIMIT_EXCEEDED, OPTION_INVALID (no such page) or ENGINE_FAILED. */
export async function completeOutput(
  { written, pictures = new Map() }: Written,
  finish: FinishRequest,
): Promise<readonly FinishedFile[]> {
  const { options, limits } = finish;
  const output = outputOf(options);
  if (output.exports === undefined) {
    const pdf = await finishPdf(requirePdf(written), finish);
    if (output.kind === 'pdf') return single(pdf);
    const { drawPages } = await import('./images.js');
    return drawPages(bytesOf(pdf), options, limits);
  }
  requireWithin(limits, 'outputBytes', sizeOf(written));
  return single(await completeDocument(bytesOf(written), pictures, output, limits));
}

function single(blob: OutgoingBlob): readonly FinishedFile[] {
  return [{ page: null, blob }];
}

async function completeDocument(
  written: Uint8Array,
  pictures: NonNullable<Written['pictures']>,
  { name, kind }: Output,
  limits: Limits,
): Promise<Uint8Array> {
  if (kind === 'office') return (await import('./office.js')).completeOffice(written, name, limits);
  if (name === 'html') return (await import('./text/html.js')).completeHtml(written, pictures, limits);
  if (name === 'md') return (await import('./text/markdown.js')).toMarkdown(written, limits);
  const { requireUtf8, withLineFeeds } = await import('./text/text.js');
  const text = requireUtf8(written);
  return name === 'txt' ? withLineFeeds(text) : text;
}

/** soffice and LibreOfficeKit report success for some documents that they did not write. */
export function requirePdf(pdf: OutgoingBlob): OutgoingBlob {
  if (textAt(pdf, 0, 5) !== '%PDF-') throw engineFailed('no PDF was written');
  return pdf;
}
