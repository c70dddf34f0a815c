/** The chunks of a stream: put together, and not too many of them. */

/**
 * Bytes of a block. Only the last may be smaller: a peer that sends single bytes must not cost an object, a pass of a
 * parser and a file operation for each.
 */
const BLOCK = 64 * 1024;

export async function* inBlocks(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let block = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      if (block.length === 0) block = Buffer.allocUnsafeSlow(BLOCK);
      const part = rest.subarray(0, BLOCK - size);
      block.set(part, size);
      size += part.length;
      rest = rest.subarray(part.length);
      if (size < BLOCK) continue;
      yield block;
      [block, size] = [Buffer.alloc(0), 0];
    }
  }
  if (size > 0) yield block.subarray(0, size);
}

/** Throws the error when there are more than `maxBytes`. */
export async function* limited<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  maxBytes: number,
  error: () => Error,
): AsyncGenerator<Chunk> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw error();
    yield chunk;
  }
}
