/** The key of POST /v1/sign: a JSON file with options of `docconv sign`, such as {"p12": "seal.p12", "tsa": "https://..."}. */
import { dirname, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { Config } from '../../../config/index.js';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { createFetcher } from '../../../fetch/index.js';
import type { ServerSettings } from '../../../http/index.js';
import type { Signer, SigningService } from '../../../sign/index.js';
import { readInput } from '../../../system/files/files.js';
import { parseObject } from '../../../system/formats/json.js';
import { textOf } from '../../../text.js';
import type { TrustStore } from '../../../trust/index.js';
import type { Context } from '../../context.js';
import { type AuthorityOptions, addTimestampOptions, timestampAuthority } from '../sign/authority.js';
import { addKeyOptions, type KeyOptions, openSigner } from '../sign/key.js';

/** Null where the setting is not set. Rejects with CONFIG_INVALID. */
export async function openSigning(
  config: Config,
  { online, verificationMemory }: Pick<ServerSettings, 'online' | 'verificationMemory'>,
  trust: TrustStore | null,
  context: Context,
): Promise<SigningService | null> {
  const { signing: file, signTimeout } = config;
  if (file === null) return null;
  try {
    const { open, tsa } = await readSettings(file, context);
    const { createSigningService } = await import('../../../sign/index.js');
    const service = createSigningService({
      open,
      tsa,
      fetcher: online && createFetcher({ allowPrivate: online.allowPrivate }),
      trust: trust && (() => trust.portable),
      timeoutMs: signTimeout * 1000,
      memoryMb: verificationMemory,
    });
    await service.start();
    return service;
  } catch (thrown) {
    const cause = toDocconvError(thrown);
    throw new DocconvError('CONFIG_INVALID.signing', { file, reason: cause.message }, { cause });
  }
}

/** What `docconv doctor` tries of the setting `signing`; nothing is signed. */
export async function signingTrials(file: string, context: Context): Promise<{ name: string; run(): Promise<void> }[]> {
  const settings = readSettings(file, context);
  const { tsa } = await settings.catch(() => ({ tsa: null }));
  const openKey = async () => {
    const signer = await (await settings).open();
    await signer.close?.();
    const { requireUsable } = await import('../../../sign/index.js');
    requireUsable(signer, new Date());
  };
  return [
    { name: 'open the key of the setting signing', run: openKey },
    ...(tsa ? [{ name: 'get a timestamp for signing', run: () => requireTimestamps(tsa) }] : []),
  ];
}

async function requireTimestamps(tsa: NonNullable<SigningFile['tsa']>): Promise<void> {
  const { TimestampClient } = await import('../../../sign/index.js');
  await new TimestampClient(tsa, tsa.fetcher).stamp(Buffer.from('docconv doctor'));
}

interface SigningFile {
  readonly open: () => Promise<Signer>;
  readonly tsa: NonNullable<Awaited<ReturnType<typeof timestampAuthority>>> | null;
}

async function readSettings(file: string, context: Context): Promise<SigningFile> {
  const own = withoutPrompts(context, dirname(resolve(context.cwd, file)));
  const options = await readOptions(file, context);
  return { open: () => openSigner(options, own), tsa: (await timestampAuthority(options, own)) ?? null };
}

/** A server never prompts for a password; paths are relative to the file. The key stays open after SIGTERM, until requests end. */
function withoutPrompts(context: Context, cwd: string): Context {
  const terminal = Object.create(context.terminal, { interactive: { value: false } });
  return { ...context, terminal, cwd, signal: new AbortController().signal };
}

async function readOptions(file: string, { cwd, signal }: Context): Promise<KeyOptions & AuthorityOptions> {
  const bytes = await readInput(resolve(cwd, file), { name: file, kind: 'signing settings', signal });
  const members = Object.entries(jsonObject(bytes));
  const wrong = members.find(([name, value]) => !/^[a-z][a-z0-9-]*$/.test(name) || typeof value !== 'string');
  if (wrong) throw new DocconvError('OPTION_INVALID.signing-member', { name: wrong[0] });
  return optionsOf(members.map(([name, value]) => `--${name}=${value}`));
}

/** Without the words of the parser, which quote the file: it may have secrets. */
function jsonObject(bytes: Buffer): object {
  const value = parseObject(textOf(bytes));
  if (value) return value;
  throw new DocconvError('OPTION_INVALID.signing-json');
}

function optionsOf(flags: readonly string[]): KeyOptions & AuthorityOptions {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addKeyOptions(command);
  addTimestampOptions(command);
  try {
    command.parse(flags, { from: 'user' });
  } catch (thrown) {
    // without the value, which may be a secret
    if (thrown instanceof CommanderError)
      throw new DocconvError('OPTION_INVALID.signing-option', { reason: nameIn(thrown) });
    throw thrown;
  }
  return command.opts();
}

const nameIn = ({ message }: CommanderError): string => /--([a-z0-9-]+)/.exec(message)?.[1] ?? '?';
