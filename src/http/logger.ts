/** What the log has of errors: nothing secret, and each warning once a minute. */
import type { FastifyServerOptions } from 'fastify';
import { createRepeats } from './repeats.js';

/** Of pino. */
const WARN = 40;

interface LogSettings {
  /** Of pino. */
  readonly options: Pick<Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>, 'hooks' | 'serializers'>;
  /** Writes what was counted. */
  close(): void;
}

/** A warning that repeats is counted, and written at the end of each minute with the count as `repeated`. */
export function createLogSettings(): LogSettings {
  const repeats = createRepeats();
  const options: LogSettings['options'] = {
    serializers: { err: loggedError },
    hooks: {
      logMethod(given, method, level) {
        if (level !== WARN) return method.apply(this, given);
        const [object, message] = given as unknown as [unknown, string?];
        repeats.report(causeOf(object, message), repeated => {
          const counted = repeated > 0 && typeof object === 'object' ? { ...object, repeated } : object;
          method.apply(this, [counted, message] as never);
        });
      },
    },
  };
  return { options, close: repeats.close };
}

/** The error alone, if there is one: a store that is away fails requests, jobs and webhooks alike. */
function causeOf(object: unknown, message = ''): string {
  const { err, reason } = (object ?? {}) as { err?: Error; reason?: unknown };
  return err ? err.message : `${message} ${reason ?? (typeof object === 'string' ? object : '')}`;
}

/** Of the members that drivers add to their errors, only these: others have values of statements, addresses with passwords, ... */
const MEMBERS = [
  'code',
  'detail',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const;

interface Logged extends Error, Partial<Record<(typeof MEMBERS)[number], unknown>> {}

interface LoggedError {
  [member: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name: type, message, stack = '', cause } = error;
  const members = MEMBERS.flatMap(name => {
    const value = (error as Logged)[name];
    // the text `detail` of PostgreSQL has the values of a row
    return value === undefined || (name === 'detail' && typeof value === 'string') ? [] : [[name, value]];
  });
  const below = cause === undefined || depth > 5 ? {} : { cause: loggedError(cause, depth + 1) };
  return { type, message, stack, ...Object.fromEntries(members), ...below };
}
