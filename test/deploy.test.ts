/** The examples for several machines in deploy/: they agree with each other, with the settings and with the store. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { COMMANDS } from '../src/cli/commands/index.js';
import { envName, SETTING_KEYS, SETTINGS } from '../src/config/index.js';
import { createMetrics } from '../src/http/metrics/metrics.js';

const example = (path: string) => readFileSync(join('deploy', path), 'utf8');
const examples = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name));

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds
type Manifest = any;
const manifests: Manifest[] = readdirSync('deploy/kubernetes').flatMap(file =>
  parseAllDocuments(example(`kubernetes/${file}`)).map(parsed => {
    expect(parsed.errors, file).toEqual([]);
    return parsed.toJS();
  }),
);
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find(object => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const podOf = (object: Manifest) => object.spec.template.spec;
const containerOf = (object: Manifest) => podOf(object).containers[0];
const serve = named('Deployment', 'docconv-serve');
const work = named('Deployment', 'docconv-work');
const servers = [serve, work];
const workloads = [...servers, named('Job', 'docconv-migrate')];

it('every variable in the examples is one of docconv', () => {
  const known = new Set(['DOCCONV_HOME', ...SETTING_KEYS.map(envName)]);
  const used = examples.flatMap(path => readFileSync(path, 'utf8').match(/\bDOCCONV_[A-Z_]+/g) ?? []);
  expect(new Set(used).size).toBeGreaterThan(8);
  expect(used.filter(name => !known.has(name))).toEqual([]);
});

describe('the manifests for Kubernetes', () => {
  it('have no variables of services, one of which would be DOCCONV_PORT, and give no right that is not needed', () => {
    const [, user] = /useradd .*--uid (\d+)/.exec(example('container/Containerfile'))!;
    for (const workload of workloads) {
      expect(podOf(workload)).toMatchObject({
        enableServiceLinks: false,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: Number(user), seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(workload)).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { limits: { memory: expect.any(String) } },
      });
    }
  });

  it('probe the ports on which docconv listens', () => {
    const { data } = named('ConfigMap', 'docconv');
    for (const server of servers) {
      const { ports, livenessProbe, readinessProbe } = containerOf(server);
      const numbers = Object.fromEntries(ports.map((port: Manifest) => [port.name, port.containerPort]));
      expect(numbers).toEqual({ http: SETTINGS.port.preset, metrics: Number(data.DOCCONV_METRICS_PORT) });
      expect(livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
      expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'http' }, timeoutSeconds: 20 });
      expect(server.spec.template.metadata.annotations['prometheus.io/port']).toBe(data.DOCCONV_METRICS_PORT);
    }
    expect(named('Service', 'docconv').spec.ports[0].targetPort).toBe('http');
  });

  it('select the pods that they mean', () => {
    for (const { metadata, spec } of servers) {
      const { labels } = spec.template.metadata;
      expect(spec.selector.matchLabels).toEqual(labels);
      expect(named('PodDisruptionBudget', metadata.name).spec.selector.matchLabels).toEqual(labels);
    }
    // a worker has no routes for clients
    expect(named('Service', 'docconv').spec.selector).toEqual(serve.spec.template.metadata.labels);
    expect(named('HorizontalPodAutoscaler', 'docconv-serve').spec.scaleTargetRef.name).toBe('docconv-serve');
  });

  it('run commands of docconv, each server with a secret and the same settings', () => {
    for (const workload of workloads) expect(COMMANDS.map(({ name }) => name)).toContain(containerOf(workload).args[0]);
    expect(containerOf(work).envFrom).toEqual(containerOf(serve).envFrom);
  });

  it('start as many workers as the queue needs, by a metric that docconv has', async () => {
    const { scaleTargetRef, triggers } = named('ScaledObject', 'docconv-work').spec;
    expect(scaleTargetRef.name).toBe(work.metadata.name);
    expect(work.spec).not.toHaveProperty('replicas');
    const [queue, cpu] = triggers;
    const metrics = createMetrics();
    metrics.watchJobs(async () => ({ queued: 1, running: 0, atOnce: 1, bytes: 0, queueSeconds: 42 }));
    const [, name] = /^max\((\w+)\)$/.exec(queue.metadata.query)!;
    expect(await metrics.text()).toMatch(new RegExp(`^${name} 42$`, 'm'));
    // divided by the number of workers already: an average would divide it once more
    expect(queue).toMatchObject({ type: 'prometheus', metricType: 'Value' });
    expect(cpu).toMatchObject({ type: 'cpu', metricType: 'Utilization' });
    expect(containerOf(work).resources.requests.cpu).toBe(named('ConfigMap', 'docconv').data.DOCCONV_WORKERS);
  });

  it('leave time to finish', () => {
    for (const server of servers) {
      const pause = Number(containerOf(server).lifecycle?.preStop.exec.command[1] ?? 0);
      expect(podOf(server).terminationGracePeriodSeconds).toBeGreaterThan(SETTINGS.grace.preset + pause);
    }
  });
});

describe('the file for Compose', () => {
  const { services, volumes } = parse(example('compose/compose.yaml'), { merge: true });

  it('has servers that leave the work to a worker, with the same settings', () => {
    const servers = Object.keys(services).filter(name => name.startsWith('serve'));
    expect(servers.length).toBeGreaterThan(1);
    for (const name of servers) expect(services[name].command).toEqual(['serve', '--workers', '0']);
    expect(services.work.command).toEqual(['work']);
    expect(services.work).not.toHaveProperty('ports');
    for (const name of servers) expect(services[name].environment).toEqual(services.work.environment);
  });

  it('declares each volume that it mounts', () => {
    const mounted = Object.values<Manifest>(services).flatMap(service => service.volumes ?? []);
    expect(mounted.map((text: string) => text.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort());
  });
});

describe('the units of systemd', () => {
  const unit = (name: string) => example(`systemd/${name}.service`);
  const linesOf = (text: string) => text.split('\n').filter(line => /^[A-Z]\w+=/.test(line));

  it('differ only in what they run, and leave time to finish', () => {
    const [serve, work] = [linesOf(unit('docconv')), linesOf(unit('docconv-work'))];
    const own = work.filter(line => !serve.includes(line)).map(line => line.replace(/^Description=.*/, 'Description'));
    expect(own).toEqual([
      'Description',
      'EnvironmentFile=-/etc/docconv/work.environment',
      'ExecStart=/usr/bin/env docconv work --port 8081',
    ]);
    expect(serve.filter(line => !work.includes(line)).map(line => line.split('=')[0])).toEqual([
      'Description',
      'ExecStart',
    ]);
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit('docconv-work'))!;
    expect(Number(seconds)).toBeGreaterThan(SETTINGS.grace.preset + 10);
  });
});
