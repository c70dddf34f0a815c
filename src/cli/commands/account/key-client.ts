/** Registration and API keys for the account commands: at the local key store, or at a remote server. */
import { loadConfig } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import type { KeyInfo } from '../../../keys/index.js';
import { codeMail, type SavedMail } from '../../../mail/index.js';
import type { Remote } from '../../../remote/index.js';
import { hasUnsafe } from '../../../system/text.js';
import type { Context } from '../../context.js';
import { localKeys, localMailer } from '../../local-keys.js';
import { openRemote } from '../../remote.js';

export interface KeyClient {
  /** URL of the server that accepts the keys. */
  readonly server: string;
  register(email: string): Promise<Registration>;
  verify: Remote['verifyEmail'];
  list(): Promise<KeyInfo[]>;
  /** False if there is no active key with this id. */
  revoke(id: string): Promise<boolean>;
  close(): Promise<void>;
}

interface Registration {
  email: string;
  /** Lifetime of the code in seconds. */
  expiresIn: number;
  /** Null if the mail was sent. */
  outbox: SavedMail | null;
}

export type NewKey = Awaited<ReturnType<Remote['verifyEmail']>>;

/** The client of `server`, or of the local key store if it is undefined. `key`: see openRemote(). */
export async function openKeyClient(
  server: string | undefined,
  key: 'required' | 'unused',
  context: Context,
): Promise<KeyClient> {
  return server === undefined ? openLocalClient(context) : openRemoteClient(server, key, context);
}

async function openLocalClient({ env }: Context): Promise<KeyClient> {
  const config = loadConfig({ env }).values;
  const keys = await localKeys(config, env);
  return {
    // the address of `docconv serve` with this configuration, which uses the same store
    server: `http://${/^(0\.0\.0\.0|::)$/.test(config.host) ? 'localhost' : bracketed(config.host)}:${config.port}`,
    async register(email) {
      const mailer = await localMailer(config, env);
      try {
        const issued = await keys.issueCode({ email });
        const outbox = await mailer.send(codeMail({ ...issued, server: null })).catch(async thrown => {
          await keys.withdrawCode(issued);
          throw thrown;
        });
        return { email: issued.email, expiresIn: issued.expiresIn, outbox };
      } finally {
        mailer.close();
      }
    },
    async verify(email, code) {
      const { key: apiKey, id: keyId, createdAt, ...owner } = await keys.redeemCode({ email, code });
      return { apiKey, keyId, email: owner.email, createdAt };
    },
    list: () => keys.list(),
    revoke: id => keys.revoke(id),
    close: async () => {},
  };
}

function openRemoteClient(server: string, key: 'required' | 'unused', context: Context): KeyClient {
  const remote = openRemote(server, context, { key });
  return {
    server: remote.server,
    register: async email => ({ ...printable(await remote.register(email), remote.server), outbox: null }),
    verify: async (email, code) => printable(await remote.verifyEmail(email, code), remote.server),
    list: async () => (await remote.keys()).map(entry => printable(entry, remote.server)),
    revoke: id => remote.revokeKey(id),
    close: () => remote.close(),
  };
}

/** Responses are printed and stored: control characters would reach the terminal. */
function printable<Response extends object>(response: Response, server: string): Response {
  if (!hasUnsafe(Object.values(response).join(''))) return response;
  const message = `${server} sent a response with control characters. Check that it is a docconv server.`;
  throw new DocconvError('REMOTE_REFUSED', message);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
