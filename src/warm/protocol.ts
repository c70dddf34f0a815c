/**
 * The messages between the command line and its engine in the background, in the frames of isolation/frame.ts. Both are
 * processes of one user, and documents travel as bytes: the engine opens no file of the user.
 *
 * The engine greets each connection at once. A connection carries one request and one answer; closing it cancels.
 * It is not HTTP, as `docconv serve` speaks it: with a form, a job and node:http, a call takes a fifth longer.
 */
import type { ConversionFacts, ConvertOptions } from '../convert/settings.js';
import { DocconvError } from '../errors.js';
import type { Failure } from '../isolation/index.js';

/** Increase it with every change of a message. */
export const PROTOCOL = 2;

/** The state of an engine, its first message on each connection. */
export interface Greeting {
  protocol: number;
  pid: number;
  /** Unix time in milliseconds. */
  started: number;
  /** Documents converted so far. */
  converted: number;
}

/** What travels of the options; the signal is the connection. */
export type WarmOptions = Pick<ConvertOptions, 'to' | 'pdf' | 'from' | 'password'>;

/** Is followed by the document. */
export interface Request {
  name: string | null;
  options: WarmOptions;
}

/** 'converted' is followed by the files, whose pages it lists. 'refused': the caller converts without an engine. */
export type Answer =
  | { type: 'converted'; facts: ConversionFacts; pages: readonly (number | null)[] }
  | { type: 'failed'; failure: Failure } // complete, unlike that of a worker: the engine is docconv itself
  | { type: 'refused'; why: string };

export function errorOf({ code, message, detail, cause }: Failure): DocconvError {
  return DocconvError.received(code, message, { detail, ...(cause !== null && { cause: new Error(cause) }) });
}
