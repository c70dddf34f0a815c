/** A session with one token: finds the token, the key and its certificate, logs in once, and signs. */
import { readableCertificate } from '../../../pki/index.js';
import { currentFirst, isCurrent } from '../../certificate-key.js';
import { CKA, CKF, CKO, CKR, CKU } from './constants.js';
import { type Cryptoki, CryptokiError, openCryptoki, type TokenInfo } from './cryptoki.js';
import { mechanismFor } from './mechanism.js';
import type { OpenRequest, SignRequest, TokenFault } from './protocol.js';

export class TokenError extends Error {
  constructor(
    readonly fault: TokenFault,
    text = '',
  ) {
    super(text);
  }
}

export interface Session {
  readonly certificates: readonly Uint8Array[];
  sign(request: SignRequest): Uint8Array;
  close(): void;
}

interface Slot extends TokenInfo {
  readonly slot: number;
}

interface KeyObject {
  readonly handle: number;
  readonly label: string;
  readonly id: Buffer;
}

interface CertificateObject {
  readonly der: Buffer;
  readonly id: Buffer;
}

/** Throws TokenError. */
export function openSession(request: OpenRequest, cryptoki = openModule(request.module)): Session {
  const token = chooseToken(cryptoki, request.token);
  const session = cryptoki.openSession(token.slot);
  const pin = pinFor(token, request.pin);
  if (token.flags & CKF.loginRequired) logIn(CKU.user);
  const certificates = certificatesOf(cryptoki, session);
  const given = request.certificate === undefined ? null : Buffer.from(request.certificate, 'base64');
  const key = chooseKey(keysOf(cryptoki, session), certificates, request.keyLabel, given);
  const own = given ? [given] : withCurrentFirst(certificates.filter(({ id }) => id.equals(key.id)));
  if (own.length === 0) throw new TokenError('no-certificate', key.label);
  const others = certificates.map(({ der }) => der).filter(der => !own.some(found => found.equals(der)));
  const available = cryptoki.mechanisms(token.slot);
  const asksEachTime = cryptoki.attribute(session, key.handle, CKA.alwaysAuthenticate)?.[0] === 1;
  /** Of a login: the PIN is not sent again. */
  let refusal: TokenError | null = null;

  return {
    certificates: [...own, ...others],
    sign({ scheme, data }) {
      const use = mechanismFor(scheme, Buffer.from(data, 'base64'), available);
      if (!use) throw new TokenError('mechanism', scheme.name);
      if (refusal) throw refusal;
      withCause(() => cryptoki.signInit(session, key.handle, use.mechanism, use.parameter));
      if (asksEachTime) logInAgain();
      return withCause(() => cryptoki.sign(session, use.input));
    },
    close: () => cryptoki.finalize(),
  };

  function logInAgain(): void {
    try {
      logIn(CKU.contextSpecific);
    } catch (thrown) {
      refusal = thrown as TokenError;
      throw thrown;
    }
  }

  /** One try: tokens lock themselves after a few wrong PINs, so that the last one is left to a person. */
  function logIn(user: number): void {
    requireTries(cryptoki, token.slot);
    withCause(() => {
      try {
        cryptoki.login(session, user, pin);
      } catch (thrown) {
        if ((thrown as CryptokiError).code !== CKR.userAlreadyLoggedIn) throw thrown;
      }
    });
  }
}

function openModule(module: string): Cryptoki {
  try {
    return openCryptoki(module);
  } catch (thrown) {
    throw new TokenError('module', (thrown as Error).message);
  }
}

function chooseToken(cryptoki: Cryptoki, label: string | undefined): Slot {
  const tokens = cryptoki.slots().flatMap(slot => tokenIn(cryptoki, slot));
  const candidates = label === undefined ? tokens : tokens.filter(token => token.label === label);
  const [token, another] = candidates;
  if (!token) throw new TokenError('no-token', labelsOf(tokens));
  if (another) throw new TokenError('several-tokens', labelsOf(candidates));
  return token;
}

