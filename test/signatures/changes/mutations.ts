/** Signed forms of 2 to 4 revisions from a seed: only allowed changes, or one forbidden change hidden among them. */
import { type Draft, type Edit, type FormPdf, formPdf, type SaveOptions, sign } from '../../helpers/form-pdf.js';
import { ALLOWED, ANNOTATIONS } from './allowed.js';
import type { AllowedEdit, ForbiddenEdit } from './drafting.js';
import { FORBIDDEN } from './forbidden.js';
import { judgeFirst } from './judging.js';

export interface Mutation {
  readonly pdf: FormPdf;
  /** What was hidden; null = nothing. */
  readonly forbidden: string | null;
  readonly story: readonly string[];
}

/** mulberry32: the same numbers for the same seed everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LEVELS = [null, 1, 2, 3] as const;

export function mutation(seed: number): Mutation {
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const level = pick(LEVELS);
  const edits = allowedAt(level);
  const hidden = seed % 2 === 1 ? pick(FORBIDDEN) : null;
  const revisions = 1 + Math.floor(random() * 3);
  const place = Math.floor(random() * revisions);
  const story: string[] = [`DocMDP ${level}`];
  let pdf = formPdf(saving(pick), {}).save(
    sign({ field: 'First', ...(level === null ? {} : { docMDP: level }) }),
    saving(pick, true),
  );
  for (let i = 0; i < revisions; i++) {
    const chosen = [pick(edits), pick(edits), pick(edits)].slice(0, 1 + Math.floor(random() * 3));
    const all = compatible([...new Set(chosen)], i === place ? hidden : null).map(edit => ({
      name: edit.what,
      edit: edit.edit,
    }));
    // last, so that no other edit of this revision undoes it; in the file it is one object among them
    if (hidden && i === place) all.push({ name: `FORBIDDEN ${hidden.what}`, edit: hidden.edit });
    story.push(all.map(({ name }) => name).join(' + '));
    pdf = pdf.save(draft => applyAll(draft, all), saving(pick));
  }
  return { pdf, forbidden: hidden?.what ?? null, story };
}

/** A look of its own comes with every new value: only beside a value that stays is it a lie. */
const compatible = (edits: readonly AllowedEdit[], hidden: ForbiddenEdit | null): readonly AllowedEdit[] =>
  hidden?.near === 'field-appearance' ? edits.filter(edit => edit.rule !== 'field-filled') : edits;

function allowedAt(level: (typeof LEVELS)[number]): readonly AllowedEdit[] {
  if (level === 1) return ALLOWED.filter(edit => edit.class === 'archival');
  return level === 2 ? ALLOWED : [...ALLOWED, ...ANNOTATIONS];
}

/** An allowed edit that finds nothing to do after the others is left out; the forbidden one always happens. */
function applyAll(draft: Draft, edits: readonly { name: string; edit: Edit }[]): void {
  for (const { name, edit } of edits) {
    try {
      edit(draft);
    } catch (thrown) {
      if (name.startsWith('FORBIDDEN')) throw thrown;
    }
  }
}

const saving = (pick: <T>(items: readonly T[]) => T, signing = false): SaveOptions => ({
  xref: pick(signing ? (['table', 'stream'] as const) : (['table', 'stream', 'hybrid'] as const)),
});

/** Descriptions of the mutations whose verdict is not the expected one; both seeds are included. */
export async function wrongVerdicts(seeds: { from: number; to: number }): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = seeds.from; seed <= seeds.to; seed++) {
    const { pdf, forbidden, story } = mutation(seed);
    const verdict = await judgeFirst(pdf);
    if (verdict.allowed === (forbidden !== null))
      wrong.push(`seed ${seed}: ${story.join(' | ')}; judged ${verdict.after}`);
  }
  return wrong;
}
