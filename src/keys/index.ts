/** API keys and the e-mailed codes that lead to them. */
export type { Credential, Credentials, OpenCredentials } from './credentials.js';
export type {
  CodeRequest,
  IssuedCode,
  IssuedKey,
  KeyInfo,
  Keys,
  Limits,
  LocalKeysSettings,
  OpenLocalKeys,
} from './keys.js';
