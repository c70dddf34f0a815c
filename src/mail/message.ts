/** A mail in the form that nodemailer takes. */
import type { Mail } from './mail.js';

export function nodemailerMessage({ to, subject, text, html }: Mail, from: string) {
  return {
    from,
    to: { name: '', address: to }, // an object is not parsed, so the address cannot contain a second recipient
    subject,
    text,
    html,
    // suppresses automatic replies (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
