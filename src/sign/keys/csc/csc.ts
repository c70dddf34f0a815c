/** Keys of a signing service (CSC API 1.0.4 and 2): finds the credential, authorises it once for all signatures, and signs digests. */
import { DocconvError } from '../../../errors.js';
import type { SignatureScheme } from '../../../pki/index.js';
import type { Signer } from '../../signer.js';
import { type ForeignKey, signerOf } from '../foreign-key.js';
import { isText, textsOf } from '../json-answer.js';
import { type Credential, credentialOf, onlyCredential, requireSecrets } from './credential.js';
import { type Order, orderOf } from './order.js';
import { type Answer, AUTHORIZE, openService, Refusal, type Service, type ServiceSettings, SOURCE } from './service.js';

interface CscSettings extends ServiceSettings {
  /** Its id; without one, the only one of the account. */
  credential?: string | undefined;
  pin?: string | undefined;
  /** A one-time password: of use for one authorisation. */
  otp?: string | undefined;
  /** How many will be made: the authorisation is asked for as many. */
  signatures: number;
  signal?: AbortSignal | undefined;
}

interface Authorisation {
  readonly sad: string;
  /** Signatures. */
  readonly left: number;
}

export async function openCsc(settings: CscSettings): Promise<Signer> {
  const service = await openService(settings, settings.signal);
  const id = settings.credential ?? (await onlyCredential(service, settings.signal));
  const credential = await credentialOf(service, id, settings.signal);
  requireSecrets(credential, settings);
  return signerOf(new CscKey(service, credential, settings), SOURCE);
}

class CscKey implements ForeignKey {
  readonly certificates: ForeignKey['certificates'];
  private authorisation: Authorisation | null = null;
  private isOtpUsed = false;
  private remaining: number;
  /** A wrong PIN, perhaps: repeated, it would lock the credential. */
  private refusal: unknown = null;

  constructor(
    private readonly service: Service,
    private readonly credential: Credential,
    private readonly settings: CscSettings,
  ) {
    this.certificates = credential.certificates;
    this.remaining = settings.signatures;
  }

  async sign(data: Uint8Array, scheme: SignatureScheme, signal?: AbortSignal): Promise<Uint8Array> {
    const order = orderOf(data, scheme, this.credential.algorithms);
    const value = await this.withAuthorisation(order, signal);
    const { sad, left } = this.authorisation!;
    this.authorisation = { sad, left: left - 1 };
    this.remaining -= 1;
    return value;
  }

  private async withAuthorisation(order: Order, signal?: AbortSignal): Promise<Uint8Array> {
    if (!this.authorisation?.left) return this.signHash(order, await this.authorise(order, signal), signal);
    try {
      return await this.signHash(order, await this.extended(this.authorisation, order, signal), signal);
    } catch (thrown) {
      // the authorisation may have expired while others were signed
      if (!(thrown instanceof Refusal) || !isAboutAuthorisation(thrown)) throw thrown;
      this.authorisation = null;
      return this.signHash(order, await this.authorise(order, signal), signal);
    }
  }

  private async authorise(order: Order, signal?: AbortSignal): Promise<Authorisation> {
    const { mode, wantsOtp, multisign } = this.credential;
    // the access token is the authorisation
    if (mode === 'token') return this.remember({ sad: '', left: Number.POSITIVE_INFINITY });
    if (this.refusal) throw this.refusal;
    if (wantsOtp && this.isOtpUsed) throw new DocconvError('SIGNING_FAILED.authorisation-used-up');
    this.isOtpUsed = true;
    const count = Math.max(1, Math.min(this.remaining, multisign));
    const body = { numSignatures: count, ...this.digestOf(order), ...this.secrets() };
    const answer = await this.ask(AUTHORIZE, body, signal).catch(thrown => {
      this.refusal = thrown;
      throw thrown;
    });
    if (!isText(answer.SAD) || answer.SAD === '') throw new DocconvError('SIGNING_FAILED.no-authorisation');
    return this.remember({ sad: answer.SAD, left: count });
  }

  /** Names a further digest where an authorisation is for certain digests, without another PIN or one-time password. */
  private async extended(former: Authorisation, order: Order, signal?: AbortSignal): Promise<Authorisation> {
    if (!this.credential.bindsDigests || this.credential.mode === 'token') return former;
    const { sad, left } = former;
    const answer = await this.ask('credentials/extendTransaction', { SAD: sad, ...this.digestOf(order) }, signal);
    return this.remember({ sad: isText(answer.SAD) && answer.SAD !== '' ? answer.SAD : sad, left });
  }

  private async signHash(order: Order, { sad }: Authorisation, signal?: AbortSignal): Promise<Uint8Array> {
    const { signAlgo, parameters, hashAlgo } = order;
    const algorithms = { signAlgo, ...parameters, ...(this.service.version < 2 && { hashAlgo }) };
    const body = { ...(sad && { SAD: sad }), ...this.digestOf(order), ...algorithms };
    const answer = await this.ask('signatures/signHash', body, signal);
    return Buffer.from(textsOf(answer.signatures)[0] ?? '', 'base64');
  }

  private remember(authorisation: Authorisation): Authorisation {
    this.authorisation = authorisation;
    return authorisation;
  }

  private ask(method: string, body: Answer, signal?: AbortSignal): Promise<Answer> {
    return this.service.ask(method, { credentialID: this.credential.id, ...body }, signal);
  }

  private secrets(): Answer {
    const { wantsPin, wantsOtp } = this.credential;
    const { pin, otp } = this.settings;
    const given = { ...(wantsPin && { PIN: pin }), ...(wantsOtp && { OTP: otp }) };
    if (this.service.version < 2) return given;
    return { authData: Object.entries(given).map(([id, value]) => ({ id, value })) };
  }

  /** Version 2 has another name for it, and the algorithm in each request. */
  private digestOf({ digest, hashAlgo }: Order): Answer {
    return this.service.version < 2 ? { hash: [digest] } : { hashes: [digest], hashAlgorithmOID: hashAlgo };
  }
}

/** The errors do not say what has expired; a wrong PIN is refused by credentials/authorize, and never sent again. */
function isAboutAuthorisation({ status, error }: Refusal): boolean {
  return status === 400 && ['invalid_request', 'invalid_grant', 'expired_sad', 'invalid_sad'].includes(error);
}
