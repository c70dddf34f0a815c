/** The hostile worker's end of the pipe to docconv (src/isolation/frame.ts): well-formed messages, and raw bytes. */
import { read, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

export interface Link {
  /** Header of a correct answer without its `blobs`. */
  readonly response: object;
  /** Answers with this PDF. */
  answer(pdf: Buffer): void;
  /** Sends bytes that may be no message at all. */
  raw(bytes: Uint8Array | string): void;
}

const PIPE = 3;
const LENGTH_BYTES = 4;

/** A frame with this header, which must have `blobs`. */
export function frame(header: string | Uint8Array, contents: readonly Uint8Array[] = []): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(Buffer.byteLength(header));
  return Buffer.concat([length, Buffer.from(header as string), ...contents]);
}

interface Message {
  header: { type: string; blobs: number[]; body: { kind?: string } };
  contents: Buffer[];
}

/** Greets docconv, and calls `serve` with the text of the first document of each request. */
export async function connect(serve: (document: string, link: Link) => void): Promise<void> {
  for (;;) {
    const { header, contents } = await receive();
    if (header.type === 'hello') write(frame(JSON.stringify({ type: 'ready', blobs: [] })));
    else if (header.body.kind === 'profile') write(PROFILE);
    else if (header.body.kind === 'convert') serve(contents[0]!.toString(), engineLink(contents.length));
    else serve(contents[0]!.toString(), verifierLink());
  }
}

/** A profile without files. */
const PROFILE = frame('{"type":"response","result":{},"blobs":[3]}', [Buffer.from('[]\n')]);

/** Answers for each document of a batch with the same PDF. */
function engineLink(documents: number): Link {
  const outcomes = Array.from({ length: documents }, () => ({
    kind: 'done',
    format: 'txt',
    pages: [null],
    warnings: [],
  }));
  return linkWith({ outcomes }, pdf => outcomes.map(() => pdf));
}

function verifierLink(): Link {
  const result = (pdf: Buffer) => Buffer.from(JSON.stringify({ verdict: 'intact', pdf: pdf.toString() }));
  return linkWith({ verdict: 'intact' }, pdf => [result(pdf)]);
}

function linkWith(result: object, blobsOf: (pdf: Buffer) => Buffer[]): Link {
  const response = { type: 'response', result };
  return {
    response,
    answer(pdf) {
      const blobs = blobsOf(pdf);
      write(frame(JSON.stringify({ ...response, blobs: blobs.map(({ length }) => length) }), blobs));
    },
    raw: write,
  };
}

async function receive(): Promise<Message> {
  const length = Buffer.alloc(LENGTH_BYTES);
  const { bytesRead } = await promisify(read)(PIPE, length, 0, LENGTH_BYTES, null).catch(() => ({ bytesRead: 0 }));
  if (bytesRead === 0) process.exit();
  const header = JSON.parse(fill(Buffer.alloc(fill(length, bytesRead).readUInt32LE())).toString());
  return { header, contents: header.blobs.map((size: number) => fill(Buffer.alloc(size))) };
}

function fill(buffer: Buffer, from = 0): Buffer {
  for (let at = from; at < buffer.length; ) {
    const length = readSync(PIPE, buffer, at, buffer.length - at, null);
    if (length === 0) process.exit();
    at += length;
  }
  return buffer;
}

function write(content: Uint8Array | string): void {
  const bytes = Buffer.from(content as string);
  for (let at = 0; at < bytes.length; ) at += writeSync(PIPE, bytes, at);
}
