/** Whom the person at the command line trusts: the anchors named by `--trust`, and those kept by `docconv trust add`. */
import { join, resolve } from 'node:path';
import { docconvHome } from '../config/index.js';
import { openTrustStore, SYSTEM, type TrustStore } from '../trust/index.js';
import type { Services } from './services.js';

/** Where `docconv trust add` keeps them. */
export function trustFolder(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'trust');
}

export async function trustStore(names: readonly string[], { cwd, env }: Services): Promise<TrustStore> {
  const places = names.map(name => (name === SYSTEM ? name : resolve(cwd, name)));
  return openTrustStore({ places, kept: trustFolder(env) });
}
