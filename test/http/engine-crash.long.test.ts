/** Responses after an engine crash. */
import { afterEach, expect, it } from 'vitest';
import { Remote } from '../../src/remote/index.js';
import { descendantsOf, signalIfRunning } from '../helpers/processes.js';
import { describeTools } from '../helpers/requires.js';
import { type Started, startServer } from './started.js';

let server: Started;
afterEach(() => server.stop());

/** Takes the engine several seconds. */
const LONG = Buffer.from(`{\\rtf1\\ansi ${'Dear reader, this goes on and on.\\par '.repeat(60_000)}}`);

// Restarts the engine several times, which takes WebAssembly half a minute.
describeTools('a service whose engine crashes', ['soffice.bin'], () => {
  it('an engine that crashes twice on a document: 422, not retryable; the next document is converted', async () => {
    server = await startServer({ workers: 1 });
    const headers = { authorization: `Bearer ${server.key}` };
    const convert = (bytes: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.append('file', new Blob([bytes]), 'letter.rtf');
      return fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body });
    };
    const answer = await killing(() => convert(LONG));
    expect(answer.status).toBe(422);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await answer.json()).toMatchObject({ code: 'engine_crashed', retryable: false });
    expect((await convert(Buffer.from('{\\rtf1\\ansi Dear reader,\\par}'))).status).toBe(200);
  });

  it('the client reports the same error as for a local engine', async () => {
    server = await startServer({ workers: 1 });
    const remote = new Remote({ server: server.url, apiKey: server.key });
    const failed = await killing(() => remote.convert({ bytes: LONG, name: 'letter.rtf' }).catch(error => error));
    await remote.close();
    expect(failed).toMatchObject({ code: 'ENGINE_CRASHED' });
  });
});

/** Kills every busy engine until `work` resolves. */
async function killing<Result>(work: () => Promise<Result>): Promise<Result> {
  let done = false;
  const answer = work().finally(() => {
    done = true;
  });
  while (!done) {
    const metrics = await server.metrics();
    if (/^docconv_workers_busy 1/m.test(metrics)) {
      await new Promise(resolve => setTimeout(resolve, 200)); // the engine is reading the document now
      for (const { pid, command } of descendantsOf(process.pid))
        if (/^\S*node .*engines/.test(command)) signalIfRunning(pid);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return answer;
}
