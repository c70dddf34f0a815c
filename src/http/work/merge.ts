/** Merges the documents of an order. */
import type { PdfOptions, Warning } from '../../convert/index.js';
import type { Admission } from '../limits/admission.js';
import type { ServerServices } from '../services.js';
import type { Order } from './work.js';

interface MergeParameters {
  /** Of the merged PDF. */
  name: string;
  pdf: Omit<PdfOptions, 'to'>;
  from: string | undefined;
  password: string | undefined;
}

interface MergedDocuments {
  /** All that converted a document. */
  engine: string;
  pages: number;
  warnings: readonly Warning[];
  /** In the engines, of all documents. */
  milliseconds: number;
}

/** Each document waits for its turn in the queue, and its PDF counts in the byte budget of the request. */
export async function mergeDocuments(
  { documents, client, isJob, take }: Order,
  { name, pdf, from, password }: MergeParameters,
  output: string,
  signal: AbortSignal,
  { converter, settings, admission }: ServerServices & { admission: Admission },
): Promise<MergedDocuments> {
  const inputs = documents.map(({ source }) => ({
    source,
    ...(from !== undefined && { from }),
    ...(password !== undefined && { password }),
  }));
  const refused = new AbortController();
  const inTurn = admission.runEach(client, signal, isJob);
  const { parts, pages, warnings } = await converter.mergeToFile(inputs, output, {
    name,
    pdf,
    timeoutMs: settings.conversionTimeoutMs,
    signal: AbortSignal.any([signal, refused.signal]),
    around: async (_index, work) => {
      const part = await inTurn(() => work());
      try {
        take(part.pdf.length);
      } catch (overloaded) {
        refused.abort(overloaded); // the other documents as well
        throw overloaded;
      }
      return part;
    },
  });
  const engines = new Set(parts.flatMap(({ engine }) => engine ?? []));
  const milliseconds = parts.reduce((sum, part) => sum + part.milliseconds, 0);
  return { engine: [...engines].join(', ') || 'none', pages, warnings, milliseconds };
}
