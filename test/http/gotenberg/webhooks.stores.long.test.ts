/** Results of Gotenberg's routes in a store: another server sends what a stopped one did not. */
import { expect, it } from 'vitest';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { openServer, startReceiver, submit } from './webhook-cases.js';

describeWith('in PostgreSQL', [postgresql], () => {
  it('a result outlives the server that made it', { timeout: 120_000 }, async () => {
    const variables = await storeVariables();
    const receiver = await startReceiver({ '/result': [500, 500, 500, 200] });
    const first = await openServer(variables);
    await submit(first, receiver);
    await expect.poll(() => receiver.paths().length, { timeout: 40_000 }).toBeGreaterThan(0);
    await first.stop(0);
    const tries = receiver.paths().length;
    expect(receiver.paths()).not.toContain('/events');
    const second = await openServer(variables);
    await expect.poll(receiver.paths, { timeout: 90_000 }).toContain('/events');
    await second.stop();
    expect(receiver.paths().length).toBeGreaterThan(tries);
    expect(receiver.received.at(-2)!.body).toMatch(/^%PDF-/);
  });
});
