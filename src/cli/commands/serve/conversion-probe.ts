/** Whether documents can be converted: a recent success, or a test conversion. */
import type { Converter } from '../../../convert/index.js';
import type { ConversionProbe } from '../../../http/index.js';

const PROBE_DOCUMENT = Buffer.from('{\\rtf1\\ansi Ready?\\par}');
const PROBE_TIMEOUT_MS = 15_000;
/** A successful conversion within this time makes a probe unnecessary. */
const FRESH_MS = 30_000;

export function createConversionProbe(converter: Converter): ConversionProbe {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const recordSuccess = () => {
    lastSuccess = performance.now();
  };
  const convert = async () => {
    const limits = { timeoutMs: PROBE_TIMEOUT_MS, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) };
    await converter.convert({ bytes: PROBE_DOCUMENT, name: 'ready.rtf' }, { from: 'rtf', ...limits });
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
