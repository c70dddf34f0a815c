/** An edit of one or two cells, for which the cells were prepared in the signed document. */
import type { ChangeClass } from '../../../../src/signatures/index.js';
import type { Draft } from '../../../helpers/form-pdf.js';
import { CONTENTS, TEXTS } from './contents.js';
import type { Random } from './random.js';
import { type Box, inset, type Mark, type Scene, written } from './scene.js';

/** 'doubtful': it may be permitted, but not without a warning. */
export type Verdict = 'permitted' | 'forbidden' | 'doubtful';

/** What the signed document has in a cell. */
export interface Place {
  /** The whole cell. */
  readonly cell: Box;
  /** Where the content is, and what the marks cover. */
  readonly box: Box;
  /** The marks and fields, from the lowest to the uppermost; an edit adds its own. */
  readonly marks: Mark[];
  readonly what: string;
}

export type Setup = (scene: Scene) => Place;

export interface SceneEdit {
  readonly what: string;
  readonly verdict: Verdict;
  /** The class of the change where it is permitted; 'none': it changes nothing that a signature protects. */
  readonly class: Exclude<ChangeClass, 'content'>;
  readonly setup: Setup;
  /** It is such a change only after certification. */
  readonly certified?: boolean;
  /** It would differ if viewers regenerated the looks of fields. */
  readonly keepsLooks?: boolean;
  /** It may also count as no change at all. */
  readonly isNeutral?: boolean;
  /** Made while signing or timestamping: a new signature dictionary is added with it. */
  readonly signing?: 'signature' | 'timestamp';
  /** Returns details, for messages. */
  edit(change: Changing): string | undefined;
  /** A second part, in a later revision: only with it the change is what `verdict` says. */
  later?(change: Changing): string | undefined;
}

export class Changing {
  constructor(
    readonly draft: Draft,
    readonly scene: Scene,
    readonly place: Place,
    readonly random: Random,
    /** The object number of the signature dictionary that is added; null: none. */
    readonly signature: number | null = null,
  ) {}

  readonly add = (body: Parameters<Draft['add']>[0]): number => this.draft.add(body);

  get box(): Box {
    return this.place.box;
  }

  /** The uppermost mark of the place. */
  get mark(): Mark {
    return this.place.marks.at(-1)!;
  }

  /** Adds an annotation to the page. The number of its object; 0: it is a direct object. */
  append(entries: Readonly<Record<string, string>>, mayBeDirect = true): number {
    const body = written({ entries }, this.add, this.random);
    const isDirect = mayBeDirect && !('T' in entries) && this.random.chance(0.1);
    const num = isDirect ? null : this.add(body);
    this.scene.list(this.draft, items => [...items, num === null ? body : `${num} 0 R`]);
    if (num !== null) this.place.marks.push({ num, entries });
    return num ?? 0;
  }

  /** Writes the mark with other entries; undefined removes an entry. */
  change({ num, entries }: Mark, changes: Readonly<Record<string, string | undefined>>): void {
    const all = Object.entries({ ...entries, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    this.draft.set(num, written({ entries: Object.fromEntries(all) }, this.add, this.random));
  }

  unlist({ num }: Mark): void {
    this.scene.list(this.draft, items => items.filter(item => item !== `${num} 0 R`));
  }
}

/** The part of a cell that has content; the rest stays blank. */
const contentBox = ({ left, bottom }: Box): Box => ({
  left: left + 8,
  bottom: bottom + 12,
  right: left + 108,
  top: bottom + 48,
});

/** Beside the content of a cell. */
export const besideContent = ({ right, bottom, top }: Box): Box => ({
  left: right - 30,
  right: right - 4,
  bottom: bottom + 6,
  top: top - 6,
});

export const blank: Setup = scene => {
  const cell = scene.cell();
  return { cell, box: contentBox(cell), marks: [], what: 'blank' };
};

const contentOf =
  (kinds: readonly string[]): Setup =>
  scene => {
    const place = blank(scene);
    const what = scene.random.pick(kinds);
    CONTENTS[what]!(scene, place.box);
    return { ...place, what };
  };
export const content = contentOf(Object.keys(CONTENTS));
/** Without gradients, whose shades the text of a field can have, too. */
export const contrast = contentOf(Object.keys(CONTENTS).filter(kind => kind !== 'a shading'));
/** With black ink on paper wherever `coverPart` is. */
export const text = contentOf(TEXTS);

/** The box of a mark that covers the whole content of a place. */
export const cover = ({ box }: Pick<Place, 'box'>): Box => inset(box, -3);

/** A box over a letter or two of `text`. */
export const coverPart = ({ box: { left, bottom } }: Pick<Place, 'box'>): Box => ({
  left: left + 1,
  bottom: bottom + 9,
  right: left + 15,
  top: bottom + 25,
});

/** A place with marks over what `below` prepares. */
export const marked =
  (below: Setup, marks: (scene: Scene, place: Place) => { mark: Mark; what: string }[]): Setup =>
  scene => {
    const place = below(scene);
    const added = marks(scene, place);
    return {
      ...place,
      marks: [...place.marks, ...added.map(({ mark }) => mark)],
      what: [place.what, ...added.map(({ what }) => what)].join(' under '),
    };
  };
