/** Whether what a worker sent is what it should be: the worker has checked it, and is not trusted. */
import { ProtocolError, type Sink } from '../../isolation/index.js';
import { beginsAs } from '../formats.js';
import type { Output } from '../outputs.js';

/** Bytes from which every output with a beginning is recognised. */
const HEAD = 12;

/** Passes a blob on to `sink` when it begins as the output does. Throws a ProtocolError. */
export function requireOutput({ name, begins }: Output, size: number, sink: Sink): Sink {
  if (begins === null) return requireText(sink);
  if (size < HEAD) throw new ProtocolError(`a ${name} without content`);
  let head = '';
  const kept: Uint8Array[] = [];
  return async chunk => {
    if (head.length >= HEAD) return sink(chunk);
    head += Buffer.from(chunk.subarray(0, HEAD - head.length)).toString('latin1');
    kept.push(chunk);
    if (head.length < HEAD) return;
    if (!beginsAs(head, begins)) throw new ProtocolError(`a ${name} that does not begin as one`);
    for (const part of kept.splice(0)) await sink(part);
  };
}

/** Passes a blob on to `sink` when it is UTF-8 without NUL. */
function requireText(sink: Sink): Sink {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return chunk => {
    if (chunk.includes(0)) throw new ProtocolError('a text with NUL');
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw new ProtocolError('a text that is not UTF-8');
    }
    return sink(chunk);
  };
}
