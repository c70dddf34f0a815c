/** Maps every object number to the contexts in which the revisions so far refer to it. */
import { isName, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../pdf/index.js';
import {
  type ContextType,
  childContext,
  contextKey,
  includes,
  isBackReference,
  isPagesNode,
  isStructural,
  type ObjectContext,
} from './object-context.js';
import type { Snapshot } from './snapshot.js';

interface Step {
  readonly context: ObjectContext;
  readonly key: string | null;
  readonly value: PdfObject;
}

const NO_CONTEXTS: readonly ObjectContext[] = [];

export class ContextIndex {
  readonly #contexts = new Map<number, Map<string, ObjectContext>>();
  /** By name: the page of the field's first widget. */
  readonly #fieldPages = new Map<string, number>();

  of(num: number): readonly ObjectContext[] {
    const contexts = this.#contexts.get(num);
    return contexts ? [...contexts.values()] : NO_CONTEXTS;
  }

  pageOf(context: ObjectContext): number | null {
    return context.page ?? (context.field === null ? null : (this.#fieldPages.get(context.field) ?? null));
  }

  /**
   * Traverses everything reachable from `value`. Pages, fields and annotations come first, so that a destination or a
   * structure element that refers to a page does not count as its owner.
   */
  add(snapshot: Snapshot, context: ObjectContext, value: PdfObject, key: string | null = null): void {
    const structural: Step[] = [];
    const others: Step[] = [];
    const push = (step: Step): void => {
      if (step.context.type === 'ignored') return;
      (isStructural(step.context) || COLLECTIONS.has(step.context.type) ? structural : others).push(step);
    };
    push({ context, key, value });
    for (let step = structural.pop() ?? others.pop(); step; step = structural.pop() ?? others.pop()) {
      this.#visit(snapshot, step, push);
    }
  }

  #visit(snapshot: Snapshot, step: Step, push: (step: Step) => void): void {
    const value = snapshot.revision.resolve(step.value);
    const context = itemContext(snapshot, step, value);
    if (step.value instanceof PdfRef && !this.#assign(step.value.num, context, step.key)) return;
    if (
      value instanceof PdfDict &&
      context.field !== null &&
      context.page !== null &&
      !this.#fieldPages.has(context.field)
    ) {
      this.#fieldPages.set(context.field, context.page);
    }
    if (value instanceof PdfArray) this.#visitItems(context, step.key, value, push);
    if (!(value instanceof PdfDict || value instanceof PdfStream)) return;
    const dict = value instanceof PdfStream ? value.dict : value;
    for (const [key, entry] of dict.entries) {
      if (isTraversable(entry) && !isBackReference(context, key))
        push({ context: childContext(context, key, value), key, value: entry });
    }
  }

  /** Skips items that are already indexed: arrays that grow with each revision are traversed again and again. */
  #visitItems(context: ObjectContext, key: string | null, { items }: PdfArray, push: (step: Step) => void): void {
    const id = ITEM_CONTEXTS[context.type] ? null : contextKey(context);
    const known = (item: PdfObject) => id !== null && item instanceof PdfRef && this.#contexts.get(item.num)?.has(id);
    for (const item of items) if (isTraversable(item) && !known(item)) push({ context, key, value: item });
  }

  /** False when the object already has this context, or the reference does not make it a part of the context. */
  #assign(num: number, context: ObjectContext, key: string | null): boolean {
    const contexts = this.#contexts.get(num) ?? new Map<string, ObjectContext>();
    const id = contextKey(context);
    if (contexts.has(id) || !includes(context, key, contexts.values())) return false;
    contexts.set(id, context);
    this.#contexts.set(num, contexts);
    return true;
  }
}

const isTraversable = (value: PdfObject): boolean =>
  value instanceof PdfRef || value instanceof PdfDict || value instanceof PdfArray || value instanceof PdfStream;

const COLLECTIONS = new Set<string>(['trailer', 'kids', 'fields', 'annotations']);

type ItemContext = (snapshot: Snapshot, step: Pick<Step, 'context' | 'value'>, value: PdfDict) => ObjectContext;

/** Items of /Kids, /Fields and /Annots are pages, fields and annotations; the value of a signature field is a signature. */
const ITEM_CONTEXTS: Partial<Record<ContextType, ItemContext>> = {
  kids: (snapshot, { context, value: reference }, dict) =>
    isPagesNode(dict)
      ? { ...context, type: 'pages' }
      : { ...context, type: 'page', page: snapshot.pageNumber(reference) },
  fields: (snapshot, { context }, dict) => ({
    ...context,
    type: 'field',
    entry: '',
    field: snapshot.fieldName(dict, context.field),
  }),
  annotations: (snapshot, { context, value: reference }, dict) => annotationContext(snapshot, context, dict, reference),
  value: (_snapshot, { context }, dict) =>
    dict.has('ByteRange') || isName(dict.get('Type'), 'Sig') ? { ...context, type: 'signature' } : context,
};

/** The context of a value that was reached in `step.context`: its own type for pages, fields, annotations and signatures. */
export function itemContext(
  snapshot: Snapshot,
  step: Pick<Step, 'context' | 'value'>,
  value: PdfObject,
): ObjectContext {
  const itemContextOf = value instanceof PdfDict ? ITEM_CONTEXTS[step.context.type] : undefined;
  return itemContextOf ? itemContextOf(snapshot, step, value as PdfDict) : step.context;
}

function annotationContext(
  snapshot: Snapshot,
  context: ObjectContext,
  dict: PdfDict,
  reference: PdfObject,
): ObjectContext {
  const field = snapshot.fieldOf(dict);
  if (field) return { ...context, type: 'field', entry: '', field: field.name };
  return { ...context, type: 'annotation', annotation: reference instanceof PdfRef ? reference.num : null };
}
