/** How docconv sends mail: by SMTP when it is configured, into an outbox folder otherwise. */

export interface Mail {
  /** One address, already checked. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** One sentence for the log or the terminal, e.g. `by mail.example.org:587` or `into /home/me/.../outbox`. */
  readonly where: string;
  /** Resolves to the path of the .eml file, or null when it went by SMTP. Rejects with MAIL_FAILED. */
  send(mail: Mail): Promise<string | null>;
  close(): void;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** `tls` from the first byte, `starttls` demanded, `none` never. */
  security: 'tls' | 'starttls' | 'none';
  user?: string;
  password?: string;
  /** PEM of certificates to trust beside the public ones. */
  ca?: string;
  timeoutMs?: number;
}

export interface MailSettings {
  /** E.g. `docconv <no-reply@example.org>`. */
  from: string;
  smtp?: SmtpSettings;
  /** Folder for .eml files, used when there is no smtp. */
  outbox: string;
}
