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
  send(mail: Mail): Promise<SavedMail | null>;
  close(): void;
}
