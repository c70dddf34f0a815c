/** The body of a request, until its end or its deadline. */
import type { IncomingMessage } from 'node:http';
import { DocconvError } from '../../errors.js';
import { inBlocks } from '../../system/blocks.js';

/** Throws the signal's reason, and CANCELLED when the client disconnects. The request stays open for its answer. */
export function bodyOf(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  return inBlocks(chunksOf(request, signal));
}

async function* chunksOf(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (;;) {
    signal.throwIfAborted();
    const chunk = request.read() as Buffer | null;
    if (chunk) yield chunk;
    else if (request.readableEnded) return;
    else if (request.destroyed) throw new DocconvError('CANCELLED.client-disconnected');
    else await nextEvent(request, signal);
  }
}

/** Resolves when something about the stream has changed, or the signal is aborted. */
function nextEvent(request: IncomingMessage, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      for (const event of EVENTS) request.off(event, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    for (const event of EVENTS) request.on(event, done);
    signal.addEventListener('abort', done);
  });
}

const EVENTS = ['readable', 'end', 'close'] as const;
