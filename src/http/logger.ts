/** What the log has of errors: nothing secret, and each warning once a minute. */
import type { FastifyServerOptions } from 'fastify';

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

/** Says the same at most once a minute: the first time at once, then at the end of each minute how often it happened again. */
export interface Repeats {
  /** `say` is called now, or later with the number of calls since the last time that it was called for this cause. */
  report(cause: string, say: Say): void;
  /** Says at once what has happened again. */
  close(): void;
}

/** @param repeated 0 the first time */
type Say = (repeated: number) => void;

const MINUTE_MS = 60_000;
/** Further causes share one entry: strangers may have invented them. */
const MAX_CAUSES = 1_000;

/** @param everyMs for tests */
export function createRepeats(everyMs = MINUTE_MS): Repeats {
  const known = new Map<string, { repeated: number; say: Say; timer: NodeJS.Timeout }>();

  const tell = (cause: string) => {
    const { repeated, say, timer } = known.get(cause)!;
    known.get(cause)!.repeated = 0;
    if (repeated > 0) return say(repeated);
    clearInterval(timer);
    known.delete(cause);
  };
  return {
    report(given, say) {
      const cause = known.has(given) || known.size < MAX_CAUSES ? given : '';
      const entry = known.get(cause);
      if (entry) {
        entry.repeated++;
        entry.say = say;
        return;
      }
      known.set(cause, { repeated: 0, say, timer: setInterval(() => tell(cause), everyMs).unref() });
      say(0);
    },
    close() {
      for (const { repeated, say, timer } of known.values()) {
        clearInterval(timer);
        if (repeated > 0) say(repeated);
      }
      known.clear();
    },
  };
}
