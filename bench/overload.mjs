/**
 * `node bench/overload.mjs`: the server under more documents than it can hold. Peak memory of server and workers, and the
 * answers, with 60 and 600 parallel clients (BENCH_CLIENTS=60,600) that send documents of 49 MB (BENCH_MB) as forms, as
 * JSON and by URL; then the times of a client that converts letters while 40 uploads of other clients stall. The server is
 * stopped when it takes more than 6,000 MB (BENCH_LIMIT). The clients are on 60 addresses of this machine, with 60 accounts.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { importSource, ms, report, scratch } from './lib.mjs';
import { descendantsOf, memoryOf } from './processes.mjs';
import { countsOf, formOf, inLanes, letter, percentile, sleep, startServer } from './service.mjs';

const CLIENTS = (process.env.BENCH_CLIENTS ?? '60,600').split(',').map(Number);
const SIZE = Number(process.env.BENCH_MB ?? 49) * 1e6;
const LIMIT = Number(process.env.BENCH_LIMIT ?? 6_000) * 1e6;
const LETTERS = Number(process.env.BENCH_COUNT ?? 100);
const LANES = 2;
const STALLED = 40;
const ADDRESSES = 60;
const MINUTES_5 = 300_000;

const pdf = await largePdf();
const noise = Buffer.concat([Buffer.from('\0\u0001\u0002'), Buffer.alloc(SIZE, 'noise\0')]); // refused after its upload
const web = createServer((_request, response) => response.end(pdf)).listen(0, '127.0.0.1');
await once(web, 'listening');
const agents = Array.from({ length: ADDRESSES }, (_, i) => agentAt(`127.0.1.${i + 1}`));

const form = await formOf(noise, 'noise.bin');
const json = Buffer.from(JSON.stringify({ document: { base64: pdf.toString('base64') } }));
const url = Buffer.from(JSON.stringify({ document: { url: `http://127.0.0.1:${web.address().port}/a.pdf` } }));
const KINDS = [
  ['forms to /v1/convert', '/v1/convert', form.body, form.type],
  ['JSON to /v1/verify', '/v1/verify', json, 'application/json'],
  ['URLs to /v1/verify', '/v1/verify', url, 'application/json'],
];

for (const [name, path, body, type] of KINDS)
  for (const clients of CLIENTS) {
    const { idle, peak, answers, seconds } = await overloaded(clients, path, body, type);
    report(`${clients} clients, ${name}, ${SIZE / 1e6} MB each`, [
      ['memory of server and workers before', `${(idle / 1e6).toFixed(0)} MB`],
      ['peak', `${(peak / 1e6).toFixed(0)} MB${peak > LIMIT ? ' (the server was stopped)' : ''}`],
      ['answers', countsOf(answers)],
      ['time for all', `${seconds.toFixed(1)} s`],
    ]);
  }
web.close();
await stalledUploads();
process.exit();

async function overloaded(clients, path, body, type) {
  const server = await startServer(scratch(), ['-j', '2', '--allow-private-urls', '--log-level', 'warn']);
  const keys = path === '/v1/convert' ? await accounts(server, Math.min(clients, ADDRESSES)) : [server.key];
  const memory = () => memoryOf([server.pid, ...descendantsOf(server.pid)]);
  const idle = memory();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, memory());
    if (peak > LIMIT) process.kill(server.pid, 'SIGKILL');
  }, 100);
  const started = performance.now();
  const send = i => {
    const headers = { authorization: `Bearer ${keys[i % keys.length]}`, 'content-type': type };
    return answerOf(`${server.url}${path}`, { method: 'POST', headers, body, dispatcher: agents[i % ADDRESSES] });
  };
  const answers = await Promise.all(Array.from({ length: clients }, (_, i) => send(i)));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  await server.stop('SIGKILL');
  return { idle, peak, answers, seconds };
}

/** '200', or the code of the problem, or of the error of the connection. */
async function answerOf(address, options) {
  try {
    const { statusCode, body } = await request(address, options);
    const text = await body.text();
    return statusCode === 200 ? '200' : `${statusCode} ${JSON.parse(text).code}`;
  } catch (error) {
    return `no answer (${error.code ?? error.name})`;
  }
}

async function stalledUploads() {
  const server = await startServer(scratch(), ['-j', '2', '--queue', '8', '--log-level', 'warn']);
  const other = await server.newKey('other');
  const stalling = [await server.newKey('stalling'), await server.newKey('stalling')];
  const letters = await Promise.all(
    Array.from({ length: LETTERS }, async (_, i) => formOf(await letter(`mark${i}`), `${i}.docx`)),
  );
  const alone = await convertAll(server, other, letters);
  const stall = stallUploads(server, stalling);
  await sleep(1000);
  const during = await convertAll(server, other, letters);
  const ready = (await fetch(`${server.url}/readyz`)).status;
  const { open, opened } = stall.stop();
  await server.stop('SIGKILL');
  const rows = (name, { times, answers }) => [
    [`${name}: p50, p95`, `${ms(percentile(times, 0.5))}, ${ms(percentile(times, 0.95))}`],
    [`${name}: answers`, countsOf(answers)],
  ];
  report(`a client that converts ${LETTERS} letters, ${LANES} at a time`, [
    ...rows('alone', alone),
    ...rows(`beside ${STALLED} uploads that stall`, during),
    ['stalled uploads open at the end, and opened in all', `${open}, ${opened}`],
    ['/readyz meanwhile', String(ready)],
  ]);
}

async function convertAll({ url: address }, key, letters) {
  const [times, answers] = [[], []];
  await inLanes(LANES, letters.length, async i => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': letters[i].type };
    const started = performance.now();
    const { body } = letters[i];
    answers.push(await answerOf(`${address}/v1/convert`, { method: 'POST', headers, body, dispatcher: agents[0] }));
    times.push(performance.now() - started);
  });
  return { times, answers };
}

/** Keeps 40 uploads open of which 26 kB arrive, in a part that is not a field; those that the server ends start again. */
function stallUploads({ url: address }, keys) {
  const sockets = new Set();
  let opened = 0;
  let running = true;
  const start = key => {
    if (!running) return;
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    sockets.add(socket);
    opened++;
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(start, 100, key);
    });
    socket.resume();
    const head = ['POST /v1/convert HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${key}`];
    head.push('Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000000');
    const part = '--x\r\nContent-Disposition: attachment\r\n\r\n'.padEnd(26_000, 'a');
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  };
  for (let i = 0; i < STALLED; i++) start(keys[i % keys.length]);
  return {
    stop() {
      running = false;
      const open = sockets.size;
      for (const socket of sockets) socket.destroy();
      return { open, opened };
    },
  };
}

async function accounts(server, count) {
  const keys = [];
  for (let i = 0; i < count; i++) keys.push(await server.newKey(`client${i}`));
  return keys;
}

function agentAt(localAddress) {
  return new Agent({ connect: { localAddress }, headersTimeout: MINUTES_5, bodyTimeout: MINUTES_5 });
}

/** A page whose content is one large stream; unsigned. */
async function largePdf() {
  const { PdfWriter } = await importSource('test/helpers/pdf-writer.ts');
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
    4: `<</Length ${SIZE}>>stream\n${' '.repeat(SIZE)}\nendstream`,
  };
  return new PdfWriter().revision({ objects }).bytes;
}
