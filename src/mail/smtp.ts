/** Mail by SMTP, through nodemailer. */
import { rootCertificates } from 'node:tls';
import { DocconvError } from '../errors.js';
import { compose } from './compose.js';
import type { Mailer, SmtpSettings } from './mailer.js';

const TIMEOUT_MS = 20_000;

export async function createSmtpMailer(smtp: SmtpSettings, from: string): Promise<Mailer> {
  refuseBarePassword(smtp);
  const { createTransport } = await import('nodemailer');
  const { host, port, security, user, password, ca, timeoutMs = TIMEOUT_MS } = smtp;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls', // a server that hides STARTTLS gets no mail, not a mail in clear
    ignoreTLS: security === 'none',
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca: [...rootCertificates, ca] }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    pool: true, // 500 people at once are a few connections
    maxConnections: 4,
  });
  return {
    where: `by ${host}:${port}`,
    async send(mail) {
      try {
        await transport.sendMail(compose(mail, from));
        return null;
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new DocconvError('MAIL_FAILED', `The mail could not be sent by ${host}:${port}: ${reason}`, { cause });
      }
    },
    close: () => transport.close(),
  };
}

function refuseBarePassword({ security, user, host }: SmtpSettings): void {
  if (security !== 'none' || user === undefined || /^(localhost|127\..*|::1)$/.test(host)) return;
  const message = `The password for ${host} would travel unencrypted. Set the SMTP security to starttls or tls.`;
  throw new DocconvError('CONFIG_INVALID', message);
}
