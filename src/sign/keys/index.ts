/** The kinds of keys that sign: files, tokens, programs, signing services. */
export { type CommandSettings, openCommand } from './command.js';
export { type CscSettings, openCsc } from './csc/csc.js';
export { signerOf } from './foreign-key.js';
export { readCertificates, readKeyFiles } from './key-file.js';
export { openToken, type TokenSettings } from './token/token.js';
