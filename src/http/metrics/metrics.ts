/**
 * What the service counts, in the text format of Prometheus. The tables below are the one place for names: base units as
 * suffix, `_total` for counters (https://prometheus.io/docs/practices/naming). Values of labels are always from a fixed
 * set, because each one is a time series of its own.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { packageVersion } from '../../system/package.js';
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';
import type { ListsState } from '../services.js';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** @param route the pattern of the route, e.g. '/v1/keys/:id' */
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** @param outcome 'ok' or the code of the problem; @param seconds in the engine, counted for 'ok' only */
  conversion(outcome: string, engine: string, seconds: number): void;
  verification(verdict: string): void;
  /** @param outcome 'ok' or the code of the problem; @param level that was reached, or asked for where there is no signature */
  signature(outcome: string, level: string): void;
  /** `retried`: an attempt failed and another follows; `failed`: given up. */
  mail(outcome: 'sent' | 'retried' | 'failed'): void;
  code(event: 'issued' | 'redeemed' | 'refused'): void;
  /** @param code of the problem that a request was answered with */
  refusal(code: string): void;
  /** A fetched `document.url`. @param outcome 'ok' or the code of the problem; @param bytes received */
  fetch(outcome: string, bytes: number): void;
  /** `read` is called at each scrape; it replaces an earlier one of the same gauge. */
  watch(gauge: GaugeName, read: () => number): void;
  /** As `watch`, for jobs. */
  watchJobs(read: () => Promise<JobCounts>): void;
  /** As `watch`, for the trusted lists. */
  watchLists(read: () => ListsState): void;
  /** An update of the trusted lists by the service. */
  listUpdate(outcome: 'ok' | 'failed'): void;
  webhook(outcome: 'delivered' | 'retried' | 'gone' | 'failed'): void;
}

export interface JobCounts {
  queued: number;
  running: number;
  /** Of documents and results. */
  bytes: number;
  /** Jobs that all servers together run at once. */
  atOnce: number;
  /** The time that all of them need for what is queued. */
  queueSeconds: number;
}

export type GaugeName = keyof typeof GAUGES;

/** Values that other parts hold. A gauge that nothing watches is not exported. */
export const GAUGES = {
  workers: ['docconv_workers', 'Engine workers'],
  busyWorkers: ['docconv_workers_busy', 'Engine workers that are converting a document'],
  queuedConversions: ['docconv_conversions_queued', 'Conversions that wait for a worker'],
  bytesUnderWay: ['docconv_documents_under_way_bytes', 'Bytes of uploaded and fetched documents in memory and on disk'],
  fetchesUnderWay: ['docconv_fetches_under_way', 'Document URLs that are being fetched'],
  signingKeyFailing: ['docconv_signing_key_failing', '1 where the key of the service could not be used the last time'],
  pendingMails: ['docconv_mails_pending', 'Mails that are being sent or wait for another attempt'],
} as const satisfies Record<string, Row>;

/** Gauges with labels, and those of what all servers on the store have in common. */
const OTHER_GAUGES = {
  jobs: ['docconv_jobs', 'Jobs of all servers on the store, by state', ['state']],
  jobsAtOnce: ['docconv_jobs_at_once', 'Jobs that all servers on the store together run at once'],
  queueSeconds: [
    'docconv_queue_seconds',
    'Queued jobs, times the mean time of the latest conversions, divided by the jobs that run at once, of all servers on the store',
  ],
  jobDocuments: ['docconv_job_documents_bytes', 'Bytes of documents and results of jobs of all servers on the store'],
  listAge: ['docconv_trusted_list_age_seconds', 'Time since a trusted list was issued', ['territory']],
  listState: ['docconv_trusted_list_state', '1 for the state of each trusted list', ['territory', 'state']],
  buildInfo: ['docconv_build_info', 'Version of docconv', ['version']],
} as const satisfies Record<string, Row>;

const COUNTERS = {
  conversions: ['docconv_conversions_total', 'Conversions, by outcome and engine', ['outcome', 'engine']],
  verifications: ['docconv_verifications_total', 'Verified PDFs, by verdict', ['verdict']],
  signatures: ['docconv_signatures_total', 'Signatures with the key of the service, by outcome', ['outcome', 'level']],
  mails: ['docconv_mails_total', 'Attempts to send a mail, by outcome', ['outcome']],
  codes: ['docconv_codes_total', 'E-mail codes issued, redeemed and refused', ['event']],
  refusals: ['docconv_refusals_total', 'Requests answered with a problem, by its code', ['code']],
  fetches: ['docconv_fetches_total', 'Fetched document URLs, by outcome', ['outcome']],
  webhooks: ['docconv_webhooks_total', 'Tries to send a webhook, by outcome', ['outcome']],
  listUpdates: ['docconv_trusted_list_updates_total', 'Updates of the trusted lists, by outcome', ['outcome']],
  fetchedBytes: ['docconv_fetched_bytes_total', 'Bytes received from document URLs', []],
} as const;

