/** Why a mail was not sent: MAIL_FAILED, with what decides on a further attempt and what may be logged. */
import { DocconvError } from '../errors.js';

export interface MailFailure {
  /** A further attempt would fail as well: every reply 5yz (RFC 5321, 4.2.1), and an address that cannot be sent. */
  permanent: boolean;
  /** The failure concerns this recipient; the server may accept other mails. */
  recipientOnly: boolean;
  /** Without the text of the server, which repeats the address. */
  reason: string;
}

/** The members of nodemailer's errors that are used here. */
interface NodemailerError extends Error {
  code?: string;
  /** Constant text, e.g. `RCPT TO`. */
  command?: string;
  /** The reply of the server, e.g. `550 5.1.1 <ann@example.org> unknown`. */
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** @param server its host and port */
export function mailFailed(server: string, cause: unknown): DocconvError {
  const error = cause as NodemailerError;
  const detail = {
    permanent: error.permanent ?? isInvalidAddress(error),
    recipientOnly: error.code === 'EENVELOPE' && error.command !== 'MAIL FROM',
    reason: reasonOf(error),
  };
  return new DocconvError('MAIL_FAILED.server', { server, reason: error.message }, { cause, detail });
}

/** Any other error can be temporary, for example a full disk. */
export function failureOf(thrown: unknown): MailFailure {
  const detail = thrown instanceof DocconvError ? thrown.detail : {};
  const { permanent = false, recipientOnly = false, reason = 'unexpected error' } = detail as Partial<MailFailure>;
  return { permanent, recipientOnly, reason };
}

/** Found by nodemailer, without the server. */
const isInvalidAddress = ({ code, response }: NodemailerError): boolean =>
  code === 'EENVELOPE' && response === undefined;

function reasonOf(error: NodemailerError): string {
  const { command, message, response, responseCode } = error;
  if (isInvalidAddress(error)) return 'the address is not valid for SMTP';
  if (response === undefined) return message;
  if (responseCode === undefined)
    return `the mail server answered without a reply code to ${command ?? 'the connection'}`;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return `the mail server answered ${[responseCode, enhanced].join(' ').trim()} to ${command ?? 'the connection'}`;
}
