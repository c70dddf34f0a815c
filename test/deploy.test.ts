/** The examples for several machines in deploy/: they agree with each other, with the settings and with the store. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { envName, SETTING_KEYS, SETTINGS } from '../src/config/index.js';

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
const workloads = [serve, named('Job', 'docconv-migrate')];

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
    const { ports, livenessProbe, readinessProbe } = containerOf(serve);
    const numbers = Object.fromEntries(ports.map((port: Manifest) => [port.name, port.containerPort]));
    expect(numbers).toEqual({ http: SETTINGS.port.preset, metrics: Number(data.DOCCONV_METRICS_PORT) });
    expect(livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'http' }, timeoutSeconds: 20 });
    expect(serve.spec.template.metadata.annotations['prometheus.io/port']).toBe(data.DOCCONV_METRICS_PORT);
    expect(named('Service', 'docconv').spec.ports[0].targetPort).toBe('http');
  });

  it('select the pods that they mean', () => {
    const { labels } = serve.spec.template.metadata;
    expect(serve.spec.selector.matchLabels).toEqual(labels);
    expect(named('PodDisruptionBudget', 'docconv-serve').spec.selector.matchLabels).toEqual(labels);
    expect(named('Service', 'docconv').spec.selector).toEqual(labels);
    expect(named('HorizontalPodAutoscaler', 'docconv-serve').spec.scaleTargetRef.name).toBe('docconv-serve');
  });

  it('leave time to finish', () => {
    const pause = Number(containerOf(serve).lifecycle.preStop.exec.command[1]);
    expect(podOf(serve).terminationGracePeriodSeconds).toBeGreaterThan(SETTINGS.grace.preset + pause);
  });
});
