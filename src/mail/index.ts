/** Sends the mail with a code: by SMTP, or as a file in an outbox folder; the service repeats failed attempts. */

export type { Mailer, SavedMail } from './mail.js';
export { createMailer } from './mailer.js';
export { type CodeMail, type MailOutcome, MailQueue } from './queue.js';
export type { SmtpSettings } from './smtp.js';
export { codeMail } from './texts.js';
