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
