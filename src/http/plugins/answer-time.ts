/** An answer that its client reads too slowly is cut off: it would hold files, bytes of the budget and a connection. */
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';

/** Of setTimeout(). */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * For the whole answer, not for parts of it: the system takes megabytes at once, and then none for minutes.
 * @param bytesPerSecond 0 for no limit @param graceMs beyond what this rate gives
 */
export function installAnswerTime(app: App, bytesPerSecond: number, graceMs: number): void {
  if (bytesPerSecond === 0) return;
  app.addHook('onSend', (request, reply, payload, done) => {
    const size = Number(reply.getHeader('content-length') ?? (payload as { length?: number } | null)?.length ?? 0);
    const milliseconds = Math.min(graceMs + (size / bytesPerSecond) * 1000, MAX_DELAY_MS);
    const timer = setTimeout(() => request.raw.socket.destroy(), milliseconds).unref();
    onRequestEnd(request, () => clearTimeout(timer));
    done();
  });
}
