/** The certificates that the user trusts: named by `--trust`, and added by `docconv trust add`. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { docconvHome } from '../../config/index.js';
import { openTrustStore, SYSTEM, type TrustStore } from '../../trust/index.js';
import { collect } from '../command.js';
import type { Context } from '../context.js';

export function addTrustOption(command: Command): void {
  const help = "trust this certificate: a PEM or DER file, a folder, or 'system' (repeatable)";
  command.option('-t, --trust <certificate>', help, collect);
}

/** Folder of the certificates that `docconv trust add` stores. */
export function trustFolder(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'trust');
}

/** `names`: values of `--trust`. */
export function userTrustStore(names: readonly string[] = [], { cwd, env }: Context): Promise<TrustStore> {
  const places = names.map(name => (name === SYSTEM ? name : resolve(cwd, name)));
  return openTrustStore({ places, kept: trustFolder(env) });
}
