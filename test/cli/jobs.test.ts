/** docconv jobs, and convert --no-wait: the usage. */
import { expect, it } from 'vitest';
import { docconvResident, newHome } from '../helpers/cli.js';

it.each([
  ['convert a.rtf --no-wait', /--no-wait needs --server/],
  ['convert a.rtf --no-wait --server 127.0.0.1:1 -o b.pdf', /-o, -f and -n cannot be combined with --no-wait/],
  ['convert a.rtf --no-wait --server 127.0.0.1:1 -n', /-o, -f and -n cannot be combined with --no-wait/],
  ['jobs list', /Name the server with --server/],
  ['jobs show ../keys --server 127.0.0.1:1', /neither the address of a job nor an id/],
])('%s is wrong usage', async (line, why) => {
  const { code, out, err } = await docconvResident(line.split(' '), { env: { DOCCONV_HOME: newHome() } });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(why);
});

it('a job of a server without a saved key, or of one that cannot be reached, ends with 6', async () => {
  const job = 'http://127.0.0.1:1/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw';
  const env = { DOCCONV_HOME: newHome() };
  expect(await docconvResident(['jobs', 'show', job], { env })).toMatchObject({
    code: 6,
    err: expect.stringMatching(/no API key/),
  });
  const keyed = await docconvResident(['jobs', 'show', job], { env: { ...env, DOCCONV_API_KEY: 'dck_x' } });
  expect(keyed).toMatchObject({ code: 6, err: expect.stringMatching(/connection refused/) });
});
