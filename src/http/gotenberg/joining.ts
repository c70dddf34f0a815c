/** Joins PDFs and documents, or rewrites one PDF as the PDF/A that it claims to be. */
import type { PdfOptions } from '../../convert/options.js';
import { DocconvError } from '../../errors.js';
import { applicable, withoutUnsupported } from './applicable-options.js';
import { faultOfDocument, faultOfPdf } from './document-faults.js';
import { levelOf } from './form/pdf-fields.js';
import type { FormRequest } from './form/requests.js';
import type { Piece } from './piece.js';
import type { Steps } from './steps.js';

interface Joined {
  readonly path: string;
  /** Of each input. */
  readonly pages: readonly number[];
}

/** PDFs that claim the level already keep what printing loses. Null: they have to be printed. */
export async function joinClaiming(
  steps: Steps,
  pdfs: readonly Piece[],
  formats: FormRequest['formats'],
): Promise<Joined | null> {
  const level = formats && !formats.pdfua ? levelOf(formats) : null;
  if (level === null) return null;
  try {
    return await join(steps, pdfs, null, { pdfa: level });
  } catch (thrown) {
    if (isUnsupported(thrown) || isInvalid(thrown)) return null;
    throw thrown;
  }
}

/** Each input takes its turn; one that fails ends the others. */
export async function join(
  steps: Steps,
  inputs: readonly Piece[],
  conversion: FormRequest['conversion'],
  pdf: PdfOptions = conversion?.pdf ?? {},
): Promise<Joined> {
  const path = steps.newPath();
  const { exportFilter, password } = conversion ?? {};
  const names = inputs.map(input => input.name);
  const given = inputs.map(({ source }) => ({ source, ...(password !== undefined && { password }) }));
  let first: { index: number; thrown: unknown } | null = null;
  const around = async <Part extends { pdf: Uint8Array }>(index: number, work: () => Promise<Part>): Promise<Part> => {
    try {
      const part = await steps.turn(work as () => Promise<Part & { milliseconds: number }>);
      steps.takeOnce(inputs[index]!, part.pdf.length);
      return part;
    } catch (thrown) {
      if (!first || isUnsupported(first.thrown)) first = { index, thrown };
      if (!isUnsupported(thrown)) steps.abort(thrown);
      throw thrown;
    }
  };
  const run = (options: PdfOptions) => {
    first = null;
    const how = { pdf: { ...options, bookmarks: false }, ...(exportFilter && { exportFilter }), ...steps.limits() };
    return steps.services.converter.mergeToFile(given, path, { ...how, around: around as never });
  };
  const { parts, milliseconds, warnings } = await withoutUnsupported(applicable(pdf, names), run).catch(thrown => {
    const { index, thrown: reason } = first ?? { index: inputOf(thrown), thrown };
    const name = names[index] ?? '';
    throw conversion ? faultOfDocument(reason, name, { pages: pdf.pages, password }) : faultOfPdf(reason, name);
  });
  steps.engine = [...new Set(parts.flatMap(({ engine }) => engine ?? []))].join(', ') || steps.engine;
  steps.milliseconds += milliseconds;
  steps.warnings.push(...warnings);
  await steps.count(path);
  return { path, pages: parts.map(part => part.pages) };
}

/** It is tried again without the option. */
const isUnsupported = (thrown: unknown): boolean =>
  thrown instanceof DocconvError && thrown.code === 'OPTION_UNSUPPORTED';
const isInvalid = (thrown: unknown): boolean => thrown instanceof DocconvError && thrown.code === 'PDFA_INVALID';

const inputOf = (thrown: unknown): number => Number((thrown as DocconvError).detail?.input ?? 1) - 1;
