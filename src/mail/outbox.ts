/** Writes mails as .eml files into a folder: without SMTP, the operator passes the code on. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type Mailer, nodemailerMessage } from './mailer.js';

export function createOutbox(folder: string, from: string): Mailer {
  return {
    where: `into ${folder}`,
    async send(mail) {
      const { createTransport } = await import('nodemailer'); // takes 80 ms, which is not needed before the first mail
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail(nodemailerMessage(mail, from));
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`;
      const path = join(folder, name);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(path, message as Buffer, { mode: 0o600, flag: 'wx' });
      } catch (cause) {
        throw new DocconvError(
          'MAIL_FAILED',
          `Cannot write the mail into ${folder}. Check the permissions of the folder.`,
          { cause },
        );
      }
      return path;
    },
    close: () => undefined,
  };
}
