/** The timer of the server reads the lists from the mirror of the operator. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { servedLists } from '../../src/cli/commands/serve/served-lists.js';
import { lotlSignersFile } from '../../src/cli/input/trust.js';
import { loadConfig } from '../../src/config/index.js';
import { EU_LOTL, writeLotlSigners } from '../../src/trust/update/index.js';
import { writeMirror } from '../helpers/trust-lists/mirror.js';
import { JOURNAL, LOTL, pki, stateList, world } from '../helpers/trust-lists/world.js';

test('lists are loaded from the folder that trustMirror names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-served-lists-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { [LOTL]: lotl, ...lists } = world({ AA: stateList('AA') });
  writeMirror(join(folder, 'mirror'), { [EU_LOTL]: lotl!, ...lists });
  const env = { DOCCONV_HOME: folder, DOCCONV_TRUST_MIRROR: join(folder, 'mirror'), DOCCONV_TRUST_UPDATE: '24' };
  await writeLotlSigners(lotlSignersFile(env), [{ certificate: pki.certificate('commission'), publication: JOURNAL }]);

  const served = servedLists(loadConfig({ env }).values, env);
  expect(served.everyMs).toBe(24 * 3_600_000);
  expect(await served.update(AbortSignal.timeout(60_000))).toEqual({ isNew: true, problems: [] });
  expect(served.state().lists).toMatchObject([{ territory: 'AA', state: 'current' }]);
});
