#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.(); // Node >= 22.8: later starts use the cached code

const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
