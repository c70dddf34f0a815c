/**
 * A signing service on loopback that follows the CSC API 1.0.4 or 2: access tokens by client credentials, credentials with PIN
 * and one-time password, authorisations (SAD) for a number of signatures and, with SCAL 2, for certain digests. It can be told to
 * misbehave, and records each request.
 */
import { constants, type KeyObject, privateEncrypt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';

export interface ServiceRules {
  version: 1 | 2;
  key: KeyObject;
  /** DER: the signer's first. */
  certificates: readonly Uint8Array[];
  pin?: string;
  /** Valid once. */
  otp?: string;
  multisign?: number;
  scal?: 1 | 2;
  mode?: 'explicit' | 'implicit' | 'oauth2code';
  credentials?: readonly string[];
  /** Requests after which an access token has expired. */
  tokenUses?: number;
  /** What it says about that; by default an hour. */
  tokenSeconds?: number;
  /** Of the answer to a wrong PIN; by default 400. */
  pinStatus?: number;
  /** URL of the authorisation server that `info` states; by default this service. */
  oauth2?: string;
  /** Signatures after which an authorisation has expired. */
  sadUses?: number;
  /** Signatures after which all are refused. */
  quota?: number;
  /** Signs something else. */
  lies?: boolean;
}

interface Sad {
  left: number;
  uses: number;
  digests: string[];
}

export const CLIENT = { id: 'docconv-test', secret: 'secret of the client' };

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    description: string,
  ) {
    super(description);
  }
}

