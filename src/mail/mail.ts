/** Mails, and what sends them. */
export interface Mail {
  /** One validated address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The paths of a mail in the outbox. */
export interface SavedMail {
  /** For mail programs. */
  eml: string;
  /** For people: the same as plain text. */
  text: string;
}

export interface Mailer {
  /** For messages, after "mail sent": `by mail.example.org:587` or `into /home/me/.../outbox`. */
  readonly where: string;
  /** Resolves to the paths of the saved mail, or null after sending by SMTP. Rejects with MAIL_FAILED, see failure.ts. */
  send(mail: Mail, signal?: AbortSignal): Promise<SavedMail | null>;
  close(): void;
}

/** A mail in the form that nodemailer takes. */
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
