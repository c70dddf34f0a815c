/** The trusted lists of the server: the same folder and the same way as `docconv trust update`. */
import type { Config } from '../../../config/index.js';
import type { TrustedLists } from '../../../http/index.js';
import { EU_LOTL, lotlAnchors, readLotlSigners, trustStatus, updateLists } from '../../../trust/update/index.js';
import { listSource } from '../../input/list-source.js';
import { listsFolder, lotlSignersFile, trustRecord } from '../../input/trust.js';

const HOUR = 3_600_000;
const LIST_TIMEOUT_MS = 30_000;

export function servedLists(config: Config, env: NodeJS.ProcessEnv): TrustedLists {
  const { trustUpdate } = config;
  const folder = listsFolder(env);
  const record = trustRecord(env);
  return {
    everyMs: trustUpdate === 0 ? null : trustUpdate * HOUR,
    state: () => trustStatus(folder, new Date(), record.entries()),
    update: async signal => {
      const settings = {
        source: await listSource(config, LIST_TIMEOUT_MS, env),
        lotl: EU_LOTL,
        anchors: lotlAnchors(readLotlSigners(lotlSignersFile(env))),
        territories: null,
        acceptShrink: false,
        signal,
      };
      const { isNew, outcomes } = await updateLists(folder, settings, record);
      return { isNew, problems: outcomes.filter(({ message }) => message !== null) };
    },
  };
}
