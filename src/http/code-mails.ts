/** The queue of mails with codes, and what it reports: log, metrics, and the detail `mail` of /readyz. */
import { type CodeMail, type MailOutcome, MailQueue } from '../mail/index.js';
import type { App } from './app.js';
import type { Readiness } from './health/readiness.js';
import type { Metrics } from './metrics/metrics.js';
import type { ServerServices } from './services.js';

interface Reports {
  metrics: Metrics;
  readiness: Readiness;
}

export interface CodeMails {
  /** Returns at once; sends the mail in the background. */
  add(mail: CodeMail): void;
  close(): Promise<void>;
}

export function createCodeMails(app: App, services: ServerServices, { metrics, readiness }: Reports): CodeMails {
  const { keys, mailer, settings } = services;

  const onOutcome = async (mail: CodeMail, outcome: MailOutcome) => {
    metrics.mail(outcome.kind);
    const log = app.log.child({ reqId: mail.requestId });
    if (outcome.kind === 'sent') {
      const file = outcome.saved?.text;
      return log.info(file ? { file } : {}, `mail with a code sent ${mailer.where}`);
    }
    const { kind, reason } = outcome;
    if (kind === 'retried') return log.warn({ reason }, 'mail with a code could not be sent; another attempt follows');
    log.error({ reason }, 'mail with a code could not be sent');
    await keys.withdrawCode(mail).catch(err => log.error({ err }, 'code could not be withdrawn'));
  };

  const { mailFolder: folder, mailRetryMs: firstDelayMs } = settings;
  const validMs = (mail: CodeMail) => keys.validMs(mail);
  const queue = new MailQueue({ folder, mailer, firstDelayMs, validMs, onOutcome });

  metrics.watch('pendingMails', () => queue.pending);
  readiness.addDetail('mail', () => {
    const { pending, failingSince } = queue;
    if (failingSince === null) return { status: 'ok', pending };
    return { status: 'failing', pending, since: new Date(failingSince).toISOString() };
  });
  return {
    add: mail => queue.add(mail),
    async close() {
      const pending = await queue.close();
      if (pending > 0) app.log.warn({ pending }, 'mails with codes are not sent yet; the next start sends them');
    },
  };
}
