/** A credential of a signing service: its certificates, and how its use is authorised. */
import { DocconvError } from '../../../errors.js';
import type { Certificate } from '../../../pki/index.js';
import { isObject } from '../../../system/formats/json.js';
import { certificatesIn } from '../foreign-key.js';
import { isText, textsOf } from '../json-answer.js';
import { type Answer, type Service, SOURCE } from './service.js';

export interface Credential {
  readonly id: string;
  readonly certificates: readonly Certificate[];
  /** OIDs. */
  readonly algorithms: readonly string[];
  /** Signatures for one authorisation. */
  readonly multisign: number;
  /** An authorisation names the digests that it is for. */
  readonly bindsDigests: boolean;
  readonly mode: 'implicit' | 'explicit' | 'token';
  readonly wantsPin: boolean;
  readonly wantsOtp: boolean;
}

export async function onlyCredential(service: Service, signal?: AbortSignal): Promise<string> {
  const ids = textsOf((await service.ask('credentials/list', { maxResults: 20 }, signal)).credentialIDs);
  const [id, another] = ids;
  if (id === undefined) throw new DocconvError('OPTION_INVALID.csc-no-credential');
  if (another !== undefined) throw new DocconvError('OPTION_INVALID.csc-several-credentials', { ids: ids.join(', ') });
  return id;
}

export async function credentialOf(service: Service, id: string, signal?: AbortSignal): Promise<Credential> {
  const wanted = { credentialID: id, certificates: 'chain', certInfo: false, authInfo: true };
  const info = await service.ask('credentials/info', wanted, signal);
  const [key, cert] = [memberOf(info, 'key'), memberOf(info, 'cert')];
  if (key.status !== undefined && key.status !== 'enabled')
    throw new DocconvError('SIGNING_FAILED.credential-disabled');
  const ders = textsOf(cert.certificates).map(text => Buffer.from(text, 'base64'));
  return {
    id,
    certificates: certificatesIn(ders, SOURCE),
    algorithms: textsOf(key.algo),
    multisign: Number(info.multisign) >= 1 ? Number(info.multisign) : 1,
    bindsDigests: String(info.SCAL ?? '1') === '2',
    ...(service.version < 2 ? authorisationOf1(info) : authorisationOf2(info)),
  };
}

/** Names of members of 1.0.4. */
function authorisationOf1(info: Answer): Pick<Credential, 'mode' | 'wantsPin' | 'wantsOtp'> {
  const isPresent = (name: string) => ['true', true].includes(memberOf(info, name).presence as string);
  return { mode: modeOf(info.authMode), wantsPin: isPresent('PIN'), wantsOtp: isPresent('OTP') };
}

function authorisationOf2(info: Answer): Pick<Credential, 'mode' | 'wantsPin' | 'wantsOtp'> {
  const auth = memberOf(info, 'auth');
  const objects = Array.isArray(auth.objects) ? auth.objects.filter(isObject) : [];
  const has = (id: string) => objects.some(object => object.id === id);
  return { mode: modeOf(auth.mode), wantsPin: has('PIN'), wantsOtp: has('OTP') };
}

const modeOf = (mode: unknown): Credential['mode'] =>
  isText(mode) && mode.startsWith('oauth2') ? 'token' : mode === 'implicit' ? 'implicit' : 'explicit';

interface Secrets {
  readonly pin?: string | undefined;
  readonly otp?: string | undefined;
  readonly token?: string | undefined;
}

export function requireSecrets({ mode, wantsPin, wantsOtp }: Credential, { pin, otp, token }: Secrets): void {
  if (mode === 'token' && token === undefined) throw new DocconvError('OPTION_INVALID.csc-credential-token');
  if (wantsPin && pin === undefined) throw new DocconvError('PASSWORD_NEEDED.csc-pin');
  if (wantsOtp && otp === undefined) throw new DocconvError('PASSWORD_NEEDED.csc-otp');
}

function memberOf(answer: Answer, name: string): Answer {
  const value = answer[name];
  return isObject(value) ? value : {};
}
