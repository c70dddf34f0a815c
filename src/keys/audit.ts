/** The events of the audit log. They contain no code and no key. */

/** `signing_begun`: the key of the server is used now, once for each event. */
export type SigningEventName = 'signing_begun' | 'document_signed' | 'signing_failed';

type AuditEventName =
  | 'code_issued'
  | 'code_not_sent'
  | 'registration_refused'
  | 'code_redeemed'
  | 'code_refused'
  | 'key_created'
  | 'key_used_first'
  | 'key_rotated'
  | 'key_revoked'
  | 'key_refused'
  | 'webhook_secret_rotated'
  | 'signing_permitted'
  | 'signing_forbidden'
  | SigningEventName
  | 'invited'
  | 'invitation_withdrawn';

export interface AuditEvent extends AuditDetails {
  /** ISO 8601, UTC. */
  time: string;
  event: AuditEventName;
}

interface AuditDetails extends Partial<DocumentDetails> {
  email: string;
  keyId?: string | undefined;
  /** IP address of the client; absent for commands on the machine. */
  client?: string | undefined;
  /** Id of the key that authenticated the request. */
  by?: string | undefined;
  /** Why a key was refused, or the code of the error that ended a signing. */
  reason?: string | undefined;
}

/** Of a document that is signed. */
interface DocumentDetails {
  /** SHA-256 of the document that was sent, hexadecimal. */
  document: string;
  /** The level that was asked for; of `document_signed`, the one that was reached. */
  level: string;
  /** SHA-256 of the certificate of the signer, hexadecimal. */
  certificate: string;
  /** Of the bytes that are signed: the document with its signature field. */
  digest: string;
}

export type SigningDetails = Pick<AuditDetails, 'email' | 'keyId' | 'client' | 'reason'> &
  Pick<DocumentDetails, 'document' | 'level'> &
  Partial<DocumentDetails>;

/** Members that are undefined are absent in the log. `now`: milliseconds since 1970. */
export function eventAt(now: number, event: AuditEventName, details: AuditDetails): AuditEvent {
  return { time: new Date(now).toISOString(), event, ...details };
}
