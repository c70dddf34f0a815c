/** Sends the mail with a code: by SMTP, or as a file in an outbox folder. */
import type { Mailer, MailSettings } from './mailer.js';
import { createOutbox } from './outbox.js';
import { createSmtpMailer } from './smtp.js';

export type { Mailer, SmtpSettings } from './mailer.js';
export { codeMail } from './texts.js';

/** Uses SMTP if it is configured, otherwise the outbox folder. Rejects with CONFIG_INVALID. */
export async function createMailer({ from, smtp, outbox }: MailSettings): Promise<Mailer> {
  return smtp ? createSmtpMailer(smtp, from) : createOutbox(outbox, from);
}
