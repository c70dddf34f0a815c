/**
 * `node bench/pages.mjs`: what a browser does to show /docs and /: times, processor time, requests, bytes, and what it finds
 * wrong. A cold browser each time, medians of five. Needs chromium.
 */
import { execFileSync } from 'node:child_process';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { median, ms, report, scratch } from './lib.mjs';
import { startServer } from './service.mjs';

const ROUNDS = 5;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
/** A page is complete when nothing has changed in it for this long, and no request is open. */
const QUIET_MS = 1_000;

/** Runs in the page before its scripts. */
const OBSERVE = `
  globalThis.seen = { changed: 0, violations: [] };
  const changed = () => { seen.changed = performance.now(); };
  new MutationObserver(changed).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener('securitypolicyviolation', event => seen.violations.push(event.violatedDirective));
  new PerformanceObserver(list => { seen.largest = list.getEntries().at(-1).startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
`;

const server = await startServer(scratch());
const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
for (const path of ['/docs', '/']) {
  const visits = [];
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit(server.url + path));
  const of = name => median(visits.map(visit => visit[name]));
  const most = name => Math.max(...visits.map(visit => visit[name]));
  report(`The page ${path} (cold browser, medians of ${ROUNDS})`, [
    ['first paint (wanted: below 1 s)', ms(of('firstPaint'))],
    ['largest paint', ms(of('largestPaint'))],
    ['load', ms(of('load'))],
    ['nothing changes any more (wanted: below 3 s)', ms(of('complete'))],
    ['processor time of the page: scripts, style, layout', ms(of('processor'))],
    ['requests', of('requests')],
    ['bytes received', of('bytes')],
    ['elements', of('elements')],
    ['messages in the console (wanted: 0)', most('messages')],
    ['violations of the content security policy (wanted: 0)', most('violations')],
    ['violations that axe finds (wanted: 0)', most('inaccessible')],
  ]);
}
await server.stop();

async function visit(url) {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const seen = { requests: 0, bytes: 0, messages: 0 };
  page.on('console', () => seen.messages++);
  page.on('pageerror', () => seen.messages++);
  page.on('request', () => seen.requests++);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength;
  });
  await page.addInitScript(OBSERVE);
  await page.goto(url, { waitUntil: 'networkidle' });
  const times = await timesOf(page);
  const { metrics } = await session.send('Performance.getMetrics');
  const { messages } = seen; // axe is injected by the test, and what it says is no message of the page
  const inaccessible = await violationsOf(page);
  await browser.close();
  return {
    ...seen,
    messages,
    ...times,
    processor: 1000 * metrics.find(({ name }) => name === 'TaskDuration').value,
    inaccessible,
  };
}

function timesOf(page) {
  return page.evaluate(async quietMs => {
    const { seen } = globalThis;
    const started = performance.now();
    while (performance.now() - Math.max(seen.changed, started - quietMs) < quietMs)
      await new Promise(resolve => setTimeout(resolve, 50));
    const [navigation] = performance.getEntriesByType('navigation');
    const load = navigation.loadEventEnd;
    return {
      firstPaint: performance.getEntriesByName('first-paint')[0].startTime,
      largestPaint: seen.largest,
      load,
      complete: Math.max(load, seen.changed),
      elements: document.querySelectorAll('*').length,
      violations: seen.violations.length,
    };
  }, QUIET_MS);
}

async function violationsOf(page) {
  await page.evaluate(axe.source);
  return page.evaluate(async () => (await globalThis.axe.run()).violations.length);
}
