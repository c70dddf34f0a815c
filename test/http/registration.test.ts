/** Registration over HTTP: addresses, and when a further code can be requested. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Started, startServer } from './started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const get = (query: string) => fetch(`${server.url}/v1/auth/register?email=${query}`);
const post = (email: string) =>
  fetch(`${server.url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
const addressOf = async (answer: Promise<Response>) => {
  const response = await answer;
  return response.status === 202 ? ((await response.json()) as { email: string }).email : response.status;
};

describe('the address', () => {
  test.each([
    ['a+tag@x.org', 'a+tag@x.org'],
    ['b++tag@x.org', 'b++tag@x.org'],
    ['c%2Btag@x.org', 'c+tag@x.org'],
    ['+d@x.org', 'd@x.org'],
    ['%20e@x.org%20', 'e@x.org'],
    ['f+@x.org', 400],
    ['g@+x.org', 400],
  ])('?email=%s', async (query, expected) => {
    expect(await addressOf(get(query))).toBe(expected);
  });

  test.each([
    [' h@x.org ', 'h@x.org'],
    ['+i@x.org', '+i@x.org'],
    ['j tag@x.org', 400],
  ])('%j in a JSON body is not rewritten', async (email, expected) => {
    expect(await addressOf(post(email))).toBe(expected);
  });
});

test('the answer states when a further code can be requested; a request before then is refused', async () => {
  expect(await (await post('resend@x.org')).json()).toMatchObject({ expiresIn: 600, retryAfter: 60 });
  const refused = await post('resend@x.org');
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"codes";q=1;w=60']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
});
