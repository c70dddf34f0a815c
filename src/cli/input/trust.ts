/** What the user trusts: certificates named by `--trust` and added by `docconv trust add`, and the loaded trusted lists. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, docconvHome } from '../../config/index.js';
import { DocconvError } from '../../errors.js';
import type { TrustRules } from '../../signatures/index.js';
import {
  openTrustStore,
  SYSTEM,
  TRUST_SOURCES,
  TrustRecord,
  type TrustSource,
  type TrustStore,
  withSources,
} from '../../trust/index.js';
import { collect, ListOption, withChoices } from '../command.js';
import type { Context } from '../context.js';

export interface TrustOptions {
  trust?: string[];
  trustSource?: string;
  /** Of `docconv check` only. */
  trustGeneration?: string;
}

export function addTrustOption(command: Command): void {
  const help = "trust this certificate: a PEM or DER file, a folder, or 'system' (repeatable)";
  command.option('-t, --trust <certificate>', help, collect);
  const sources = 'sources of trust to use, separated by commas: eu, aatl, file (default: all that are loaded)';
  command.addOption(withChoices(new ListOption('--trust-source <sources>', sources), TRUST_SOURCES));
}

/** Folder of the certificates that `docconv trust add` stores. */
export function trustFolder(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'trust');
}

/** Folder of the trusted lists that `docconv trust update` loads, and of Adobe's list. */
export function listsFolder(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).data, 'trust');
}

/** What was loaded into both: in another folder, so that it outlives them. */
export function trustRecord(env: NodeJS.ProcessEnv): TrustRecord {
  return new TrustRecord(recordFolder(env));
}

const recordFolder = (env: NodeJS.ProcessEnv): string => join(docconvHome(env).config, 'trust-record');

/** Who may sign the list of lists, as `docconv trust anchor` stores it. */
export function lotlSignersFile(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'lotl-signers.json');
}

/** `configured`: the setting `trustSources`, which applies without `--trust-source`. */
export async function userTrustStore(
  { trust = [], trustSource, trustGeneration }: TrustOptions,
  { trustSources: configured }: Pick<Config, 'trustSources'>,
  { cwd, env }: Pick<Context, 'cwd' | 'env'>,
): Promise<TrustStore> {
  const sources = readSources(trustSource ?? configured);
  const hasFiles = sources.includes('file');
  if (trust.length > 0 && !hasFiles) throw new DocconvError('USAGE.trust-needs-file');
  const generation = trustGeneration ?? null;
  if (generation !== null && !sources.includes('eu')) throw new DocconvError('USAGE.generation-needs-eu');
  const places = trust.map(name => (name === SYSTEM ? name : resolve(cwd, name)));
  const kept = hasFiles ? trustFolder(env) : null;
  const folder = listsFolder(env);
  const record = recordFolder(env);
  return withSources(await openTrustStore({ places, kept, lists: folder, aatl: folder, generation, record }), sources);
}

/** The settings that decide how trust is used, for check() here and in the service. */
export const trustRules = ({ strictTrust, trustGrace }: Pick<Config, 'strictTrust' | 'trustGrace'>): TrustRules => ({
  strictTrust,
  ...(trustGrace !== null && { trustGrace }),
});

/** Null: all sources. Throws OPTION_INVALID. */
export function readSources(text: string | null): readonly TrustSource[] {
  if (text === null) return TRUST_SOURCES;
  return text.split(',').map(word => {
    const found = TRUST_SOURCES.find(source => source === word.trim());
    if (found) return found;
    throw new DocconvError('OPTION_INVALID.trust-source', { value: word, known: TRUST_SOURCES.join(', ') });
  });
}
