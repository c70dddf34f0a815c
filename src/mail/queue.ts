/**
 * Sends mails with codes, and repeats failed attempts with growing delays for as long as the code is of use. Mails are
 * kept in a folder until they are sent or given up, so that neither a server that is down nor the end of this process
 * loses one. How many there can be is limited by the number of unexpired codes (setting `codesAtOnce`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../errors.js';
import { failureOf } from './failure.js';
import type { Mail, Mailer, SavedMail } from './mail.js';
import { type CodeMail, type Entry, QueueFolder } from './queue-folder.js';
import { CONNECTIONS } from './smtp.js';
import { codeMail } from './texts.js';

export type { CodeMail };

/** `retried`: an attempt failed and another follows; `failed`: given up. A `reason` contains no address. */
export type MailOutcome =
  | { kind: 'sent'; saved: SavedMail | null }
  | { kind: 'retried'; reason: string }
  | { kind: 'failed'; reason: string };

interface QueueSettings {
  folder: string;
  mailer: Mailer;
  /** Delay before the second attempt; it doubles up to a minute. */
  firstDelayMs: number;
  /** Limit of one attempt. */
  attemptMs?: number;
  /** For how long the code can still be redeemed: 0 for example when a newer one was requested. By the clock of the keys. */
  validMs(mail: CodeMail): Promise<number>;
  /** Called after each attempt. Must not reject. */
  onOutcome(mail: CodeMail, outcome: MailOutcome): Promise<void>;
}

const ATTEMPT_MS = 45_000;
/** How long an attempt keeps other processes from the mail. */
const CLAIM_MS = ATTEMPT_MS + 15_000;
const MAX_DELAY_MS = 60_000;
/** Longer than every delay and claim. */
const LONGEST_MS = 2 * MAX_DELAY_MS;
/** A code that is valid for a shorter time cannot be used by a person any more. */
const MIN_VALIDITY_MS = 60_000;
/** How often the folder is read for mails that another process left. */
const POLL_MS = 10_000;
/** For a mail that is due but cannot be claimed. */
const MIN_WAIT_MS = 100;
/** For mails that are due when the service ends. */
const CLOSE_MS = 5_000;

export class MailQueue {
  readonly #settings: QueueSettings;
  readonly #folder: QueueFolder;
  readonly #running = new Set<Promise<void>>();
  #due: Entry[] = [];
  #failingSince: number | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  /** Also sends what earlier processes left in the folder. */
  constructor(settings: QueueSettings) {
    this.#settings = settings;
    this.#folder = new QueueFolder(settings.folder);
    this.#run();
  }

  /** Mails that are being sent or wait for another attempt. */
  get pending(): number {
    return this.#folder.list().length;
  }

  /** When attempts began to fail for a reason that concerns every mail (milliseconds since 1970); null if they do not. */
  get failingSince(): number | null {
    return this.#failingSince;
  }

  add(mail: CodeMail): void {
    try {
      this.#due.push(this.#folder.save(mail, Date.now()));
    } catch {
      this.#track(this.#deliver(mail, null)); // the disk may be full: one attempt is better than none
    }
    this.#run();
  }

  /** Sends the mails that are due, for a few seconds. The others stay in the folder; resolves to their number. */
  async close(): Promise<number> {
    const timeUp = sleep(CLOSE_MS, 'time up', { ref: false });
    while (this.#running.size > 0 && (await Promise.race([...this.#running, timeUp])) !== 'time up');
    this.#closed = true;
    clearTimeout(this.#timer);
    return this.pending;
  }

  #run(): void {
    clearTimeout(this.#timer);
    while (!this.#closed && this.#running.size < CONNECTIONS) {
      const claimed = this.#claimNext();
      if (claimed) this.#track(this.#process(claimed));
      else {
        this.#wait();
        break;
      }
    }
  }

  #claimNext(): Entry | null {
    const now = Date.now();
    if (this.#due.length === 0) this.#due = this.#folder.list().filter(entry => isDue(entry, now));
    for (let entry = this.#due.shift(); entry; entry = this.#due.shift()) {
      const claimed = this.#folder.claim(entry, now + CLAIM_MS);
      if (claimed) return claimed;
    }
    return null;
  }

  #wait(): void {
    const [first] = this.#folder.list();
    const ms = Math.min((first?.dueAt ?? Number.POSITIVE_INFINITY) - Date.now(), POLL_MS);
    this.#timer = setTimeout(() => this.#run(), Math.max(ms, MIN_WAIT_MS)).unref();
  }

  #track(work: Promise<void>): void {
    const running = work
      .catch(() => undefined) // the folder cannot be written: the claim ends, and another attempt follows
      .finally(() => {
        this.#running.delete(running);
        this.#run();
      });
    this.#running.add(running);
  }

