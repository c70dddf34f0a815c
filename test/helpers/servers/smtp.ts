/** A real SMTP server on loopback that keeps what it is sent. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { createPki } from '../pki.js';

export interface Received extends Email {
  raw: string;
  /** RCPT TO of the envelope. */
  recipients: string[];
  /** It came over TLS. */
  secure: boolean;
  user: string | null;
}

export interface MailServer {
  port: number;
  received: Received[];
  /** The mail number `count`, however long it takes. */
  mail(count?: number): Promise<Received>;
}

export interface MailServerOptions {
  /** STARTTLS is offered, with a certificate of `ca`. */
  starttls?: boolean;
  /** TLS from the first byte. */
  tls?: boolean;
  login?: { user: string; password: string };
  /** Default: a free one. */
  port?: number;
  more?: SMTPServerOptions;
}

const pki = createPki(
  { root: {}, mail: { issuer: 'root', san: ['dns:localhost', 'ip:127.0.0.1'], eku: ['serverAuth'] } },
  new Date(),
);

/** PEM of the authority behind the server's certificate. */
export const mailCa = pki.id('root').pem;

export async function startMailServer({
  starttls,
  tls,
  login,
  port = 0,
  more,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const { pem, key } = pki.id('mail');
  const server = new SMTPServer({
    secure: tls ?? false,
    ...((starttls || tls) && { cert: pem, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }),
    hideSTARTTLS: !starttls,
    authOptional: login === undefined,
    disableReverseLookup: true,
    closeTimeout: 100, // clients keep connections open
    onAuth: ({ username, password }, _session, done) => {
      const right = username === login?.user && password === login?.password;
      done(right ? null : new Error('wrong password'), right ? { user: username } : undefined);
    },
    onData: (stream, session, done) => {
      void collect(stream).then(async raw => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const mail = await PostalMime.parse(raw);
        received.push({ ...mail, raw, recipients, secure: session.secure, user: (session.user as string) ?? null });
        done();
      });
    },
    ...more,
  });
  server.on('error', () => undefined); // clients that give up
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    async mail(count = 1) {
      while (received.length < count) await new Promise(resolve => setTimeout(resolve, 10));
      return received[count - 1] as Received;
    },
  };
}

/** The code as a person would find it: alone on its line. */
export function codeIn({ text }: { text?: string | undefined }): string {
  const code = /^\s*([2-9A-Z]{8})\s*$/m.exec(text ?? '')?.[1];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of stream) text += piece.toString('latin1');
  return text;
}
