/** Sends mail by SMTP with nodemailer. */
import { rootCertificates } from 'node:tls';
import { DocconvError } from '../errors.js';
import { type Mailer, nodemailerMessage, type SmtpSettings } from './mailer.js';

const TIMEOUT_MS = 20_000;

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
    maxConnections: 4,
  });
  return {
    where: `by ${host}:${port}`,
    async send(mail) {
      try {
        await transport.sendMail(nodemailerMessage(mail, from));
        return null;
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new DocconvError('MAIL_FAILED', `Cannot send the mail by ${host}:${port}: ${reason}`, { cause });
      }
    },
    close: () => transport.close(),
  };
}

function refuseUnencryptedPassword({ security, user, host }: SmtpSettings): void {
  if (security !== 'none' || user === undefined || /^(localhost|127\..*|::1)$/.test(host)) return;
  const message = `The SMTP password for ${host} would be sent unencrypted. Set smtpSecurity to starttls or tls.`;
  throw new DocconvError('CONFIG_INVALID', message);
}
