/** Sends mails to an SMTP server, with nodemailer. */
import { rootCertificates } from 'node:tls';
import { DocconvError } from '../errors.js';
import { mailFailed } from './failure.js';
import { type Mailer, nodemailerMessage } from './mail.js';

export interface SmtpSettings {
  host: string;
  port: number;
  /** `tls`: implicit TLS; `starttls`: required; `none`: no encryption. */
  security: 'tls' | 'starttls' | 'none';
  user?: string;
  password?: string;
  /** PEM of CA certificates to accept in addition to the public ones. */
  ca?: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
export const CONNECTIONS = 4;

/** Rejects with CONFIG_INVALID. */
export async function createSmtpMailer(smtp: SmtpSettings, from: string): Promise<Mailer> {
  refuseUnencryptedPassword(smtp);
  const { createTransport } = await import('nodemailer'); // takes 80 ms, which servers with an outbox do not need
  const { host, port, security, user, password, ca, timeoutMs = TIMEOUT_MS } = smtp;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls', // without STARTTLS the mail is not sent, rather than sent unencrypted
    ignoreTLS: security === 'none',
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca: [...rootCertificates, ca] }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    pool: true, // 500 simultaneous mails use a few connections
    maxConnections: CONNECTIONS,
    maxRequeues: 0, // queue.ts repeats failed attempts
  });
  return {
    where: `by ${host}:${port}`,
    async send(mail, signal) {
      await transport.sendMail({ ...nodemailerMessage(mail, from), ...(signal && { signal }) }).catch(cause => {
        throw mailFailed(`${host}:${port}`, cause);
      });
      return null;
    },
    close: () => transport.close(),
  };
}

function refuseUnencryptedPassword({ security, user, host }: SmtpSettings): void {
  if (security !== 'none' || user === undefined || /^(localhost|127\..*|::1)$/.test(host)) return;
  throw new DocconvError('CONFIG_INVALID.smtp-unencrypted', { host });
}
