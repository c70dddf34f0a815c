/** Sends the mail with a code: by SMTP, or as a file in an outbox folder. */
import type { Mailer, MailSettings } from './mailer.js';

export type { Mailer, SmtpSettings } from './mailer.js';
export { codeMail } from './texts.js';

/** Uses SMTP if it is configured, otherwise the outbox folder. Rejects with CONFIG_INVALID. */
export async function createMailer({ from, smtp, outbox }: MailSettings): Promise<Mailer> {
  if (smtp) return (await import('./smtp.js')).createSmtpMailer(smtp, from);
  return (await import('./outbox.js')).createOutbox(outbox, from);
}