const HISTOGRAMS = {
  requests: [
    'docconv_http_request_duration_seconds',
    'Time from receiving a request to the end of its response',
    ['method', 'route', 'status'],
  ],
  conversions: ['docconv_conversion_duration_seconds', 'Duration of successful conversions in the engine', ['engine']],
} as const;

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addBuildInfo(registry);
  const counter = ([name, help, labelNames = []]: Row) => new Counter({ name, help, labelNames, registers });
  const histogram = ([name, help, labelNames = []]: Row) =>
    new Histogram({ name, help, labelNames, registers, buckets: SECONDS });
  const counted = mapValues(COUNTERS, counter);
  const timed = mapValues(HISTOGRAMS, histogram);

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    request: (labels, seconds) => timed.requests.observe(labels, seconds),
    conversion: (outcome, engine, seconds) => {
      counted.conversions.inc({ outcome, engine });
      if (outcome === 'ok') timed.conversions.observe({ engine }, seconds);
    },
    verification: verdict => counted.verifications.inc({ verdict }),
    signature: (outcome, level) => counted.signatures.inc({ outcome, level }),
    mail: outcome => counted.mails.inc({ outcome }),
    code: event => counted.codes.inc({ event }),
    refusal: code => counted.refusals.inc({ code }),
    fetch: (outcome, bytes) => {
      counted.fetches.inc({ outcome });
      counted.fetchedBytes.inc(bytes);
    },
    watch: (gauge, read) => watch(registry, GAUGES[gauge], read),
    watchJobs: read => watchJobs(registry, read),
    watchLists: read => watchLists(registry, read),
    listUpdate: outcome => counted.listUpdates.inc({ outcome }),
    webhook: outcome => counted.webhooks.inc({ outcome }),
  };
}

type Row = readonly [name: string, help: string, labelNames?: readonly string[]];

function mapValues<Key extends string, From, To>(table: Readonly<Record<Key, From>>, map: (from: From) => To) {
  const entries = Object.entries<From>(table).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}

function watch(registry: Registry, row: Row, read: () => number): void {
  registry.removeSingleMetric(row[0]);
  addGauge(registry, row, gauge => gauge.set(read()));
}

/** @param collect is called at each scrape */
function addGauge(
  registry: Registry,
  [name, help, labelNames = []]: Row,
  collect: (gauge: Gauge) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return collect(this);
    },
  });
}

/** Without the database there are no values, and all other metrics are as always. */
function watchJobs(registry: Registry, readJobs: () => Promise<JobCounts>): void {
  const counts = () => readJobs().catch(() => null);
  addGauge(registry, OTHER_GAUGES.jobs, async gauge => {
    gauge.reset();
    const found = await counts();
    if (found) for (const state of ['queued', 'running'] as const) gauge.set({ state }, found[state]);
  });
  const add = (row: Row, read: (counts: JobCounts) => number) =>
    addGauge(registry, row, async gauge => {
      gauge.remove();
      const found = await counts();
      if (found) gauge.set(read(found));
    });
  add(OTHER_GAUGES.jobsAtOnce, ({ atOnce }) => atOnce);
  add(OTHER_GAUGES.queueSeconds, ({ queueSeconds }) => queueSeconds);
  add(OTHER_GAUGES.jobDocuments, ({ bytes }) => bytes);
}

/** Territories are from the list of lists, whose signature was verified: about 30. */
function watchLists(registry: Registry, read: () => ListsState): void {
  addGauge(registry, OTHER_GAUGES.listAge, gauge => {
    gauge.reset();
    for (const { territory, list } of read().lists)
      if (list) gauge.set({ territory }, (Date.now() - list.issued.getTime()) / 1000);
  });
  addGauge(registry, OTHER_GAUGES.listState, gauge => {
    gauge.reset();
    for (const { territory, state } of read().lists) gauge.set({ territory, state }, 1);
  });
}

/** A constant 1 whose label says what runs: the convention for joining it with other metrics. */
function addBuildInfo(registry: Registry): void {
  addGauge(registry, OTHER_GAUGES.buildInfo, gauge => gauge.set({ version: packageVersion() }, 1));
}

/** Counts requests and the problems that they are answered with. */
export function installRequestMetrics(app: App, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    onRequestEnd(request, (_disconnected, status) => {
      // the pattern, not the path: one label per id or mistyped path would grow without bound
      const route = request.routeOptions.url ?? 'unknown';
      metrics.request({ method: request.method, route, status }, reply.elapsedTime / 1000);
      if (request.problemCode) metrics.refusal(request.problemCode);
    });
    done();
  });
}
