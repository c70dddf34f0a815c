/** The command line's end of the connection to an engine. Loads little: the whole call takes a tenth of a second. */
import { createConnection } from 'node:net';
import type { ConversionFacts, ConvertedFile } from '../convert/settings.js';
import { type Accept, Channel, collect } from '../isolation/channel.js';
import { type Answer, errorOf, type Greeting, PROTOCOL, type Request, type WarmOptions } from './protocol.js';

/** An engine that is stopped, or starved, must not delay the caller much. */
const GREETING_MS = 1000;

/** Beyond the time limit of the document: the engine lets a document wait no longer. */
const SPARE_MS = 10_000;

export type WarmResult = ConversionFacts & { files: readonly ConvertedFile[] };

interface Document {
  name: string | null;
  bytes: Uint8Array;
  options: WarmOptions;
  /** Time limit of the engine. */
  timeoutMs: number;
  /** Aborting cancels, and rejects with the signal's reason. */
  signal: AbortSignal | undefined;
}

/** A connection to a running engine. */
export class WarmConnection {
  private constructor(
    readonly greeting: Greeting,
    private readonly channel: Channel,
  ) {}

  /** Null when no engine answers. */
  static async open(socketPath: string): Promise<WarmConnection | null> {
    const socket = createConnection(socketPath);
    const channel = new Channel(socket, socket, { violation: () => socket.destroy(), closed: () => {} });
    const greeting = await within(GREETING_MS, channel, () => channel.receive(acceptGreeting));
    if (greeting) return new WarmConnection(greeting, channel);
    channel.destroy();
    return null;
  }

  /** A text says why there is no result. Rejects with the error of the document. */
  async convert({ name, bytes, options, timeoutMs, signal }: Document): Promise<WarmResult | string> {
    const cancel = () => this.channel.destroy();
    signal?.addEventListener('abort', cancel);
    try {
      signal?.throwIfAborted();
      const received = await within(timeoutMs + SPARE_MS, this.channel, () => this.#ask({ name, options }, bytes));
      signal?.throwIfAborted();
      if (!received) return 'the engine was lost';
      const { answer, files } = received;
      if (answer.type === 'converted') return { ...answer.facts, files };
      if (answer.type === 'failed') throw errorOf(answer.failure);
      return answer.why;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.channel.destroy();
    }
  }

  close(): void {
    this.channel.destroy();
  }

  /** Null when the engine was lost. */
  #ask(request: Request, bytes: Uint8Array): Promise<Received | null> {
    this.channel.send(request, [bytes]);
    return this.channel.receive(acceptAnswer);
  }
}

interface Received {
  answer: Answer;
  files: readonly ConvertedFile[];
}

const acceptGreeting: Accept<Greeting> = header => {
  const greeting = header as Greeting;
  if (greeting.protocol !== PROTOCOL) throw new Error(`the engine has the protocol ${greeting.protocol}`);
  return { message: greeting, sinks: [] };
};

const acceptAnswer: Accept<Received> = (header, sizes) => {
  const answer = header as Answer;
  const pages = answer.type === 'converted' ? answer.pages : [];
  const blobs = sizes.map(collect);
  const files = pages.map((page, i) => ({ page, bytes: blobs[i]!.bytes }));
  return { message: { answer, files }, sinks: blobs.map(({ sink }) => sink) };
};

/** Null when it takes longer, and when what arrives, or what is sent, is not as it should be. */
async function within<Result>(
  milliseconds: number,
  channel: Channel,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  const timer = setTimeout(() => channel.destroy(), milliseconds);
  try {
    return await work();
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
