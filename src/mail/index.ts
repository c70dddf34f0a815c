/** Mail: one interface, two ways, and the text. */
import type { Mailer, MailSettings } from './mailer.js';

export type { Mail, Mailer, MailSettings, SmtpSettings } from './mailer.js';
export { type CodeMailContent, codeMail } from './texts.js';

/** By SMTP when it is configured, otherwise into the outbox folder. */
export async function createMailer({ from, smtp, outbox }: MailSettings): Promise<Mailer> {
  if (smtp) return (await import('./smtp.js')).createSmtpMailer(smtp, from);
  return (await import('./outbox.js')).createOutbox(outbox, from);
}
