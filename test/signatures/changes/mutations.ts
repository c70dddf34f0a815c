/**
 * Random signed forms of 2 to 4 revisions: either permitted changes only, or one change among them that is not permitted.
 * Which of them it is follows from how the form was made: no edit changes what another one uses.
 */
import {
  type Draft,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  type SaveOptions,
  type Signing,
  sign,
  signatureDictionary,
} from '../../helpers/form-pdf.js';
import type { Body } from '../../helpers/pdf-writer.js';
import { ALLOWED, ANNOTATIONS, REMOVALS } from './allowed.js';
import { assessFirst } from './assess.js';
import type { AllowedEdit } from './edits/edit.js';
import { FORBIDDEN } from './forbidden.js';
import { FIELD_EDITS, SIGNING_EDITS } from './scene/field-edits.js';
import { MARK_EDITS } from './scene/mark-edits.js';
import { NOTE_EDITS } from './scene/note-edits.js';
import { Random } from './scene/random.js';
import { Scene } from './scene/scene.js';
import { Changing, type SceneEdit, type Verdict } from './scene/scene-edit.js';

export interface Mutation {
  readonly pdf: FormPdf;
  readonly verdict: Verdict;
  readonly description: readonly string[];
  /** The edits, by name. */
  readonly edits: readonly string[];
  /** Those of them that the verdict tests: the one that is not permitted, or all. */
  readonly tested: readonly string[];
}

interface Restrictions {
  readonly level: 1 | 2 | 3 | null;
  readonly allFieldsLocked: boolean;
}

interface Step {
  readonly what: string;
  readonly verdict: Verdict;
  readonly class: SceneEdit['class'] | 'content';
  /** Objects of the form that it changes. */
  readonly uses: ReadonlySet<number>;
  readonly keepsLooks?: boolean | undefined;
  readonly regeneratesLooks?: boolean;
  readonly signing?: SceneEdit['signing'];
  /** Prepares the signed document. The parts of the edit, for consecutive revisions; they return details. */
  prepare(scene: Scene): readonly Apply[];
}

type Apply = (draft: Draft, signature: number | null) => string | undefined;

const LEVEL_OF = { none: 1, archival: 1, 'form-filling': 2, annotations: 3, content: 4 } as const;
const SCENE_EDITS: readonly SceneEdit[] = [...MARK_EDITS, ...NOTE_EDITS, ...FIELD_EDITS, ...SIGNING_EDITS];

/** Dictionaries that many edits extend, each in its own way. */
const SHARED = new Set<number>([O.catalog, O.pages, O.page, O.secondPage, O.form]);

const tableStep = (name: string, edit: Pick<AllowedEdit, 'edit' | 'class'>, verdict: Verdict): Step => ({
  what: name,
  verdict,
  class: edit.class,
  uses: usedBy(edit),
  regeneratesLooks: name.startsWith('appearances-flag'),
  keepsLooks: name.startsWith('field-decoration'),
  prepare: () => [draft => void edit.edit(draft)],
});

function usedBy({ edit }: Pick<AllowedEdit, 'edit'>): ReadonlySet<number> {
  const form = formPdf();
  const numbers: number[] = [];
  form.save(edit, draft => {
    numbers.push(...Object.keys(draft.changed).map(Number));
    return {};
  });
  return new Set(numbers.filter(num => num < form.writer.size && !SHARED.has(num)));
}

const sceneStep = ({ setup, edit, later, signing, ...known }: SceneEdit): Step => ({
  ...known,
  ...(signing ? { signing } : {}),
  uses: new Set(),
  prepare: scene => {
    const place = setup(scene);
    const changing = (draft: Draft, signature: number | null) =>
      new Changing(draft, scene, place, scene.random, signature);
    const first: Apply = (draft, signature) => {
      const details = edit(changing(draft, signature));
      return `${known.what} (${[place.what, details].filter(Boolean).join('; ')})`;
    };
    const second: Apply = draft => {
      later?.(changing(draft, null));
      return `${known.what}, second part`;
    };
    return later ? [first, second] : [first];
  },
});

const TABLE = [...ALLOWED, ...ANNOTATIONS].map(edit => tableStep(`${edit.rule}: ${edit.what}`, edit, 'permitted'));
const NEUTRAL = new Set(SCENE_EDITS.filter(edit => edit.isNeutral).map(edit => edit.what));
const SCENE = SCENE_EDITS.filter(edit => edit.verdict === 'permitted').map(sceneStep);
const DOUBTFUL = SCENE_EDITS.filter(edit => edit.verdict === 'doubtful').map(sceneStep);
const FORBIDDEN_TABLE = FORBIDDEN.map(edit =>
  tableStep(`similar to ${edit.near}: ${edit.what}`, { ...edit, class: 'archival' }, 'forbidden'),
);
const forbiddenScene = (certified: boolean): Step[] =>
  SCENE_EDITS.filter(edit => edit.verdict === 'forbidden' && (certified || !edit.certified)).map(sceneStep);
