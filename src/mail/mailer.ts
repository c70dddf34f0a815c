/** Sends mails with nodemailer: by SMTP, or without an SMTP server as .eml files in a folder. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { DocconvError } from '../errors.js';

export interface Mail {
  /** One validated address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** For messages, after "mail sent": `by mail.example.org:587` or `into /home/me/.../outbox`. */
  readonly where: string;
  /** Resolves to the path of the .eml file, or null after sending by SMTP. Rejects with MAIL_FAILED. */
  send(mail: Mail): Promise<string | null>;
  close(): void;
}

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

export interface MailSettings {
  /** E.g. `docconv <no-reply@example.org>`. */
  from: string;
  smtp?: SmtpSettings;
  /** Folder for .eml files, used without smtp. */
  outbox: string;
}

/** Uses SMTP if it is configured, otherwise the outbox folder. Rejects with CONFIG_INVALID. */
export async function createMailer({ from, smtp, outbox }: MailSettings): Promise<Mailer> {
  return smtp ? createSmtpMailer(smtp, from) : createOutbox(outbox, from);
}

const TIMEOUT_MS = 20_000;

async function createSmtpMailer(smtp: SmtpSettings, from: string): Promise<Mailer> {
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

/** The operator passes the code on to the user. */
function createOutbox(folder: string, from: string): Mailer {
  return {
    where: `into ${folder}`,
    async send(mail) {
      const { createTransport } = await import('nodemailer'); // takes 80 ms, which is not needed before the first mail
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail(nodemailerMessage(mail, from));
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`;
      const path = join(folder, name);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(path, message as Buffer, { mode: 0o600, flag: 'wx' });
      } catch (cause) {
        throw new DocconvError(
          'MAIL_FAILED',
          `Cannot write the mail into ${folder}. Check the permissions of the folder.`,
          { cause },
        );
      }
      return path;
    },
    close: () => undefined,
  };
}

function nodemailerMessage({ to, subject, text, html }: Mail, from: string) {
  return {
    from,
    to: { name: '', address: to }, // an object is not parsed, so the address cannot contain a second recipient
    subject,
    text,
    html,
    // suppresses automatic replies (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
