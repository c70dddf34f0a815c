/** The kinds of keys that sign: files, tokens, programs, signing services. */
export { openCommand } from './command.js';
export { openCsc } from './csc/csc.js';
export { readCertificates, readKeyFiles } from './key-file.js';
export { openToken } from './token/token.js';
