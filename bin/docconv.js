#!/usr/bin/env node
const { enableCompileCache } = require('node:module');

enableCompileCache?.(); // Node >= 22.8: later starts use the cached code

const name = ['convert', 'check'].includes(process.argv[2]) ? process.argv[2] : 'main'; // they load in fewer files
const { main } = require(`../dist/cli/${name}.cjs`);
process.once('beforeExit', () => {
  process.exitCode ??= 13; // the command did not end: the code of Node for an await that never ends
});
main(process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
