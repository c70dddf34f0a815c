import pg from 'pg';
import { expect, test } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import { loggedError } from '../../../src/http/logger.js';

const SECRET = 'geheim-4711-wort';

test('an error in the log has neither the members of drivers nor those of its causes', () => {
  const client = new pg.Client(`postgres://docconv:${SECRET}@db.example.org/docconv`);
  const ofDriver = Object.assign(new Error('connection lost'), { client, config: { password: SECRET }, code: '57P01' });
  const refused = Object.assign(new pg.DatabaseError('duplicate key', 12, 'error'), {
    detail: `Key (hash)=(${SECRET}) already exists.`,
    table: 'keys',
    parameters: [SECRET],
  });
  for (const cause of [ofDriver, refused, new AggregateError([ofDriver], 'all failed'), urlError()]) {
    const error = new DocconvError('STORE_UNAVAILABLE.store', { target: 'x', reason: 'y' }, { cause });
    const written = JSON.stringify(loggedError(error));
    expect(written).not.toContain(SECRET);
    expect(written).toContain(cause.message);
  }
  expect(loggedError(ofDriver)).toMatchObject({ code: '57P01' });
  expect(loggedError(refused)).toMatchObject({ table: 'keys' });
});

function urlError(): Error {
  try {
    new URL(`postgres://docconv:${SECRET}@:port/`);
  } catch (thrown) {
    return thrown as Error; // has the text as a member
  }
  throw new Error('the address is valid');
}
