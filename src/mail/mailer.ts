/** Where mails go: to an SMTP server, or without one into a folder. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { makePrivateFolder } from '../system/files/files.js';
import { type Mail, type Mailer, nodemailerMessage, type SavedMail } from './mail.js';
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

/** Saves mails in a folder, from which the operator passes the codes on. */
function createOutbox(folder: string, from: string): Mailer {
  return {
    where: `into ${folder}`,
    async send(mail) {
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      const saved: SavedMail = { eml: join(folder, `${name}.eml`), text: join(folder, `${name}.txt`) };
      try {
        makePrivateFolder(folder);
        await save(saved.eml, await composed(mail, from));
        await save(saved.text, plainText(mail));
      } catch (cause) {
        const reason = `the mail cannot be written: ${(cause as NodeJS.ErrnoException).code}`;
        throw new DocconvError('MAIL_FAILED.outbox', { folder }, { cause, detail: { reason } });
      }
      return saved;
    },
    close: () => undefined,
  };
}

async function composed(mail: Mail, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer'); // takes 80 ms, which is not needed before the first mail
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(nodemailerMessage(mail, from));
  return message as Buffer;
}

/** Lines are not wrapped or encoded, as they are in the .eml file, so that commands can be copied. */
function plainText({ to, subject, text }: Mail): string {
  return `To: ${to}\nSubject: ${subject}\n\n${text}`;
}

function save(path: string, content: string | Buffer): Promise<void> {
  return writeFile(path, content, { mode: 0o600, flag: 'wx' });
}
