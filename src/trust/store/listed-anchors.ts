/** The trusted lists of the current generation, open for look-ups. */
import { DocconvError } from '../../errors.js';
import { type Certificate, parseCertificate } from '../../pki/index.js';
import { isMissing } from '../../system/files/file-errors.js';
import type { Anchor, ListFacts } from '../anchor.js';
import type { TrustSource } from '../terms.js';
import { Generations } from './generations.js';
import { TrustIndex } from './index-file.js';
import { type GenerationState, readGenerationState } from './state.js';

/** Public trust as it was found; `note`: why it cannot be used although it was loaded, with a remedy. */
export type OpenedLists =
  | { readonly lists: ListedAnchors; readonly note: null }
  | { readonly lists: null; readonly note: string | null };

/**
 * Never throws: lists that cannot be read are no trust, and a note. `folder`: see Generations. `isExpected`: lists were loaded.
 * By default the current generation.
 */
export function openListedAnchors(folder: string, isExpected: boolean, generation: string | null = null): OpenedLists {
  const generations = new Generations(folder);
  try {
    const lists = generation === null ? openCurrent(generations, isExpected) : openNamed(generations, generation);
    return { lists, note: null } as OpenedLists;
  } catch (thrown) {
    return { lists: null, note: noteOf(thrown, folder) };
  }
}

const openNamed = (generations: Generations, name: string) =>
  new ListedAnchors(name, new TrustIndex(generations.pathOf(name, 'index')));

function openCurrent(generations: Generations, isExpected: boolean): ListedAnchors | null {
  const name = generations.current();
  if (name === null) {
    if (isExpected || generations.hasRemains()) throw new Error(MISSING);
    return null;
  }
  try {
    return openNamed(generations, name);
  } catch (thrown) {
    // two updates since: the generation was removed
    if (isMissing(thrown) && generations.current() !== name) return openCurrent(generations, isExpected);
    throw thrown;
  }
}

const MISSING = 'they are missing or damaged';

function noteOf(thrown: unknown, folder: string): string {
  if (thrown instanceof DocconvError) return thrown.message;
  const reason = isMissing(thrown) ? MISSING : (thrown as Error).message;
  return `The trusted lists in ${folder} cannot be used: ${reason}. Run: docconv trust update`;
}

/** The anchors of an index. */
export class IndexedAnchors {
  #damage: string | null = null;

  constructor(
    private readonly source: TrustSource,
    private readonly index: TrustIndex,
  ) {}

  /** Why look-ups find nothing any more: a part of the index is damaged. */
  get damage(): string | null {
    return this.#damage;
  }

  find(subject: Certificate['subject']): Anchor[] {
    if (this.#damage !== null) return [];
    try {
      const { source } = this;
      return this.index
        .find(subject)
        .map(({ der, ...facts }) => ({ source, certificate: parseCertificate(der), ...facts }));
    } catch (thrown) {
      this.#damage = noteOf(thrown, 'the index');
      return [];
    }
  }

  close(): void {
    this.index.close();
  }
}

export class ListedAnchors extends IndexedAnchors {
  readonly state: GenerationState;

  /** Throws STORE_DAMAGED when the description of the index cannot be read. */
  constructor(
    readonly generation: string,
    index: TrustIndex,
  ) {
    super('eu', index);
    try {
      this.state = readGenerationState(index.description);
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  listOf(territory: string): ListFacts | null {
    const { listOfLists, lists } = this.state;
    const found = [...lists, listOfLists].find(list => list.territory === territory);
    if (!found) return null;
    const { sequence, issued, nextUpdate, signerUntil } = found;
    return { territory, sequence, issued, nextUpdate, signerUntil };
  }
}
