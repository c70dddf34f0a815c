import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { beginningWith } from './test/helpers/sequencer.js';

const results = process.env.DOCCONV_TEST_RESULTS;

/** Each Node that tests start would read the certificates of the machine's settings, in 70 ms of processor time. */
if (process.env.NODE_EXTRA_CA_CERTS) process.env.npm_config_cafile ??= process.env.NODE_EXTRA_CA_CERTS; // npm needs it
delete process.env.NODE_EXTRA_CA_CERTS;

/** Workers in a sandbox are other users, and have to read the built files and the programs of the tests. */
process.umask(0o022);

export const shared = defineConfig({
  test: {
    // openapi-typescript needs the JavaScript API of TypeScript 5, which TypeScript 7 does not have
    alias: { typescript: 'typescript-5' },
    server: { deps: { inline: ['openapi-typescript'] } },
    globalSetup: ['test/helpers/build.ts', 'test/helpers/engine-cache.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }, // the default of a second is too short on a busy machine
    maxWorkers: 4, // of two cores: many tests wait for a process or a socket
    isolate: false, // test files of one worker share its modules, which takes a quarter off the time
    reporters: [
      'default',
      './.ci/skips.mjs',
      ...(results ? [['./.ci/json-results.mjs', { outputFile: results }] as const] : []),
    ],
  },
});

/** They start processes and wait for them: small files, of up to half a minute each. */
const FIRST = /test\/(?:isolation|warm|cli|keys|convert\/engines|http\/(?:page|jobs))\//;

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: ['test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, 'test/**/*.long.test.ts'],
      sequence: { sequencer: beginningWith(FIRST) },
    },
  }),
);
