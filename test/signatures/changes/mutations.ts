/** Random signed forms of 2 to 4 revisions: either permitted changes only, or one forbidden change among them. */
import { type Draft, type Edit, type FormPdf, formPdf, type SaveOptions, sign } from '../../helpers/form-pdf.js';
import { ALLOWED, ANNOTATIONS } from './allowed.js';
import { assessFirst } from './assess.js';
import type { AllowedEdit, ForbiddenEdit } from './edits/edit.js';
import { FORBIDDEN } from './forbidden.js';

export interface Mutation {
  readonly pdf: FormPdf;
  /** The forbidden change; null: none. */
  readonly forbidden: string | null;
  readonly description: readonly string[];
}

/** Mulberry32: a small, seeded, reproducible generator. */
function randomGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LEVELS = [null, 1, 2, 3] as const;

function mutation(seed: number): Mutation {
  const random = randomGenerator(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const level = pick(LEVELS);
  const edits = allowedAt(level);
  const hidden = seed % 2 === 1 ? pick(FORBIDDEN) : null;
  const revisions = 1 + Math.floor(random() * 3);
  const position = Math.floor(random() * revisions);
  const description: string[] = [`DocMDP ${level}`];
  let pdf = formPdf(saving(pick), {}).save(
    sign({ field: 'First', ...(level === null ? {} : { docMDP: level }) }),
    saving(pick, true),
  );
  for (let i = 0; i < revisions; i++) {
    const chosen = [pick(edits), pick(edits), pick(edits)].slice(0, 1 + Math.floor(random() * 3));
    const all = compatible([...new Set(chosen)], i === position ? hidden : null).map(edit => ({
      name: edit.what,
      edit: edit.edit,
    }));
    // last, so that no other edit of this revision reverts it
    if (hidden && i === position) all.push({ name: `FORBIDDEN ${hidden.what}`, edit: hidden.edit });
    description.push(all.map(({ name }) => name).join(' + '));
    pdf = pdf.save(draft => applyAll(draft, all), saving(pick));
  }
  return { pdf, forbidden: hidden?.what ?? null, description };
}

/** A new value has a new appearance, so a forged appearance counts only if the value does not change. */
const compatible = (edits: readonly AllowedEdit[], hidden: ForbiddenEdit | null): readonly AllowedEdit[] =>
  hidden?.near === 'field-appearance' ? edits.filter(edit => edit.rule !== 'field-filled') : edits;

function allowedAt(level: (typeof LEVELS)[number]): readonly AllowedEdit[] {
  if (level === 1) return ALLOWED.filter(edit => edit.class === 'archival');
  return level === 2 ? ALLOWED : [...ALLOWED, ...ANNOTATIONS];
}

/** Skips a permitted edit that changes nothing after the others; the forbidden one is always applied. */
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

/** Describes the mutations that are assessed wrongly. `from` and `to` are inclusive. */
export async function wrongAssessments(seeds: { from: number; to: number }): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = seeds.from; seed <= seeds.to; seed++) {
    const { pdf, forbidden, description } = mutation(seed);
    const assessment = await assessFirst(pdf);
    if (assessment.allowed === (forbidden !== null))
      wrong.push(`seed ${seed}: ${description.join(' | ')}; assessed as ${assessment.after}`);
  }
  return wrong;
}
