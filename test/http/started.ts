/** A real server on loopback with a key store, an outbox and a converter of its own, for one test file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createConverter } from '../../src/convert/index.js';
import { createFetcher } from '../../src/fetch/index.js';
import { buildServer, DEFAULT_SETTINGS, listen, type ServerSettings } from '../../src/http/index.js';
import { openLocalKeys } from '../../src/keys/index.js';
import { createMailer } from '../../src/mail/index.js';

export interface Started {
  readonly url: string;
  readonly port: number;
  /** A key that works. */
  readonly key: string;
  issueKey(email: string): Promise<string>;
  readonly folder: string;
  /** Lines of the log so far. */
  log(): string;
  /** The newest mail, whole. */
  lastMail(): string;
  stop(graceMs?: number): Promise<void>;
}

export async function startServer(overrides: Partial<ServerSettings> & { workers?: number } = {}): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
  const { workers = 1, ...settings } = overrides;
  const outbox = join(folder, 'outbox');
  const keys = await openLocalKeys({ data: join(folder, 'data'), config: join(folder, 'config') });
  const converter = createConverter({ workers, queueLimit: settings.queue ?? 8, cache: join(folder, 'cache') });
  const mailer = await createMailer({ from: 'docconv <no-reply@example.org>', outbox });
  const log = new PassThrough();
  const lines: Buffer[] = [];
  log.on('data', chunk => lines.push(chunk));
  const all = { ...DEFAULT_SETTINGS, convertPerMinute: 0, verifyPerMinute: 0, codesPerMinute: 0, tempFolder: folder };
  const services = {
    converter,
    keys,
    mailer,
    fetcher: createFetcher(),
    trust: null,
    settings: { ...all, ...settings },
  };
  const server = await buildServer(services, log);
  const listening = await listen(server, { host: '127.0.0.1', port: 0 });
  const issueKey = async (email: string) => {
    const issued = await keys.issueCode({ email });
    return (await keys.redeemCode(issued)).key;
  };
  return {
    url: listening.url,
    port: Number(new URL(listening.url).port),
    key: await issueKey('owner@example.org'),
    issueKey,
    folder,
    log: () => Buffer.concat(lines).toString(),
    lastMail: () => {
      const name = readdirSync(outbox).sort().at(-1);
      return readFileSync(join(outbox, name!), 'utf8');
    },
    async stop(graceMs = 5_000) {
      await listening.stop(graceMs);
      await converter.close();
      mailer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
