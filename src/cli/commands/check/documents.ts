/** What an input gives to the judge: a path (read where needed), or bytes that came through a pipe or the network. */
import { DocconvError } from '../../../errors.js';
import type { Input } from '../../input/inputs.js';
import { readStream } from '../../input/stdin.js';
import type { Services } from '../../services.js';

/** Of what has to be held in memory. A file of any size is read in place. */
const MAX_BYTES = 512 << 20;
const FETCH_TIMEOUT_MS = 60_000;

/** Rejects with the reason why there is no document. */
export async function documentOf(input: Input, services: Services): Promise<string | Uint8Array> {
  if (input.kind === 'missing') throw input.error;
  if (input.kind === 'file') return input.path;
  const bytes =
    input.kind === 'stream' ? await readStream(input, services, MAX_BYTES) : await download(input.url, services);
  if (bytes.length === 0) throw new DocconvError('EMPTY_FILE', `${input.name} is empty.`);
  return bytes;
}

async function download(url: string, { signal }: Services): Promise<Uint8Array> {
  const { createFetcher } = await import('../../../fetch/index.js');
  const answer = await createFetcher().fetch({ url, maxBytes: MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS, signal });
  return answer.body;
}
