#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.(); // Node >= 22.8: later starts use the cached code

const name = ['convert', 'check'].includes(process.argv[2]) ? process.argv[2] : 'main'; // they load in fewer files
const { main } = await import(`../dist/cli/${name}.js`);
process.exitCode = await main(process.argv.slice(2));