export async function startSigningService(rules: ServiceRules) {
  const state = { tokens: new Map<string, number>(), sads: new Map<string, Sad>(), otpUsed: false, signed: 0 };
  const methods: Record<string, (body: Record<string, unknown>) => unknown> = {
    'credentials/list': () => ({ credentialIDs: ids() }),
    'credentials/info': credentialInfo,
    'credentials/authorize': authorize,
    'credentials/extendTransaction': extend,
    'signatures/signHash': signHash,
  };
  const requests: { path: string; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/csc/v${rules.version}`;
  return {
    url: base,
    requests,
    rules,
    paths: () => requests.map(({ path }) => path),
    close: () => void server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.replace(`/csc/v${rules.version}/`, '');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      if (request.method !== 'POST') throw new Refused(405, 'invalid_request', 'POST only');
      if (path === 'oauth2/token') {
        const form = new URLSearchParams(await text(request));
        requests.push({ path, body: Object.fromEntries(form) });
        return void send(200, token(form));
      }
      const body = (await json(request)) as Record<string, unknown>;
      requests.push({ path, body });
      if (path === 'info') return void send(200, info());
      requireToken(request.headers.authorization ?? '');
      const method = methods[path];
      if (!method) throw new Refused(404, 'invalid_request', 'no such method');
      if (path !== 'credentials/list') requireKnown(body);
      send(200, method(body));
    } catch (thrown) {
      const { status = 500, error = 'server_error', message } = thrown as Refused;
      send(status, { error, error_description: message });
    }
  }

  function info() {
    return {
      specs: rules.version === 1 ? '1.0.4.0' : '2.0.0.2',
      name: 'Test',
      authType: ['oauth2client'],
      lang: 'en',
      oauth2: rules.oauth2 ?? base,
    };
  }

  function token(form: URLSearchParams) {
    if (form.get('grant_type') !== 'client_credentials') throw new Refused(400, 'unsupported_grant_type', '');
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      throw new Refused(401, 'invalid_client', 'unknown client');
    const value = randomUUID();
    state.tokens.set(value, rules.tokenUses ?? Number.POSITIVE_INFINITY);
    return { access_token: value, token_type: 'Bearer', expires_in: rules.tokenSeconds ?? 3600 };
  }

  function requireToken(header: string): void {
    const value = header.replace(/^Bearer /, '');
    if (value === 'given token') return;
    const left = state.tokens.get(value) ?? 0;
    if (left < 1) throw new Refused(401, 'invalid_token', 'The access token has expired');
    state.tokens.set(value, left - 1);
  }

  function requireKnown({ credentialID }: Record<string, unknown>): void {
    if (!ids().includes(credentialID as string))
      throw new Refused(400, 'invalid_request', 'Invalid parameter credentialID');
  }

  function credentialInfo() {
    const { version, pin, otp, multisign = 100, scal = 1, mode = 'explicit', key } = rules;
    const common = {
      key: {
        status: 'enabled',
        algo: [key.asymmetricKeyType === 'ec' ? '1.2.840.10045.4.3.2' : '1.2.840.113549.1.1.1'],
      },
      cert: { status: 'valid', certificates: rules.certificates.map(der => Buffer.from(der).toString('base64')) },
      SCAL: String(scal),
      multisign,
    };
    if (version === 1)
      return {
        ...common,
        authMode: mode,
        PIN: { presence: String(pin !== undefined) },
        OTP: { presence: String(otp !== undefined) },
      };
    const objects = [...(pin === undefined ? [] : ['PIN']), ...(otp === undefined ? [] : ['OTP'])];
    return { ...common, auth: { mode, objects: objects.map(id => ({ type: 'Password', id })) } };
  }

  function authorize(body: Record<string, unknown>) {
    const given =
      rules.version === 1
        ? body
        : Object.fromEntries(
            ((body.authData ?? []) as { id: string; value: string }[]).map(({ id, value }) => [id, value]),
          );
    if (rules.pin !== undefined && given.PIN !== rules.pin)
      throw new Refused(rules.pinStatus ?? 400, 'invalid_pin', 'Invalid PIN');
    if (rules.otp !== undefined && (given.OTP !== rules.otp || state.otpUsed))
      throw new Refused(400, 'invalid_otp', 'Invalid OTP');
    state.otpUsed = true;
    const count = body.numSignatures as number;
    if (!(count >= 1 && count <= (rules.multisign ?? 100))) throw new Refused(400, 'invalid_request', 'numSignatures');
    const value = randomUUID();
    state.sads.set(value, { left: count, uses: rules.sadUses ?? 1000, digests: digestsOf(body) });
    return { SAD: value, expiresIn: 300 };
  }

  function extend(body: Record<string, unknown>) {
    const sad = state.sads.get(body.SAD as string);
    if (!sad || sad.uses < 1) throw new Refused(400, 'invalid_request', 'Invalid parameter SAD');
    const value = randomUUID();
    state.sads.delete(body.SAD as string);
    state.sads.set(value, { ...sad, digests: digestsOf(body) });
    return { SAD: value, expiresIn: 300 };
  }

  function signHash(body: Record<string, unknown>) {
    const digests = digestsOf(body);
    if (rules.mode !== 'oauth2code') useSad(body.SAD as string, digests);
    if (state.signed + digests.length > (rules.quota ?? 1000))
      throw new Refused(400, 'quota_exceeded', 'The quota is used up');
    state.signed += digests.length;
    return { signatures: digests.map(digest => signatureOf(digest, body)) };
  }

  function useSad(value: string, digests: string[]): void {
    const sad = state.sads.get(value);
    if (!sad || sad.left < digests.length || sad.uses < 1)
      throw new Refused(400, 'invalid_request', 'Invalid parameter SAD');
    if (rules.scal === 2 && !digests.every(digest => sad.digests.includes(digest)))
      throw new Refused(400, 'invalid_request', 'The hash is not authorized');
    sad.left -= digests.length;
    sad.uses -= 1;
  }

  function digestsOf(body: Record<string, unknown>): string[] {
    const digests = body[rules.version === 1 ? 'hash' : 'hashes'];
    if (!Array.isArray(digests)) throw new Refused(400, 'invalid_request', 'Missing parameter hashes');
    if (rules.version === 2 && body.hashAlgorithmOID !== '2.16.840.1.101.3.4.2.1')
      throw new Refused(400, 'invalid_request', 'Missing parameter hashAlgorithmOID');
    return digests as string[];
  }

  /** Only RSA: node:crypto signs no given digest with ECDSA. */
  function signatureOf(digest: string, { signAlgo, hashAlgo }: Record<string, unknown>): string {
    if (rules.version === 1 && hashAlgo !== '2.16.840.1.101.3.4.2.1')
      throw new Refused(400, 'invalid_request', 'Missing parameter hashAlgo');
    if (signAlgo !== '1.2.840.113549.1.1.1') throw new Refused(400, 'invalid_request', 'Invalid parameter signAlgo');
    const value = rules.lies ? Buffer.alloc(32, 7) : Buffer.from(digest, 'base64');
    const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), value]);
    return privateEncrypt({ key: rules.key, padding: constants.RSA_PKCS1_PADDING }, info).toString('base64');
  }

  function ids(): readonly string[] {
    return rules.credentials ?? ['credential-1'];
  }
}
