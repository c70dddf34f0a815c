/** A client of jobs of `docconv serve`, for tests with processes. */
import { expect, onTestFinished } from 'vitest';
import { docconvResident } from '../../helpers/cli.js';
import { descendantsOf, type Running, signalIfRunning } from '../../helpers/processes.js';
import type { Served } from '../served.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of several routes
export type Json = any;

/** Takes the engine several seconds for each 60,000 lines. */
export const letter = (lines: number) => `{\\rtf1\\ansi ${'Dear reader,\\par '.repeat(lines)}}`;
export const PATIENT = { timeout: 120_000, interval: 200 };

export const enginesOf = (server: Served): Running[] =>
  descendantsOf(server.process.pid!).filter(({ command }) => /soffice|native\.worker/.test(command));

/**
 * Stops the engine of a process that has converted: its next job is running, without using the processor, until the returned
 * function lets the engine go on.
 */
export function pauseEngines(server: Served): () => void {
  const engines = enginesOf(server);
  expect(engines).not.toEqual([]);
  const signal = (name: NodeJS.Signals) => engines.forEach(({ pid }) => void signalIfRunning(pid, name));
  signal('SIGSTOP');
  const resume = () => signal('SIGCONT');
  onTestFinished(resume);
  return resume;
}

/** A client of servers with this environment, which share the jobs. */
export async function clientOf(env: Record<string, string>, email = 'ann@example.org') {
  const created = await docconvResident(['keys', 'create', email], { env });
  const key = /dck_\S+/.exec(created.out)![0];
  const call = (server: Served, path: string, method = 'GET', headers = {}) =>
    fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } });
  const show = async (server: Served, id: string): Promise<Json> =>
    (await call(server, `/v1/jobs/${id}`, 'GET', { prefer: 'wait=10' })).json();
  return {
    key,
    call,
    show,
    async submit(server: Served, text: string, fields: Record<string, string> = {}): Promise<string> {
      const body = new FormData();
      body.append('file', new Blob([text]), 'letter.rtf');
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const headers = { authorization: `Bearer ${key}`, prefer: 'respond-async' };
      const answer = await fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body });
      expect(answer.status).toBe(202);
      return ((await answer.json()) as Json).id;
    },
    running: (server: Served, id: string) =>
      expect
        .poll(async () => ((await (await call(server, `/v1/jobs/${id}`)).json()) as Json).status, PATIENT)
        .toBe('running'),
    ended: (server: Served, id: string, status: string) =>
      expect.poll(async () => (await show(server, id)).status, PATIENT).toBe(status),
    async expectPdf(server: Served, id: string) {
      const result = await call(server, `/v1/jobs/${id}/result`);
      expect(result.status).toBe(200);
      expect(
        Buffer.from(await result.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    },
  };
}
