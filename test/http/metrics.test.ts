/** What the service measures, and the details of /readyz. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMetrics, GAUGES, type GaugeName } from '../../src/http/metrics/metrics.js';

it('counts what each part reports', async () => {
  const metrics = createMetrics();
  metrics.request({ method: 'GET', route: '/v1/keys/:id', status: 200 }, 0.01);
  metrics.conversion('ok', 'native', 0.3);
  metrics.conversion('queue_full', 'none', 0);
  metrics.verification('intact');
  metrics.signature('ok', 'LTA');
  for (const outcome of ['sent', 'retried', 'failed'] as const) metrics.mail(outcome);
  for (const event of ['issued', 'redeemed', 'refused'] as const) metrics.code(event);
  metrics.refusal('rate_limited');
  metrics.fetch('ok', 1000);
  metrics.fetch('fetch_failed', 24);
  let bytes = 5;
  metrics.watch('bytesUnderWay', () => bytes);
  bytes = 7;

  const lines = (await metrics.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'docconv_http_request_duration_seconds_count{method="GET",route="/v1/keys/:id",status="200"} 1',
      'docconv_conversions_total{outcome="ok",engine="native"} 1',
      'docconv_conversions_total{outcome="queue_full",engine="none"} 1',
      'docconv_conversion_duration_seconds_count{engine="native"} 1',
      'docconv_verifications_total{verdict="intact"} 1',
      'docconv_signatures_total{outcome="ok",level="LTA"} 1',
      'docconv_mails_total{outcome="retried"} 1',
      'docconv_codes_total{event="redeemed"} 1',
      'docconv_refusals_total{code="rate_limited"} 1',
      'docconv_fetches_total{outcome="fetch_failed"} 1',
      'docconv_fetched_bytes_total 1024',
      'docconv_documents_under_way_bytes 7',
    ]),
  );
  expect(lines.filter(line => /conversion_duration.*none/.test(line))).toEqual([]);
});

it('has names by the conventions of Prometheus, and the usual names of process and runtime', async () => {
  const metrics = createMetrics();
  for (const gauge of Object.keys(GAUGES) as GaugeName[]) metrics.watch(gauge, () => 1);
  const text = await metrics.text();
  expect(text).toMatch(/^docconv_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
  const own = [...text.matchAll(/^# TYPE (docconv_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  expect(own.length).toBeGreaterThan(8);
  const documented = readFileSync('docs/operation.md', 'utf8');
  for (const { name, type } of own) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
    expect(documented).toContain(`\`${name}\``);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    if (type === 'histogram') expect(name).toMatch(/_duration_seconds$/);
  }
  expect(text).not.toMatch(/docconv_(process|nodejs)_/);
});
