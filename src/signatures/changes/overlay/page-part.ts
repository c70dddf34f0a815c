/** A part of a page, as it was and as it is, prepared for the renderer: with the looks that viewers can show. */
import { area, type Box, intersection, type PdfDict, union } from '../../../pdf/index.js';
import type { CoverageMark, CoveragePage } from '../../../render/index.js';
import type { Snapshot } from '../compare/snapshot.js';
import { type Candidate, isOverLines } from './candidates.js';
import type { ChangedMarks } from './changed-marks.js';
import { isVisible, type Mark, type MarkLook, type Medium, normalLook } from './marks.js';
import type { DrawnMark, PageVariants } from './page-variants.js';
import { partWork } from './rendering-work.js';
import { standIns } from './stand-ins.js';

/** A page with the changed marks to rate. */
export interface RenderedPage {
  readonly pages: { readonly before: PdfDict; readonly after: PdfDict };
  readonly marks: ChangedMarks;
  readonly candidates: readonly Candidate[];
}

/** A revision, and the document with its pages for the renderer. */
export interface Side {
  readonly snapshot: Snapshot;
  readonly variants: PageVariants;
}

export interface Documents {
  readonly before: Side;
  readonly after: Side;
}

/** Pixels per point: a digit of 8 points is then 16 pixels high. */
export const SCALE = 2;

/** The looks in which marks are drawn; those without one as they are. */
type Looks = ReadonlyMap<Mark, MarkLook>;
const NO_LOOKS: Looks = new Map();

export class PagePart {
  readonly #all: ChangedMarks['all'];
  /** One drawing for each; empty where no changed mark is shown. */
  readonly #looks: { readonly before: readonly Looks[]; readonly after: readonly Looks[] };

  /** `region`: the part of the page to show, in its space. */
  constructor(
    private readonly documents: Documents,
    private readonly page: RenderedPage,
    private readonly region: Box,
    private readonly medium: Medium,
  ) {
    const { marks, candidates } = page;
    this.#all = { before: this.#shown(marks.all.before), after: this.#shown(marks.all.after) };
    this.#looks = {
      before: this.#shown(marks.before).length > 0 ? earlierLooks(candidates) : [],
      after: this.#shown(marks.after).length > 0 ? laterLooks(documents.after.snapshot, candidates) : [],
    };
  }

  work(): number {
    const { candidates, pages } = this.page;
    const side = (name: 'before' | 'after') => ({
      snapshot: this.documents[name].snapshot,
      marks: this.#all[name],
      drawings: 1 + this.#looks[name].length,
    });
    return partWork({
      page: pages.after,
      region: this.region,
      pixels: area(this.region) * SCALE ** 2,
      before: side('before'),
      after: side('after'),
      looks: new Map(candidates.map(candidate => [candidate.mark, candidate.looks])),
      overLines: candidates.filter(isOverLines).map(({ mark }) => mark),
    });
  }

  prepare(): CoveragePage {
    const { pages, marks, candidates } = this.page;
    const standing = this.#shown(marks.unchanged.map(pair => pair.after));
    const below = standIns(this.documents.after.snapshot, pages.after, standing, this.region);
    const unchanged = new Set(marks.unchanged.flatMap(pair => [pair.before, pair.after]));
    const add = (name: 'before' | 'after', shown: readonly Mark[], chosen: Looks): number => {
      const { snapshot, variants } = this.documents[name];
      const looks = shown.map(mark => drawn(snapshot, mark, chosen.get(mark)));
      return variants.add(pages[name], this.region, looks, below);
    };
    const content = (name: 'before' | 'after'): number =>
      add(
        name,
        this.#all[name].filter(mark => unchanged.has(mark)),
        NO_LOOKS,
      );
    const changed = (name: 'before' | 'after'): number[] =>
      this.#looks[name].map(chosen => add(name, this.#all[name], chosen));
    return {
      content: { before: content('before'), after: content('after') },
      before: changed('before'),
      after: changed('after'),
      marks: candidates.map(candidate => ({
        side: candidate.side,
        area: areaIn(this.region, boxOfLooks(candidate)),
        ...(isOverLines(candidate) ? { isOverLines: true } : {}),
      })),
    };
  }

  #shown(marks: readonly Mark[]): Mark[] {
    return marks.filter(mark => isVisible(mark, this.medium));
  }
}

/** Types without an appearance stream that viewers draw alike, if they draw them: of others, the place is not known. */
const DRAWN_ALIKE = new Set('Line Square Circle Polygon PolyLine Ink Highlight Underline StrikeOut Link'.split(' '));

/** As the renderer shows them; where another viewer may draw what the renderer does not, also as that. */
function earlierLooks(candidates: readonly Candidate[]): Looks[] {
  const drawn = candidates.flatMap(({ side, mark, looks }) => {
    const look = area(mark.rect) === 0 ? looks[0] : looks.find(({ source }) => typeof source === 'string');
    const isKnown = typeof look?.source !== 'string' || DRAWN_ALIKE.has(mark.subtype);
    return side === 'before' && look && isKnown ? [[mark, look] as const] : [];
  });
  return drawn.length > 0 ? [NO_LOOKS, new Map(drawn)] : [NO_LOOKS];
}

/**
 * As many sets as the mark with the most looks has, so that each look occurs. One more where a mark shows nothing at present,
 * or has no appearance stream: viewers draw it in different ways, and some draw nothing.
 */
function laterLooks(snapshot: Snapshot, candidates: readonly Candidate[]): Looks[] {
  const later = candidates.filter(({ side }) => side === 'after');
  const count = Math.max(1, ...later.map(({ looks }) => looks.length));
  const sets = Array.from(
    { length: count },
    (_, i) => new Map(later.map(({ mark, looks }) => [mark, looks[i] ?? looks[0]!])),
  );
  return later.some(({ mark }) => isUncertain(normalLook(snapshot, mark))) ? [...sets, NO_LOOKS] : sets;
}

const isUncertain = (look: MarkLook | null): boolean =>
  look === null || look.look.effect === 'nothing' || typeof look.source === 'string';

/** A mark without an appearance stream, or without an area, that did not change is left to the renderer. */
function drawn(snapshot: Snapshot, mark: Mark, look: MarkLook | undefined): DrawnMark {
  const shown = look ?? normalLook(snapshot, mark);
  const isFitted = typeof shown?.source !== 'string' && area(mark.rect) > 0;
  return { mark, look: look || isFitted ? shown : null };
}

export const boxOfLooks = ({ looks }: Candidate): Box => looks.map(look => look.box).reduce(union);

function areaIn(region: Box, box: Box): CoverageMark['area'] {
  const { left, right, bottom, top } = intersection(region, box);
  const [width, height] = [region.right - region.left, region.top - region.bottom];
  return {
    left: (left - region.left) / width,
    top: (region.top - top) / height,
    width: Math.max(0, right - left) / width,
    height: Math.max(0, top - bottom) / height,
  };
}
