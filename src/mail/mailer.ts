/** The mailer interface and its settings, and the message that both implementations pass to nodemailer. */

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

export function nodemailerMessage({ to, subject, text, html }: Mail, from: string) {
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
