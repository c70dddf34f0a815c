/** Merges the documents of an order. */
import type { Admission } from '../limits/admission.js';
import type { ServerServices } from '../services.js';
import type { ConvertRequest } from './convert-options.js';
import type { Order } from './work.js';

interface MergeParameters extends Omit<ConvertRequest, 'to' | 'merge'> {
  /** Of the merged PDF. */
  name: string;
}

/**
 * Each document waits for its turn in the queue, and its PDF counts in the byte budget of the request. `engine`: all that
 * converted a document; `milliseconds`: in the engines, of all documents.
 */
export async function mergeDocuments(
  { documents, client, isJob, take }: Order,
  { name, pdf, from, password }: MergeParameters,
  output: string,
  signal: AbortSignal,
  { converter, settings, admission }: ServerServices & { admission: Admission },
) {
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