const FORBIDDEN_SCENE = { certified: forbiddenScene(true), others: forbiddenScene(false) };
const REMOVED = REMOVALS.map(edit => tableStep(`${edit.rule}: ${edit.what}`, edit, 'permitted'));

const ALL_STEPS = [...TABLE, ...REMOVED, ...FORBIDDEN_TABLE, ...SCENE, ...DOUBTFUL, ...FORBIDDEN_SCENE.certified];

const isPermitted = (step: Step, { level, allFieldsLocked }: Restrictions): boolean =>
  LEVEL_OF[step.class] <= (level ?? 3) && !(allFieldsLocked && step.class === 'form-filling');

/** One that is not permitted, for one of the reasons that there are. */
function wrongStep(random: Random, restrictions: Restrictions): Step {
  const reason = random.next();
  const beyond = [...SCENE, ...REMOVED].filter(
    step => !isPermitted(step, restrictions) && step.class !== 'none' && !NEUTRAL.has(step.what),
  );
  if (reason < 0.1) {
    const step = random.pick(DOUBTFUL);
    return isPermitted(step, restrictions) ? step : { ...step, verdict: 'forbidden' };
  }
  if (reason < 0.25 && beyond.length > 0) return { ...random.pick(beyond), verdict: 'forbidden' };
  if (reason < 0.55) return random.pick(FORBIDDEN_TABLE);
  return random.pick(FORBIDDEN_SCENE[restrictions.level === null ? 'others' : 'certified']);
}

function rightSteps(random: Random, restrictions: Restrictions, wrong: Step | null, count: number): Step[] {
  const usable = (steps: readonly Step[]) =>
    steps.filter(step => isPermitted(step, restrictions) && (!wrong || areIndependent(step, wrong)));
  const [table, scene] = [usable(TABLE), usable(SCENE)];
  const chosen: Step[] = [];
  for (let i = 0; i < count; i++) {
    const steps = random.chance(0.5) ? table : scene;
    if (steps.length === 0) continue;
    const step = random.pick(steps);
    if (chosen.every(other => other !== step && !interferes(step, other) && !interferes(other, step)))
      chosen.push(step);
  }
  return chosen;
}

const interferes = (a: Step, b: Step): boolean => Boolean(a.regeneratesLooks && b.keepsLooks);
const areIndependent = (a: Step, b: Step): boolean =>
  !interferes(a, b) && !interferes(b, a) && ![...a.uses].some(num => b.uses.has(num));

/** The same number always gives the same form. An odd one has a change that is not permitted, or doubtful. */
export function mutation(seed: number): Mutation {
  const random = new Random(seed);
  const level = random.pick([null, 1, 2, 3] as const);
  const restrictions = { level, allFieldsLocked: random.chance(0.08) };
  const wrong = seed % 2 === 1 ? wrongStep(random, restrictions) : null;
  const revisions = 1 + random.below(3);
  const position = random.below(revisions);
  const right = rightSteps(random, restrictions, wrong, 1 + random.below(2 * revisions));
  const scene = new Scene(random);
  const steps = [...right, ...(wrong ? [wrong] : [])];
  const placed = steps.flatMap(step => {
    const start = step === wrong ? position : random.below(revisions);
    return step.prepare(scene).map((apply, part) => ({ step, apply, revision: start + part }));
  });
  const description = [`DocMDP ${level}${restrictions.allFieldsLocked ? ', all fields locked' : ''}`];
  let pdf = scene.form(saving(random)).save(firstSignature(scene, restrictions), changedIn(saving(random, true)));
  for (let i = 0; i <= revisions; i++) {
    const applied = placed.filter(({ revision }) => revision === i);
    pdf = applyAll(pdf, applied, description, random);
  }
  return {
    pdf,
    verdict: wrong?.verdict ?? 'permitted',
    description,
    edits: steps.map(step => step.what),
    tested: (wrong ? [wrong] : steps).map(step => step.what),
  };
}

function firstSignature(scene: Scene, { level, allFieldsLocked }: Restrictions): Signing {
  return sign({
    ...(scene.signed !== null && scene.random.chance(0.7) ? { existing: scene.signed } : { field: 'First' }),
    ...(level === null ? {} : { docMDP: level }),
    ...(allFieldsLocked ? { fieldMDP: '/Action/All' } : {}),
  });
}

