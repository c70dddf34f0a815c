/**
 * The messages between docconv and its worker processes, and the channel that carries them. Every domain uses the same
 * envelope; the configuration, request body and result inside are types of the domain. Documents are never part of a
 * message: a worker reads them from its folder or from its standard input.
 */
import type { ChildProcess } from 'node:child_process';
import { DocconvError, type ErrorCode, type ErrorDetail } from '../errors.js';
import type { Confinement } from './sandbox/index.js';

/** Increase it with every change of a message: a worker file of another version then refuses to start. */
export const PROTOCOL_VERSION = 3;

/** The first message to a worker. */
export interface Hello<Config> {
  type: 'hello';
  version: number;
  /** Null: the sandbox around the process already restricts it. */
  confinement: Confinement | null;
  config: Config;
}

export type ToWorker<Config, Body> = Hello<Config> | { type: 'request'; body: Body };

/** The request failed with a DocconvError; the worker takes further requests. */
export interface Failure {
  type: 'failure';
  code: ErrorCode;
  message: string;
  detail: ErrorDetail;
  /** Stack of the cause, for the log. */
  cause: string | null;
}

/** `unusable`: the worker cannot start or cannot continue; it exits after this message. */
export type FromWorker<Result> =
  | { type: 'ready' }
  | { type: 'response'; result: Result }
  | Failure
  | { type: 'unusable'; message: string };

export function failureOf({ code, message, detail, cause }: DocconvError): Failure {
  const trace = cause instanceof Error ? (cause.stack ?? cause.message) : null;
  return { type: 'failure', code, message, detail, cause: trace };
}

export function errorOf({ code, message, detail, cause }: Failure): DocconvError {
  return new DocconvError(code, message, { detail, ...(cause !== null && { cause: new Error(cause) }) });
}

/** One end of the connection between docconv and a worker. */
export interface Channel<Sent, Received> {
  /** `done` is called when the message was handed over, with an error if that failed. */
  send(message: Sent, done?: (error: Error | null) => void): void;
  onMessage(listener: (message: Received) => void): void;
  /** The other side closed the channel or its process ended. */
  onClose(listener: () => void): void;
}

/** The channel to a worker that was spawned with 'ipc' in its `stdio`, or from such a worker to its parent. */
export function channelOf<Sent, Received>(end: ChildProcess | NodeJS.Process): Channel<Sent, Received> {
  return {
    send: (message, done = () => {}) => end.send?.(message as object, undefined, undefined, done),
    onMessage: listener => end.on('message', (message: unknown) => listener(message as Received)),
    onClose: listener => end.on('disconnect', listener),
  };
}
