/** What the stage outside of the sandbox and the hostile worker inside both know: the document carries it. */

/** Where everything is that an attack tries to reach. An attacker would have to guess it; here the document says it. */
export interface Scene {
  /** Name of the attack. */
  readonly attack: string;
  /** Digits that no other attack uses: in names of files and command lines of processes. */
  readonly id: string;
  /** Process that uses the library. */
  readonly parent: number;
  /** Another process of the same user. */
  readonly bystander: number;
  /** Folder of this attack: everything below belongs to the parent's user. */
  readonly base: string;
  /** HOME of the parent. */
  readonly home: string;
  /** The converter's folders. */
  readonly temporary: string;
  readonly cache: string;
  /** A folder with files that must be there afterwards. */
  readonly victim: string;
  /** A file with SECRET that only the parent's user can read. */
  readonly secret: string;
  /** Folder of the installed package. */
  readonly product: string;
  /** Unix sockets with a path, on which the stage listens. */
  readonly sockets: readonly string[];
  /** Name of an abstract unix socket, on which the stage listens. */
  readonly abstract: string;
  /** Ports on loopback, on which the stage listens. */
  readonly tcp: number;
  readonly udp: number;
  /** Bytes of memory that the converter allows a worker. */
  readonly memoryLimit: number;
}

/** In every file, environment and document that an attack must not read. */
export const SECRET = 'PLANTED-SECRET-58C1';

const PREFIX = 'hostile document ';

/** The text of a document that makes a hostile worker attack. */
export function documentOf(scene: Scene): Uint8Array {
  return Buffer.from(`${PREFIX}${JSON.stringify(scene)}\n`);
}

/** Null for other documents, which a hostile worker "converts" at once. */
export function sceneOf(document: string): Scene | null {
  return document.startsWith(PREFIX) ? (JSON.parse(document.slice(PREFIX.length)) as Scene) : null;
}

const LOOT = '\n%loot ';

/** A PDF that carries what the worker reached. */
export function pdfWith(text: string, loot: readonly string[] = []): Buffer {
  return Buffer.from(`%PDF-1.7\n%${text}${LOOT}${JSON.stringify(loot)}\n%%EOF\n`);
}

export function lootIn(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString();
  const at = text.lastIndexOf(LOOT);
  const loot: string[] = at < 0 ? [] : JSON.parse(text.slice(at + LOOT.length).split('\n', 1)[0]!);
  return text.slice(0, at < 0 ? undefined : at).includes(SECRET) ? ['the PDF contains the secret', ...loot] : loot;
}
