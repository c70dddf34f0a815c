/** Waiting for one notification among all. */
import type { Listener } from '../postgres/index.js';

interface AwaitedEvent {
  /** Resolves when the notification has come, after `milliseconds`, or when the signal is aborted. */
  readonly happened: Promise<void>;
  cancel(): void;
}

export function waitForEvent(
  listener: Listener,
  text: string,
  milliseconds: number,
  signal: AbortSignal,
): AwaitedEvent {
  let cancel = () => {};
  const happened = new Promise<void>(resolve => {
    const timer = setTimeout(resolve, Math.max(0, milliseconds));
    const off = listener.on(given => given === text && resolve());
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    cancel = () => {
      clearTimeout(timer);
      off();
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
  });
  return { happened, cancel };
}
