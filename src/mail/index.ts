/** Sends the mail with a code: by SMTP, or as a file in an outbox folder. */
export { createMailer, type Mailer, type SmtpSettings } from './mailer.js';
export { codeMail } from './texts.js';