  async #process(entry: Entry): Promise<void> {
    const mail = this.#folder.read(entry);
    if (mail) await this.#deliver(mail, entry);
    else this.#folder.remove(entry);
  }

  /** `entry` is null for a mail that could not be saved: there is one attempt only. */
  async #deliver(mail: CodeMail, entry: Entry | null): Promise<void> {
    let validMs = Number.POSITIVE_INFINITY;
    try {
      validMs = await this.#settings.validMs(mail);
      if (validMs < MIN_VALIDITY_MS) return this.#end(mail, entry, { kind: 'failed', reason: reasonFor(validMs) });
      const saved = await this.#send(codeMail({ ...mail, expiresIn: validMs / 1000 }));
      this.#failingSince = null;
      await this.#end(mail, entry, { kind: 'sent', saved });
    } catch (thrown) {
      await this.#handleFailure(mail, entry, thrown, validMs);
    }
  }

  /** A server that sends a byte now and then would keep an attempt, and its connection, going without end. */
  async #send(mail: Mail): Promise<SavedMail | null> {
    const { mailer, attemptMs = ATTEMPT_MS } = this.#settings;
    const limit = AbortSignal.timeout(attemptMs);
    return mailer.send(mail, limit).catch(thrown => {
      if (!limit.aborted) throw thrown;
      const reason = 'the mail server did not finish in time';
      throw new DocconvError('MAIL_FAILED.not-in-time', {}, { detail: { reason }, cause: thrown });
    });
  }

  async #handleFailure(mail: CodeMail, entry: Entry | null, thrown: unknown, validMs: number): Promise<void> {
    const { permanent, recipientOnly, reason } = failureOf(thrown);
    if (!recipientOnly) this.#failingSince ??= Date.now();
    const delay = entry && this.#delayAfter(entry);
    if (permanent || !delay || delay + MIN_VALIDITY_MS > validMs)
      return this.#end(mail, entry, { kind: 'failed', reason });
    this.#folder.postpone(entry, Date.now() + delay);
    await this.#settings.onOutcome(mail, { kind: 'retried', reason });
  }

  /** Up to a quarter longer at random, so that not all mails are repeated at once. */
  #delayAfter({ attempts }: Entry): number {
    const delay = Math.min(this.#settings.firstDelayMs * 2 ** (attempts - 1), MAX_DELAY_MS);
    return Math.round(delay * (1 + Math.random() / 4));
  }

  async #end(mail: CodeMail, entry: Entry | null, outcome: MailOutcome): Promise<void> {
    if (outcome.kind === 'failed') await this.#settings.onOutcome(mail, outcome); // repeated if the process is killed here
    if (entry) this.#folder.remove(entry);
    if (outcome.kind !== 'failed') await this.#settings.onOutcome(mail, outcome);
  }
}

/** A mail that is due later than any delay was saved before the clock of the machine was set back. */
function isDue({ dueAt }: Entry, now: number): boolean {
  return dueAt <= now || dueAt > now + LONGEST_MS;
}

function reasonFor(validMs: number): string {
  return validMs > 0 ? 'the code expires' : 'the code was replaced or used, or has expired';
}
