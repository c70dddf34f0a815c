/** Whether documents can be converted: a recent success, or a test conversion. */
import type { Converter } from '../../../convert/index.js';
import { DocconvError } from '../../../errors.js';
import type { ConversionProbe } from '../../../http/index.js';

const PROBE_DOCUMENT = Buffer.from('{\\rtf1\\ansi Ready?\\par}');
const PROBE_TIMEOUT_MS = 15_000;
/** A successful conversion within this time makes a probe unnecessary. */
const FRESH_MS = 30_000;

/** @param timeoutMs for the wait for a worker and the conversion together; for tests */
export function createConversionProbe(
  converter: Pick<Converter, 'convert'>,
  timeoutMs = PROBE_TIMEOUT_MS,
): ConversionProbe {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const recordSuccess = () => {
    lastSuccess = performance.now();
  };
  const convert = async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const converted = converter.convert(
      { bytes: PROBE_DOCUMENT, name: 'ready.rtf' },
      { from: 'rtf', timeoutMs, signal },
    );
    await converted.catch(thrown => {
      throw signal.aborted ? new DocconvError('TIMEOUT.engine-trial', { seconds: timeoutMs / 1000 }) : thrown;
    });
    recordSuccess();
  };
  return {
    recordSuccess,
    async run() {
      if (performance.now() - lastSuccess < FRESH_MS) return;
      running ??= convert().finally(() => {
        running = null;
      });
      await running;
    },
  };
}
