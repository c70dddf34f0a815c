/** Access to a remote docconv server with the API key saved for it. */
import { docconvHome } from '../config/index.js';
import { DocconvError } from '../errors.js';
import { type Credentials, isLoopback, openCredentials, Remote, serverAddress } from '../remote/index.js';
import type { Context } from './context.js';

interface RemoteNeeds {
  /** Concurrent requests. */
  connections?: number;
  /** 'required': fail without a key. 'unused': never send one. By default a key is sent if there is one. */
  key?: 'required' | 'unused';
}

/** `DOCCONV_API_KEY` takes precedence over the key saved for the server. Rejects with KEY_MISSING. */
export function openRemote(server: string, context: Context, needs: RemoteNeeds = {}): Remote {
  const address = serverAddress(server);
  const apiKey = needs.key === 'unused' ? null : keyFor(address, context);
  if (apiKey === null && needs.key === 'required') throw missingKey(address);
  if (apiKey !== null) warnIfUnencrypted(address, context);
  const { connections } = needs;
  const { signal } = context;
  return new Remote({ server: address, apiKey, signal, ...(connections !== undefined && { connections }) });
}

/** Uses a server with the key saved for it. */
export async function withRemote<Result>(
  server: string,
  context: Context,
  use: (remote: Remote) => Promise<Result>,
): Promise<Result> {
  const remote = openRemote(server, context, { key: 'required' });
  return use(remote).finally(() => remote.close());
}

/** Throws USAGE unless a key for exactly one server is saved. */
export function onlyServer(context: Context): string {
  const saved = savedKeys(context).list();
  if (saved.length === 1) return saved[0]!.server;
  throw new DocconvError('USAGE.server-missing');
}

function keyFor(address: string, context: Context): string | null {
  return context.env.DOCCONV_API_KEY || (savedKeys(context).get(address)?.apiKey ?? null);
}

export function savedKeys({ env }: Context): Credentials {
  return openCredentials(docconvHome(env).config);
}

/** Loopback needs no TLS. */
export function warnIfUnencrypted(address: string, { terminal }: Context): void {
  if (!address.startsWith('http:') || isLoopback(address)) return;
  const { yellow } = terminal.color.err;
  terminal.err.write(`${yellow('!')} ${address} does not use https: others on the network can read your API key.\n`);
}

export function missingKey(server: string): DocconvError {
  return new DocconvError('KEY_MISSING.not-saved-for-server', { server });
}
