/**
 * `node bench/costly-documents.mjs --serve [pattern] [size]`: sends each costly document to a server while a neighbour converts
 * small documents one after the other. Prints the neighbour's longest delay beyond its median alone, the longest stall of
 * the server's event loop, and the server's memory. Fails beyond 100 ms and 50 ms; needs a machine that does nothing else.
 * A measurement beyond the limits is repeated up to twice: a document that costs too much does so every time, but the
 * start of a worker, one for every 200 documents, takes a core for most of a second whatever the document is.
 */
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { median, scratch } from './lib.mjs';
import { memoryOf } from './processes.mjs';
import { formOf, letter, sleep, startServer } from './service.mjs';

const LIMITS = { delayMs: 100, stallMs: 50 };
const TIMEOUT_S = 5;
const ALONE = 15;
const REPEATS = 2;
/** Documents in each of two lanes, longer than a worker takes to start. */
const WARM_UP = 12;

export async function serve(documents, size) {
  const folder = scratch();
  const server = await startServer(join(folder, 'server'), ['-j', '2', '--timeout', `${TIMEOUT_S}`]);
  const dispatcher = new Agent({ connections: 4 });
  const [attacker, neighbour] = [await server.newKey('attacker'), await server.newKey('neighbour')];
  const small = await formOf(await letter('small'), 'small.docx');
  const send = async (key, { body, type }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const started = performance.now();
    const answer = await request(`${server.url}/v1/convert`, { method: 'POST', headers, body, dispatcher });
    await answer.body.arrayBuffer();
    return { status: answer.statusCode, ms: performance.now() - started };
  };
  const stall = async () => {
    const text = await server.metrics();
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1000;
  };
  /** Both workers have started and converted, also after one was replaced: a new one takes longer for its first document. */
  const warmUp = async () => {
    const lane = async () => {
      for (let i = 0; i < WARM_UP; i++) await send(neighbour, small);
    };
    await Promise.all([lane(), lane()]);
  };
  await warmUp();
  const alone = [];
  for (let i = 0; i < ALONE; i++) alone.push((await send(neighbour, small)).ms);
  const usual = median(alone);
  console.log(`the neighbour alone: ${usual.toFixed(0)} ms, longest ${Math.max(...alone).toFixed(0)} ms`);
  console.log('  answer      ms   delay   stall      MB  document');
  let failed = 0;
  let repeated = 0;
  for (const document of documents) {
    let row = await measure(document);
    print(row, document);
    for (let i = 0; i < REPEATS && !isWithin(row); i++) {
      repeated++;
      row = await measure(document);
      print(row, document);
    }
    if (!isWithin(row)) failed++;
  }
  await server.stop();
  console.log(`\n${repeated} measurements repeated`);
  console.log(
    failed === 0 ? `All ${documents.length} within the limits` : `${failed} of ${documents.length} not within`,
  );
  return failed === 0;

  async function measure({ file, make, password, landscape }) {
    const fields = { ...(password && { password }), ...(landscape && { landscape: 'true' }) };
    const form = await formOf(make(size), file, fields);
    await warmUp();
    await sleep(200); // garbage of the last document
    await stall(); // the metric covers the time since it was read last
    let isRunning = true;
    const costly = send(attacker, form).finally(() => (isRunning = false));
    const answers = [];
    let mb = 0;
    do {
      answers.push(await send(neighbour, small));
      mb = Math.max(mb, memoryOf([server.pid]) / 1024 ** 2);
    } while (isRunning);
    const { status, ms } = await costly;
    const delay = Math.max(...answers.map(answer => answer.ms)) - usual;
    return { status, ms, delay, mb, stall: await stall(), neighbours: answers.map(answer => answer.status) };
  }
}

function isWithin({ delay, stall, neighbours }) {
  return delay <= LIMITS.delayMs && stall <= LIMITS.stallMs && neighbours.every(status => status === 200);
}

function print(row, { name }) {
  const cells = [row.ms, row.delay, row.stall, row.mb].map(value => value.toFixed(0).padStart(7)).join(' ');
  console.log(`${isWithin(row) ? ' ' : '!'}    ${row.status} ${cells}  ${name}`);
}
