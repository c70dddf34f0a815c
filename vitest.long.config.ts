/** `npm run test:long`: whole matrices of documents and attacks, of which `npm test` runs a selection. */
import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from './vitest.config.js';

export default mergeConfig(
  shared,
  // a test of many seconds takes several times as long on a busy machine
  defineConfig({ test: { include: ['test/**/*.long.test.ts'], testTimeout: 180_000 } }),
);
