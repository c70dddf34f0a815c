/** Where mails go: to an SMTP server, or without one into a folder. */
import type { Mailer } from './mail.js';
import { createOutbox } from './outbox.js';
import { createSmtpMailer, type SmtpSettings } from './smtp.js';

export interface MailSettings {
  /** E.g. `docconv <no-reply@example.org>`. */
  from: string;
  smtp?: SmtpSettings;
  /** Folder for mails, used without smtp. */
  outbox: string;
}

/** Uses SMTP if it is configured, otherwise the outbox folder. Rejects with CONFIG_INVALID. */
export async function createMailer({ from, smtp, outbox }: MailSettings): Promise<Mailer> {
  return smtp ? createSmtpMailer(smtp, from) : createOutbox(outbox, from);
}
