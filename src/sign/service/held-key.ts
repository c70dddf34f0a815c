/** The key of a server: opened once, and again after a failure. A secret that was refused is never sent a second time. */
import { DocconvError, toDocconvError } from '../../errors.js';
import { isRefusedAuthorisation } from '../keys/csc/service.js';
import type { SigningScheme } from '../scheme.js';
import type { Signer } from '../signer.js';

/** A wrong PIN, sent for each request, would lock a token. */
const ABOUT_SECRETS: ReadonlySet<string> = new Set(['WRONG_PASSWORD', 'PASSWORD_NEEDED']);

interface Opened {
  readonly signer: Signer;
  uses: number;
  isClosed: boolean;
}

/** All methods reject with SIGNING_FAILED. */
export class HeldKey {
  #opened: Promise<Opened> | null = null;
  #refusal: DocconvError | null = null;
  #isFailing = false;

  constructor(private readonly open: () => Promise<Signer>) {}

  /** Whether the latest use failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Opens it where it is not open. */
  signer(): Promise<Signer> {
    return this.#use(async signer => signer);
  }

  sign(data: Uint8Array, scheme: SigningScheme, certificate: Signer['certificate']): Promise<Uint8Array> {
    // without the signal of a request: a token that is stopped in the middle fails for all others
    return this.#use(async signer => {
      if (signer.certificate.sha256 !== certificate.sha256) throw new DocconvError('SIGNING_FAILED.other-certificate');
      return signer.sign(data, scheme);
    });
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    this.#opened = null;
    await opened?.signer.close?.();
  }

  async #use<T>(work: (signer: Signer) => Promise<T>): Promise<T> {
    if (this.#refusal) throw this.#refusal;
    this.#opened ??= this.open().then(signer => ({ signer, uses: 0, isClosed: false }));
    const attempt = this.#opened;
    try {
      const opened = await attempt;
      opened.uses++;
      const result = await work(opened.signer).finally(() => {
        opened.uses--;
        this.#closeAbandoned(attempt, opened);
      });
      this.#isFailing = false;
      return result;
    } catch (thrown) {
      throw this.#failed(attempt, toDocconvError(thrown));
    }
  }

  #failed(attempt: Promise<Opened>, error: DocconvError): DocconvError {
    this.#isFailing = true;
    if (this.#opened === attempt) this.#opened = null;
    attempt.then(opened => this.#closeAbandoned(attempt, opened)).catch(() => {});
    const failure =
      error.code === 'SIGNING_FAILED'
        ? error
        : new DocconvError('SIGNING_FAILED.key', { reason: error.message }, { cause: error });
    if (ABOUT_SECRETS.has(error.code) || isRefusedAuthorisation(error)) this.#refusal = failure;
    return failure;
  }

  /** Closes one that failed, when nobody uses it any more. */
  #closeAbandoned(attempt: Promise<Opened>, opened: Opened): void {
    if (this.#opened === attempt || opened.uses > 0 || opened.isClosed) return;
    opened.isClosed = true;
    opened.signer.close?.().catch(() => {});
  }
}
