/** The key of `docconv sign`: one row for each kind. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { DocconvError } from '../../../errors.js';
import {
  createIdentity,
  localSigner,
  openCommand,
  openCsc,
  openToken,
  readCertificates,
  readIdentity,
  readKeyFiles,
  type Signer,
} from '../../../sign/index.js';
import { readInput } from '../../../system/files/files.js';
import type { Context } from '../../context.js';
import {
  addPasswordOptions,
  givenPassword,
  type Opening,
  type PasswordSource,
  readPasswordFile,
  withPassword,
} from '../../input/password.js';

export interface KeyOptions extends Record<string, unknown> {
  p12?: string;
  selfSigned?: string;
  key?: string;
  cert?: string;
  pkcs11?: string;
  token?: string;
  keyLabel?: string;
  pinFile?: string;
  signer?: string;
  csc?: string;
  cscCredential?: string;
  cscTokenFile?: string;
  cscClient?: string;
  cscClientSecretFile?: string;
  cscOauthUrl?: string;
  otpFile?: string;
}

const P12_PASSWORD: PasswordSource = { option: 'p12-password', env: 'DOCCONV_P12_PASSWORD', of: 'the PKCS#12 file' };
const KEY_PASSWORD: PasswordSource = { option: 'key-password', env: 'DOCCONV_KEY_PASSWORD', of: 'the private key' };

type Open = (options: KeyOptions, context: Context, signatures: number) => Promise<Signer>;

/** The option that chooses a kind of key -> the others that it takes, and how the key is opened. */
const KINDS: Readonly<Record<string, readonly [takes: readonly string[], open: Open]>> = {
  p12: [['key-label'], fromP12],
  key: [['cert'], fromKeyFile],
  pkcs11: [['token', 'key-label', 'pin-file', 'cert'], fromToken],
  signer: [['cert'], fromCommand],
  csc: [
    [
      'csc-credential',
      'csc-token-file',
      'csc-client',
      'csc-client-secret-file',
      'csc-oauth-url',
      'pin-file',
      'otp-file',
    ],
    fromSigningService,
  ],
  'self-signed': [[], selfSigned],
};

export function addKeyOptions(command: Command): void {
  command
    .option('--p12 <file>', 'PKCS#12 file with the key and certificate of the signer (.p12, .pfx)')
    .option('--key <file>', 'private key of the signer in PEM, with --cert')
    .option('--cert <file>', 'certificate of the signer and those of its issuers (PEM, DER, PKCS #7)')
    .option('--pkcs11 <module>', 'sign with a token or HSM, through this PKCS#11 module (.so, .dll, .dylib)')
    .option('--token <label>', 'label of the token, where there are several')
    .option('--key-label <label>', 'label of the private key in the token or PKCS#12 file, where there are several')
    .option('--pin-file <file>', "file whose first line is the PIN of the token or credential, or '-' for stdin")
    .option('--signer <command>', 'sign with a program: JSON on its stdin and stdout')
    .option('--csc <url>', 'sign with a signing service, by the API of the Cloud Signature Consortium')
    .option('--csc-credential <id>', 'credential of the signing service, where there are several')
    .option('--csc-client <id>', 'client id for the signing service (OAuth 2.0)')
    .option('--csc-client-secret-file <file>', 'file whose first line is the secret of the client')
    .option('--csc-oauth-url <url>', 'authorisation server of the signing service, where it has another origin')
    .option('--csc-token-file <file>', 'file whose first line is an access token for the signing service')
    .option('--otp-file <file>', 'file whose first line is a one-time password of the credential')
    .option('--self-signed <name>', 'create a temporary self-signed certificate with this name, for testing');
  addPasswordOptions(command, P12_PASSWORD);
  addPasswordOptions(command, KEY_PASSWORD);
}

/** @param signatures how many will be made: one login is for all of them. The caller closes it. */
export async function openSigner(options: KeyOptions, context: Context, signatures = 1): Promise<Signer> {
  const given = (name: string) => options[new Option(`--${name} <x>`).attributeName()] !== undefined;
  const chosen = Object.entries(KINDS).filter(([kind]) => given(kind));
  const [kind, another] = chosen;
  if (!kind || another) throw new DocconvError('USAGE.sign-identity');
  const [name, [takes, open]] = kind;
  const foreign = Object.values(KINDS)
    .flatMap(([others]) => others)
    .find(option => given(option) && !takes.includes(option));
  if (foreign) throw new DocconvError('USAGE.sign-key-option', { option: foreign, kind: name });
  return open(options, context, signatures);
}

async function fromP12({ p12 = '', keyLabel, ...options }: KeyOptions, context: Context): Promise<Signer> {
  const bytes = await read(p12, 'PKCS#12 file', context);
  const given = await givenPassword(options, context, P12_PASSWORD);
  return withPassword(
    p12,
    given,
    context,
    async ({ password }) => localSigner(readIdentity(bytes, password, keyLabel)),
    P12_PASSWORD,
  );
}

async function fromKeyFile({ key = '', cert, ...options }: KeyOptions, context: Context): Promise<Signer> {
  if (cert === undefined) throw new DocconvError('USAGE.sign-key-without-cert');
  const pem = await read(key, 'private key', context);
  const certificates = await read(cert, 'certificate file', context);
  const given = await givenPassword(options, context, KEY_PASSWORD);
  const open = async ({ password }: Opening) => localSigner(readKeyFiles(pem, certificates, password));
  return withPassword(key, given, context, open, KEY_PASSWORD);
}

async function fromToken(options: KeyOptions, context: Context): Promise<Signer> {
  const { pkcs11: module = '', token, keyLabel, pinFile } = options;
  const { env, signal } = context;
  const [pin, certificates] = [await secret(pinFile, context), await certificatesOf(options, context)];
  return openToken({ module, token, keyLabel, pin, certificates, env, signal });
}

async function fromCommand(options: KeyOptions, context: Context): Promise<Signer> {
  const { env, cwd, signal } = context;
  const certificates = await certificatesOf(options, context);
  return openCommand({ command: options.signer ?? '', certificates, env, cwd, signal });
}

async function fromSigningService(options: KeyOptions, context: Context, signatures: number): Promise<Signer> {
  const { csc: url = '', cscCredential: credential, cscClient: id, cscOauthUrl: oauthUrl } = options;
  const { env, signal } = context;
  const pin = await secret(options.pinFile, context);
  const otp = await secret(options.otpFile, context);
  const token = await secret(options.cscTokenFile, context);
  const clientSecret = await secret(options.cscClientSecretFile, context);
  const client = id !== undefined && clientSecret !== undefined ? { id, secret: clientSecret } : undefined;
  return openCsc({ url, credential, pin, otp, token, client, oauthUrl, signatures, env, signal });
}

async function selfSigned({ selfSigned: name = '' }: KeyOptions): Promise<Signer> {
  if (name.trim() === '') throw new DocconvError('OPTION_INVALID.self-signed-name');
  return localSigner(createIdentity(name.trim()));
}

async function certificatesOf({ cert }: KeyOptions, context: Context) {
  return cert === undefined ? undefined : readCertificates(await read(cert, 'certificate file', context));
}

async function secret(file: string | undefined, context: Context): Promise<string | undefined> {
  return file === undefined ? undefined : readPasswordFile(file, context);
}

function read(file: string, kind: string, { cwd, signal }: Context): Promise<Buffer> {
  return readInput(resolve(cwd, file), { name: file, kind, signal });
}
