/**
 * `npm run test:long`: whole matrices of documents and attacks, of which `npm test` runs a selection; PostgreSQL, Chromium, and
 * what kills, delays and fills.
 */
import { defineConfig, mergeConfig } from 'vitest/config';
import { beginningWith } from './test/helpers/sequencer.js';
import { shared } from './vitest.config.js';

/** Of minutes each: several of them are small files, which would be the last ones. */
const FIRST =
  /(?:hostile\/hostile|costly-documents|families|operations\/\w+|pdfa|install|stops|vectors|engines|embedded-fonts|clocks|killed)\.long\.test\.ts$/;

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: ['test/**/*.{long,stores}.test.ts'],
      env: { DOCCONV_TEST_STORE: 'postgresql' },
      sequence: { sequencer: beginningWith(FIRST) },
      testTimeout: 180_000, // a test of many seconds takes several times as long on a busy machine
    },
  }),
);