interface Placed {
  readonly step: Step;
  readonly apply: Apply;
}

/** Each edit that signs gets a revision of its own; the other ones share one. */
function applyAll(pdf: FormPdf, placed: readonly Placed[], description: string[], random: Random): FormPdf {
  let result = pdf;
  const together = placed.filter(({ step }) => !step.signing);
  if (together.length > 0) {
    const names: string[] = [];
    result = result.save(
      draft => {
        for (const item of together) applyOne(draft, item, names);
      },
      changedIn(saving(random)),
    );
    description.push(names.join(' + '));
  }
  for (const { step, apply } of placed.filter(({ step }) => step.signing)) {
    const signing = sign();
    const prepare = (draft: Draft): void => {
      const signature = draft.add(signatureDictionary({ timestamp: step.signing === 'timestamp' }));
      description.push(nameOf(step, apply(draft, signature)));
    };
    result = result.save({ ...signing, prepare }, changedIn(saving(random, true)));
  }
  return result;
}

const nameOf = (step: Step, details: string | undefined): string =>
  `${step.verdict === 'permitted' ? '' : `${step.verdict.toUpperCase()} `}${details ?? step.what}`;

/** A permitted edit of the tables is skipped when it changes nothing after the others. */
function applyOne(draft: Draft, { step, apply }: Placed, names: string[]): void {
  try {
    names.push(nameOf(step, apply(draft, null)));
  } catch (thrown) {
    if (step.verdict !== 'permitted' || !TABLE.includes(step)) throw thrown;
  }
}

/** A table, a stream or both; with streams, some objects are in an object stream. */
function saving(random: Random, isSigning = false): (objects: Readonly<Record<number, Body>>) => SaveOptions {
  const xref = random.pick(isSigning ? (['table', 'stream'] as const) : (['table', 'stream', 'hybrid'] as const));
  const packs = xref !== 'table' && random.chance(0.4);
  return objects => ({
    xref,
    packed: Object.entries(objects).flatMap(([num, body]) =>
      packs && typeof body === 'string' && !body.includes('/ByteRange') && random.chance(0.7) ? [Number(num)] : [],
    ),
  });
}

const changedIn =
  (options: ReturnType<typeof saving>) =>
  ({ changed }: Draft): SaveOptions =>
    options(changed);

export interface Outcome {
  readonly assessed: number;
  readonly falseAccepts: readonly string[];
  readonly falseAlarms: readonly string[];
  /** Edits that no form has, by name. */
  readonly unused: readonly string[];
}

export interface Range {
  readonly count: number;
  readonly each: number;
  /** Called after each form. */
  readonly report?: (made: number, wrong: number) => void;
}

/** The first `count` forms; of them only those with an edit that fewer than `each` forms of their kind have tested before. */
export async function assessMutations({ count, each, report }: Range): Promise<Outcome> {
  const [falseAccepts, falseAlarms] = [[] as string[], [] as string[]];
  const unused = new Set(ALL_STEPS.map(step => step.what));
  const isNeeded = neededForms(each);
  let assessed = 0;
  for (let seed = 1; seed <= count; seed++) {
    report?.(seed - 1, falseAccepts.length + falseAlarms.length);
    const form = mutation(seed);
    for (const edit of form.edits) unused.delete(edit);
    if (!isNeeded(form)) continue;
    assessed++;
    const { pdf, verdict, description } = form;
    const assessment = await assessFirst(pdf);
    const isSilent = assessment.allowed && assessment.warnings.length === 0;
    const line = `seed ${seed}: ${description.join(' | ')}; assessed as ${assessment.after}: ${messagesOf(assessment)}`;
    if (verdict === 'permitted' && !assessment.allowed) falseAlarms.push(line);
    if (verdict === 'doubtful' ? isSilent : verdict === 'forbidden' && assessment.allowed) falseAccepts.push(line);
  }
  return { assessed, falseAccepts, falseAlarms, unused: [...unused] };
}

/** An edit is counted apart for each verdict: several of them are permitted in one form and forbidden in another one. */
function neededForms(each: number): (form: Mutation) => boolean {
  const counts = new Map<string, number>();
  return ({ verdict, tested }) => {
    const kinds = tested.map(edit => `${verdict}: ${edit}`);
    const isNeeded = kinds.some(kind => (counts.get(kind) ?? 0) < each);
    if (isNeeded) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return isNeeded;
  };
}

const messagesOf = ({ changes }: Awaited<ReturnType<typeof assessFirst>>): string =>
  changes.flatMap(({ allowed, message }) => (allowed ? [] : [message])).join('; ');
