/** Invitations, which permit an address to register once, on any store. */
import { DAY_MS } from '../system/day.js';
import { normalizeEmail } from './address.js';
import { eventAt } from './audit.js';
import { iso } from './key-record.js';
import type { Keys } from './keys.js';
import type { KeyStore } from './store/store.js';

const INVITATION_MS = 14 * DAY_MS;

type Invitations = Pick<Keys, 'invite' | 'withdrawInvitation' | 'invitations'>;

export function invitationsOn(store: KeyStore): Invitations {
  return {
    async invite(typed) {
      const email = normalizeEmail(typed);
      const now = await store.now();
      const invitation = { email, createdAt: iso(now), expiresAt: iso(now + INVITATION_MS) };
      await store.setInvitation(email, invitation, eventAt(now, 'invited', { email }));
      return invitation;
    },
    async withdrawInvitation(typed) {
      const email = normalizeEmail(typed);
      return store.setInvitation(email, null, eventAt(await store.now(), 'invitation_withdrawn', { email }));
    },
    async invitations() {
      const [all, now] = [await store.listInvitations(), await store.now()];
      return all.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
    },
  };
}
