/** The keys this person holds for docconv servers: `credentials.json`, mode 0600, by origin. */

export interface Credential {
  /** Origin of the server, e.g. `https://convert.example.org`. */
  server: string;
  email: string | null;
  keyId: string | null;
  key: string;
  savedAt: string;
}

export interface Credentials {
  /** `http://localhost:8080`, `http://127.0.0.1:8080/` and `http://[::1]:8080` are one server. */
  get(server: string): Promise<Credential | null>;
  save(credential: Omit<Credential, 'savedAt'>): Promise<void>;
  /** False when there was none. */
  remove(server: string): Promise<boolean>;
  list(): Promise<Credential[]>;
}

/** `openCredentials` of index.ts; `folder` is docconvHome().config. */
export type OpenCredentials = (folder: string) => Credentials;
