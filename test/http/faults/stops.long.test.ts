/**
 * SIGTERM ends an idle process soon, whatever happened before: another role for each fault, with DOCCONV_FULL=1 all roles.
 * `node bench/stops.mjs` does the same more often.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith, tmpfs } from '../../helpers/requires.js';
import { FULL } from '../../helpers/selection.js';
import { FAULTS } from '../../helpers/servers/faults.js';
import { postgresql } from '../../helpers/servers/postgres.js';
import { type Deployment, PASSWORD, type Role, SECRET, startDeployment } from '../../helpers/servers/world.js';

/** A second is for what the store does not answer; the rest for machines with other work. */
const LIMIT_MS = 5_000;
const ROLES: readonly Role[] = ['serve', 'serve --workers 0', 'work'];

describeWith('after a fault', [postgresql, tmpfs], () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  for (const [i, [name, fault]] of Object.entries(FAULTS).entries())
    it(`${name}: every process ends`, async () => {
      const roles = ROLES.filter((_, k) => FULL || k === (i + 1) % ROLES.length);
      const processes = await Promise.all(roles.map(role => deployment.start(role)));
      await Promise.all(processes.map(one => deployment.ready(one)));
      const repair = await fault(deployment);
      await new Promise(resolve => setTimeout(resolve, 1_500));
      const ended = await Promise.all(processes.map(one => one.stop(LIMIT_MS)));
      await repair();
      expect(ended).toEqual(roles.map(() => true));
      const written = processes.map(one => one.output()).join('');
      for (const secret of [PASSWORD, SECRET, deployment.key]) expect(written).not.toContain(secret);
    }, 90_000);
});
