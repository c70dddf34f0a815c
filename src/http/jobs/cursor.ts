/** Positions in a list, as clients get them: encrypted, since a position counts the jobs of all accounts. */
import { encryptionFor } from '../../jobs/index.js';
import { badParameter } from '../problem.js';

export interface Cursors {
  write(position: number | null): string | null;
  /** Throws invalid_parameter. */
  read(cursor: string | undefined): number | null;
}

/** @param list its name: a cursor of another one is invalid @param secrets of JobBackend */
export function createCursors(list: string, secrets: readonly Buffer[]): Cursors {
  const encryption = encryptionFor(`cursors of ${list}`, secrets);
  return {
    write: position => (position === null ? null : encryption.encrypt(String(position)).toString('base64url')),
    read(cursor) {
      if (cursor === undefined) return null;
      try {
        return Number(encryption.decrypt(Buffer.from(cursor, 'base64url')));
      } catch {
        const message = 'This cursor is none of this list. Begin with the first page: omit "cursor".';
        throw badParameter({ parameter: 'cursor' }, message);
      }
    },
  };
}
