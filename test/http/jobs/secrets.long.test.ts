/** Jobs while the secret of the store is replaced: some servers begin with the former one, others with the new one. */
import { expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables, TEST_SECRET } from '../../helpers/servers/postgres.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { type Started, startServer } from '../started.js';

const NEW_SECRET = 'another secret of at least thirty-two characters';

describeWith('servers with the same secrets in another order', [postgresql], () => {
  test('an Idempotency-Key is the same job, and a cursor continues the list', async () => {
    const variables = await storeVariables();
    const start = async (...secrets: string[]) => {
      const server = await startServer({ role: 'api' }, { ...variables, DOCCONV_STORE_SECRET: secrets.join() });
      onTestFinished(() => server.stop());
      return server;
    };
    const former = await start(TEST_SECRET, NEW_SECRET);
    const latter = await start(NEW_SECRET, TEST_SECRET);
    const servers = [former, latter] as const;
    for (const [first, second] of [servers, servers.toReversed() as [Started, Started]]) {
      const name = `order-${first.port}`;
      const accepted = await submit(first, former.key, name);
      expect([accepted.status, (await submit(second, former.key, name)).id]).toEqual([202, accepted.id]);
      expect((await submit(second, former.key, name, 'Other')).code).toBe('idempotency_mismatch');
    }
    const page = async ({ url }: Started, query: string) =>
      (await fetch(`${url}/v1/jobs?limit=1${query}`, { headers: { authorization: `Bearer ${former.key}` } })).json();
    const { jobs, next } = (await page(former, '')) as { jobs: { id: string }[]; next: string };
    const { jobs: others } = (await page(latter, `&cursor=${next}`)) as { jobs: { id: string }[] };
    expect([jobs.length, others.length]).toEqual([1, 1]);
    expect(others[0]!.id).not.toBe(jobs[0]!.id);
  });
});

async function submit({ url }: Started, key: string, name: string, text = 'Scanned') {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(blankPdf(text).bytes)]), 'scan.docx');
  const headers = { authorization: `Bearer ${key}`, prefer: 'respond-async', 'idempotency-key': name };
  const answer = await fetch(`${url}/v1/convert`, { method: 'POST', headers, body });
  const { id, code } = (await answer.json()) as { id?: string; code?: string };
  return { status: answer.status, id, code };
}
