/** What the server is a parser in front of. Everything is handed in: it has no power of its own. */

import type { Converter as FullConverter } from '../convert/index.js';
import type { Fetcher } from '../fetch/index.js';
import type { KeyInfo, Keys } from '../keys/index.js';
import type { Mailer } from '../mail/index.js';
import type { TrustStore } from '../signatures/index.js';
import type { ServerSettings } from './settings.js';

export interface ServerServices {
  readonly converter: Converter;
  readonly keys: Keys;
  readonly mailer: Mailer;
  /** Reads `document.url`; null: turned off. */
  readonly fetcher: Fetcher | null;
  /** Null: nobody is trusted, answers are about integrity. */
  readonly trust: TrustStore | null;
  readonly settings: ServerSettings;
}

export type Converter = Pick<FullConverter, 'convert' | 'convertToFile' | 'status' | 'workers'>;

/** Whose key it was. */
export type Caller = KeyInfo;
