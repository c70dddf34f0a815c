/** The docconv elsewhere that a command is to use, and the key for it. */
import { docconvHome } from '../config/index.js';
import { DocconvError } from '../errors.js';
import type { Credentials, Remote } from '../remote/index.js';
import type { Services } from './services.js';

export const SERVER_FLAG = '--server <url>';

export interface RemoteNeeds {
  /** Documents under way at the same time. */
  connections?: number;
  /** Refuse to begin without a key; or leave the key at home, where it is not what is asked for. */
  key?: 'needed' | 'unused';
}

/** `DOCCONV_API_KEY` goes before the key that is saved for the server. */
export async function openRemote(server: string, services: Services, needs: RemoteNeeds = {}): Promise<Remote> {
  const { Remote, serverAddress } = await import('../remote/index.js');
  const address = serverAddress(server);
  const apiKey = needs.key === 'unused' ? null : await keyFor(address, services);
  if (apiKey === null && needs.key === 'needed') throw noKey(address);
  if (apiKey !== null) await warnOpenly(address, services);
  const { connections } = needs;
  return new Remote({ server: address, apiKey, ...(connections !== undefined && { connections }) });
}

async function keyFor(address: string, services: Services): Promise<string | null> {
  return services.env.DOCCONV_API_KEY || ((await savedKeys(services)).get(address)?.apiKey ?? null);
}

/** The keys saved for this person. */
export async function savedKeys({ env }: Services): Promise<Credentials> {
  const { openCredentials } = await import('../remote/index.js');
  return openCredentials(docconvHome(env).config);
}

/** A key that travels without TLS is anybody's on the way. */
export async function warnOpenly(address: string, { terminal }: Services): Promise<void> {
  const { isLoopback } = await import('../remote/index.js');
  if (!address.startsWith('http:') || isLoopback(address)) return;
  terminal.err.write(`${terminal.color.err.yellow('!')} ${address} is not https: your key can be read on the way.\n`);
}

export function noKey(server: string): DocconvError {
  const advice = `docconv login --server ${server} saves one, docconv register --server ${server} asks for a new one.`;
  return new DocconvError('KEY_MISSING', `There is no key for ${server}. ${advice}`);
}