/** None for a token that is not initialized, and for one that is removed just now. */
function tokenIn(cryptoki: Cryptoki, slot: number): Slot[] {
  try {
    const info = cryptoki.tokenInfo(slot);
    return info.flags & CKF.tokenInitialized ? [{ ...info, slot }] : [];
  } catch {
    return [];
  }
}

function pinFor({ flags, label }: Slot, pin: string | undefined): Buffer | null {
  if (pin !== undefined) return Buffer.from(pin, 'utf8');
  if (flags & CKF.loginRequired && !(flags & CKF.protectedAuthenticationPath))
    throw new TokenError('pin-needed', label);
  return null;
}

/** Asks again each time: another program may have used up tries in the meantime. */
function requireTries(cryptoki: Cryptoki, slot: number): void {
  const { flags, label } = withCause(() => cryptoki.tokenInfo(slot));
  if (flags & CKF.userPinLocked) throw new TokenError('pin-locked', label);
  if (flags & CKF.userPinFinalTry) throw new TokenError('pin-last-try', label);
}

function keysOf(cryptoki: Cryptoki, session: number): KeyObject[] {
  return cryptoki.find(session, CKO.privateKey).map(handle => ({
    handle,
    label: cryptoki.attribute(session, handle, CKA.label)?.toString('utf8') ?? '',
    id: cryptoki.attribute(session, handle, CKA.id) ?? Buffer.alloc(0),
  }));
}

function certificatesOf(cryptoki: Cryptoki, session: number): CertificateObject[] {
  return cryptoki.find(session, CKO.certificate).flatMap(handle => {
    const der = cryptoki.attribute(session, handle, CKA.value);
    const id = cryptoki.attribute(session, handle, CKA.id) ?? Buffer.alloc(0);
    return der && der.length > 0 ? [{ der: Buffer.from(der), id: Buffer.from(id) }] : [];
  });
}

/** A given certificate that the token has, too, tells by its id which key is meant. */
function chooseKey(
  keys: readonly KeyObject[],
  certificates: readonly CertificateObject[],
  label: string | undefined,
  given: Buffer | null,
): KeyObject {
  const labelled = label === undefined ? keys : keys.filter(key => key.label === label);
  const id = given && certificates.find(({ der }) => der.equals(given))?.id;
  const candidates = id && id.length > 0 ? labelled.filter(key => key.id.equals(id)) : labelled;
  const [key, another] = candidates;
  if (!key) throw new TokenError('no-key', labelsOf(keys));
  if (another) throw new TokenError('several-keys', labelsOf(candidates));
  return key;
}

/** Cards keep the certificate from before a renewal of the same key. */
function withCurrentFirst(certificates: readonly CertificateObject[]): Buffer[] {
  const ders = certificates.map(({ der }) => der);
  return currentFirst(ders, der => readableCertificate(der).some(one => isCurrent(one)));
}

const labelsOf = (items: readonly { readonly label: string }[]) => items.map(({ label }) => `"${label}"`).join(', ');

const FAULTS: Readonly<Record<number, TokenFault>> = {
  [CKR.pinIncorrect]: 'pin-wrong',
  [CKR.pinInvalid]: 'pin-wrong',
  [CKR.pinLengthRange]: 'pin-wrong',
  [CKR.pinExpired]: 'pin-locked',
  [CKR.pinLocked]: 'pin-locked',
  [CKR.slotIdInvalid]: 'removed',
  [CKR.deviceError]: 'removed',
  [CKR.deviceRemoved]: 'removed',
  // the key was found when the session began
  [CKR.keyHandleInvalid]: 'removed',
  [CKR.objectHandleInvalid]: 'removed',
  [CKR.sessionClosed]: 'removed',
  [CKR.sessionHandleInvalid]: 'removed',
  [CKR.tokenNotPresent]: 'removed',
  [CKR.tokenNotRecognized]: 'removed',
};

function withCause<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof CryptokiError ? new TokenError(FAULTS[thrown.code] ?? 'call', thrown.message) : thrown;
  }
}
