/** Options of `sign`, `extend` and `timestamp` about timestamps and trust. */
import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import { type ClientCertificate, createFetcher } from '../../../fetch/index.js';
import {
  type BaselineLevel,
  type LevelSettings,
  readKeyFiles,
  type TimestampAuthority,
  timestampClient,
} from '../../../sign/index.js';
import { readInput } from '../../../system/files/files.js';
import { parseUrl } from '../../../system/url.js';
import type { Context } from '../../context.js';
import {
  addPasswordOptions,
  givenPassword,
  type Opening,
  type PasswordSource,
  withPassword,
} from '../../input/password.js';
import { addTrustOption, type TrustOptions, userTrustStore } from '../../input/trust.js';
import { reusingAnswers } from './reused-answers.js';

export interface AuthorityOptions extends TrustOptions, Record<string, unknown> {
  tsa?: string;
  tsaUser?: string;
  tsaCert?: string;
  tsaKey?: string;
  tsaPolicy?: string;
}

const TSA_PASSWORD: PasswordSource = {
  option: 'tsa-password',
  env: 'DOCCONV_TSA_PASSWORD',
  of: 'the time-stamping authority',
};

const TSA_KEY_PASSWORD: PasswordSource = {
  option: 'tsa-key-password',
  env: 'DOCCONV_TSA_KEY_PASSWORD',
  of: 'the key of --tsa-key',
};

export function addAuthorityOptions(command: Command): void {
  addTimestampOptions(command);
  addTrustOption(command);
}

export function addTimestampOptions(command: Command): void {
  command
    .option('--tsa <url>', 'time-stamping authority (RFC 3161)')
    .option('--tsa-user <name>', 'name for the time-stamping authority (basic authentication)');
  addPasswordOptions(command, TSA_PASSWORD);
  command
    .option('--tsa-cert <file>', 'certificate for the time-stamping authority (mutual TLS), with those of its issuers')
    .option('--tsa-key <file>', 'private key of --tsa-cert in PEM');
  addPasswordOptions(command, TSA_KEY_PASSWORD);
  command.option('--tsa-policy <oid>', 'policy that timestamps must have: asked for, and verified in the answer');
}

/**
 * The user names the authority, which may have a private address; files name the responders of their certificates. Rejects what
 * lacks for the level: once, and not for each file.
 */
export async function levelSettings(
  level: BaselineLevel,
  options: AuthorityOptions,
  context: Context,
): Promise<LevelSettings> {
  const { env, signal } = context;
  const settings = loadSettings(['trustSources', 'allowPrivateUrls'], env);
  const tsa = await timestampAuthority(options, context);
  const found = {
    trust: await userTrustStore(options, settings, context),
    fetcher: reusingAnswers(createFetcher({ allowPrivate: settings.allowPrivateUrls, proxies: env })),
    ...(tsa && { tsa }),
    signal,
  };
  timestampClient(level, found);
  return found;
}

export async function timestampAuthority(
  options: AuthorityOptions,
  context: Context,
): Promise<(TimestampAuthority & Required<Pick<TimestampAuthority, 'fetcher'>>) | undefined> {
  const url = await authorityUrl(options, context);
  const { tsaPolicy: policy } = options;
  if (url === undefined) {
    if (policy ?? options.tsaCert ?? options.tsaKey ?? options.tsaUser)
      throw new DocconvError('USAGE.tsa-option-without-tsa');
    return undefined;
  }
  if (policy !== undefined && !isOid(policy)) throw new DocconvError('OPTION_INVALID.timestamp-policy', { policy });
  const client = await clientCertificate(url, options, context);
  const fetcher = createFetcher({ allowPrivate: true, proxies: context.env, ...(client && { client }) });
  return { url, fetcher, ...(policy !== undefined && { policy }) };
}

/** Two arcs at least; the first is 0 to 2, and the second below 40 under 0 and 1 (ITU-T X.660). Arcs of UUIDs have 39 digits. */
const isOid = (text: string): boolean =>
  /^([01]\.[1-3]?\d|2\.(0|[1-9]\d{0,38}))(\.(0|[1-9]\d{0,38})){0,30}$/.test(text);

async function clientCertificate(
  authority: string,
  options: AuthorityOptions,
  context: Context,
): Promise<ClientCertificate | null> {
  const { tsaCert, tsaKey } = options;
  if (tsaCert === undefined && tsaKey === undefined) return null;
  if (tsaCert === undefined || tsaKey === undefined) throw new DocconvError('USAGE.tsa-cert-and-key');
  const url = parseUrl(authority);
  if (url?.protocol !== 'https:') throw new DocconvError('OPTION_INVALID.timestamp-client-without-tls');
  const read = (file: string) => readInput(resolve(context.cwd, file), { name: file, signal: context.signal });
  const [pem, certificates] = [await read(tsaKey), await read(tsaCert)];
  const given = await givenPassword(options, context, TSA_KEY_PASSWORD);
  const open = async ({ password }: Opening) => readKeyFiles(pem, certificates, password);
  const { key, certificate, others } = await withPassword(tsaKey, given, context, open, TSA_KEY_PASSWORD);
  return {
    certificate: [certificate, ...others].map(pemOf).join(''),
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    origin: url.origin,
  };
}

/** TLS is that of OpenSSL, which reads fewer certificates than docconv. */
function pemOf({ der }: { der: Uint8Array }): string {
  try {
    return new X509Certificate(der).toString();
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.certificate-file', {}, { cause });
  }
}

async function authorityUrl(options: AuthorityOptions, context: Context): Promise<string | undefined> {
  const { tsa, tsaUser } = options;
  const url = tsa === undefined ? null : parseUrl(tsa);
  if (!url || tsaUser === undefined) return tsa;
  url.username = tsaUser;
  url.password = (await givenPassword(options, context, TSA_PASSWORD)) ?? '';
  return url.href;
}
