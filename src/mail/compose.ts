/** What both ways of sending give to nodemailer. */
import type { Mail } from './mailer.js';

export function compose({ to, subject, text, html }: Mail, from: string) {
  return {
    from,
    // As an object the address is not parsed: nothing in it can become a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834: nobody's holiday notice answers this.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
