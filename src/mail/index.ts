/** Mail: one interface, two ways, and the texts. */
export type { CodeMail, CreateMailer, Mail, Mailer, MailSettings, SmtpSettings } from './mailer.js';
