import { defineConfig } from 'vitest/config';

const results = process.env.DOCCONV_TEST_RESULTS;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2, // engines want their cores
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
  },
});
