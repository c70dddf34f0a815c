/** The events of the audit log. They contain no code and no key. */

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
  | 'invited'
  | 'invitation_withdrawn';

export interface AuditEvent extends AuditDetails {
  /** ISO 8601, UTC. */
  time: string;
  event: AuditEventName;
}

interface AuditDetails {
  email: string;
  keyId?: string | undefined;
  /** IP address of the client; absent for commands on the machine. */
  client?: string | undefined;
  /** Id of the key that authenticated the request. */
  by?: string | undefined;
  /** Why a key was refused. */
  reason?: string | undefined;
}

/** Members that are undefined are absent in the log. `now`: milliseconds since 1970. */
export function eventAt(now: number, event: AuditEventName, details: AuditDetails): AuditEvent {
  return { time: new Date(now).toISOString(), event, ...details };
}
