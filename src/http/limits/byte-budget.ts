/**
 * Bounds the bytes of all documents under way, uploaded and fetched, in memory and on disk: from their first byte to the
 * end of their request. Bytes count when they arrive: an upload that only announces them, or stalls, takes nothing from
 * other clients.
 */
import { DocconvError } from '../../errors.js';

export interface ByteBudget {
  /** Bytes in use. */
  readonly used: number;
  /** Bytes that one client may use. */
  readonly perClient: number;
  /** Starts to count for one request. Throws OVERLOADED when as many bytes as announced have no room. */
  open(client: string, announced: number): ByteUsage;
}

/** The bytes of one request. */
export interface ByteUsage {
  /** Throws OVERLOADED, and releases all bytes then. */
  take(bytes: number): void;
  /** May be called more than once. */
  release(): void;
}

/** Bytes that every request counts: its buffers. */
const BASE = 64 * 1024;
/** Up to so many bytes a request may also use the part of the budget that is kept for small ones. */
const SMALL = 1_000_000;
const FOR_LARGE = 0.9;
/** The share of one client, in which announced bytes count as well. */
const PER_CLIENT = 0.5;

/** @param total bytes */
export function createByteBudget(total: number): ByteBudget {
  const ofClient = new Map<string, number>();
  let used = 0;

  const hasRoom = (client: string, size: number, more: number, moreOfClient: number): boolean => {
    const limit = size > SMALL ? total * FOR_LARGE : total;
    const share = (ofClient.get(client) ?? 0) + moreOfClient;
    return used + more <= limit && share <= total * PER_CLIENT;
  };
  const count = (client: string, bytes: number, share: number): void => {
    used += bytes;
    const sum = (ofClient.get(client) ?? 0) + share;
    if (sum > 0) ofClient.set(client, sum);
    else ofClient.delete(client);
  };
  return {
    get used() {
      return used;
    },
    perClient: total * PER_CLIENT - BASE,
    open(client, announced) {
      let taken = BASE;
      let reserved = BASE + announced; // of the client's share
      if (!hasRoom(client, announced, reserved, reserved)) throw overloaded();
      count(client, taken, reserved);
      let open = true;
      const release = () => {
        if (open) count(client, -taken, -reserved);
        open = false;
      };
      return {
        take(bytes) {
          if (!open) return; // the request has ended
          const more = Math.max(0, taken + bytes - reserved);
          if (!hasRoom(client, taken + bytes, bytes, more)) {
            release(); // at once: otherwise all uploads that arrive side by side would be refused
            throw overloaded();
          }
          count(client, bytes, more);
          taken += bytes;
          reserved += more;
        },
        release,
      };
    },
  };
}

function overloaded(): DocconvError {
  return new DocconvError('OVERLOADED.large-documents', {}, { detail: { retryAfter: 2 } });
}
