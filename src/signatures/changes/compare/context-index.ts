/** Maps every object number to the contexts in which the revisions so far refer to it. */
import {
  dictOf,
  isComposite,
  isName,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '../../../pdf/index.js';
import { noteIfAmbiguous } from './ambiguous.js';
import {
  ALWAYS_PERMITTED,
  type ContextType,
  childContext,
  contextKey,
  includes,
  isBackReference,
  isPagesNode,
  isStructural,
  type ObjectContext,
  TRAILER_CONTEXT,
} from './object-context.js';
import type { Snapshot } from './snapshot.js';

interface Step {
  readonly context: ObjectContext;
  readonly key: string | null;
  readonly value: PdfObject;
  /** The value is the first item of an array. */
  readonly isFirst?: boolean;
}

/** A context in which an object is referred to. */
export interface IndexedContext {
  readonly context: ObjectContext;
  /** The generation number of the references: an object with another one is null for them (7.3.10). */
  readonly gen: number;
  /** Number of the stream whose /Length it is; null: it is something else. */
  readonly lengthOf: number | null;
}

type Push = (step: Step) => void;

const NO_CONTEXTS: readonly IndexedContext[] = [];
const NO_TYPES: ReadonlySet<ContextType> = new Set();

export class ContextIndex {
  readonly #contexts = new Map<number, Map<string, IndexedContext>>();
  /** Numbers of the objects in contexts that may be shown. */
  readonly #shown = new Set<number>();
  /** By object number: what the object is in the structure of the document. */
  readonly #structural = new Map<number, ReadonlySet<ContextType>>();
  /** By name: the page of the field's first widget. */
  readonly #fieldPages = new Map<string, number>();
  /** Parents of pages, fields and annotations: what is inherited from them counts also where the tree has no such parent. */
  readonly #parents: { readonly parent: PdfRef; readonly type: ContextType; readonly field: string | null }[] = [];

  of(num: number): readonly IndexedContext[] {
    const contexts = this.#contexts.get(num);
    return contexts ? [...contexts.values()] : NO_CONTEXTS;
  }

  pageOf(context: ObjectContext): number | null {
    return context.page ?? (context.field === null ? null : (this.#fieldPages.get(context.field) ?? null));
  }

  /** Adds everything reachable from `value`. */
  add(snapshot: Snapshot, context: ObjectContext, value: PdfObject): void {
    this.#traverse(snapshot, { context, key: null, value });
    for (let found = this.#parents.pop(); found; found = this.#parents.pop()) {
      const { parent, type, field } = found;
      const isKnown = this.of(parent.num).some(use => use.context.type === type && isWithin(field, use.context.field));
      if (!isKnown) this.#traverse(snapshot, { context: { ...TRAILER_CONTEXT, type }, key: null, value: parent });
    }
  }

  /**
   * The members of object streams depend on the dictionary of their stream. `numbers`: of the objects that a revision has,
   * or has changed.
   */
  addContainers({ revision }: Snapshot, numbers: Iterable<number>): void {
    const containers = new Set<number>();
    for (const num of numbers) {
      const entry = revision.entry(num);
      if (entry?.kind === 'stream') containers.add(entry.container);
    }
    for (const num of containers) {
      for (const [key, value] of dictOf(revision.object(num)?.value)?.entries ?? []) {
        if (!(value instanceof PdfRef) || key === 'Extends') continue;
        this.#assign(value, { ...TRAILER_CONTEXT, type: 'content' }, { key }, key === 'Length' ? num : null);
      }
    }
  }

  /**
   * Pages, fields and annotations come first, so that a destination or a structure element that refers to a page does not
   * count as its owner.
   */
  #traverse(snapshot: Snapshot, first: Step): void {
    const structural: Step[] = [];
    const others: Step[] = [];
    const push: Push = step => {
      if (step.context.type === 'ignored') return;
      (isStructural(step.context) || COLLECTIONS.has(step.context.type) ? structural : others).push(step);
    };
    push(first);
    for (let step = structural.pop() ?? others.pop(); step; step = structural.pop() ?? others.pop()) {
      snapshot.revision.budget.step();
      this.#visit(snapshot, step, push);
    }
  }

  #visit(snapshot: Snapshot, step: Step, push: Push): void {
    const value = snapshot.revision.resolve(step.value);
    const context = itemContext(snapshot, step, value);
    if (step.value instanceof PdfRef) {
      if (!this.#assign(step.value, context, step)) return;
      if (this.#isFirstShown(step.value.num, context)) noteIfAmbiguous(snapshot.revision, step.value.num);
    }
    if (
      value instanceof PdfDict &&
      context.field !== null &&
      context.page !== null &&
      !this.#fieldPages.has(context.field)
    ) {
      this.#fieldPages.set(context.field, context.page);
    }
    if (value instanceof PdfArray) this.#visitItems(context, step.key, value, push);
    if (value instanceof PdfDict || value instanceof PdfStream) this.#visitEntries(context, value, push);
  }

  #isFirstShown(num: number, { type }: ObjectContext): boolean {
    if (ALWAYS_PERMITTED.has(type) || this.#shown.has(num)) return false;
    this.#shown.add(num);
    return true;
  }

  #visitEntries(context: ObjectContext, owner: PdfDict | PdfStream, push: Push): void {
    const { entries } = owner instanceof PdfStream ? owner.dict : owner;
    for (const [key, value] of entries) {
      if (!isTraversable(value)) continue;
      const child = isBackReference(context, key) ? null : childContext(context, key, owner);
      if (!child) this.#addParent(context, key, value);
      else if (owner instanceof PdfStream && key === 'Length' && value instanceof PdfRef)
        this.#assign(value, child, { key }, owner.owner.num);
      else push({ context: child, key, value });
    }
  }

  #addParent(context: ObjectContext, key: string, parent: PdfObject): void {
    const type = key === 'Parent' ? PARENTS[context.type] : undefined;
    if (type !== undefined && parent instanceof PdfRef) this.#parents.push({ parent, type, field: context.field });
  }

  /** Skips items that are already indexed: arrays that grow with each revision are traversed again and again. */
  #visitItems(context: ObjectContext, key: string | null, { items }: PdfArray, push: Push): void {
    const id = ITEM_CONTEXTS[context.type] ? null : contextKey(context);
    for (const [i, item] of items.entries()) {
      const isKnown = id !== null && item instanceof PdfRef && this.#contexts.get(item.num)?.has(indexKey(id, item));
      if (!isKnown && isTraversable(item)) push({ context, key, value: item, isFirst: i === 0 });
    }
  }

  /** False when the object already has this context, or the reference does not make it a part of the context. */
  #assign(
    reference: PdfRef,
    context: ObjectContext,
    { key, isFirst = false }: Pick<Step, 'key' | 'isFirst'>,
    lengthOf: number | null = null,
  ): boolean {
    const contexts = this.#contexts.get(reference.num) ?? new Map<string, IndexedContext>();
    const id = indexKey(contextKey(context), reference, lengthOf);
    if (contexts.has(id)) return false;
    const uses = this.#structural.get(reference.num) ?? NO_TYPES;
    if (!includes(context, { key, isFirst }, uses)) return false;
    if (isStructural(context)) this.#structural.set(reference.num, new Set([...uses, context.type]));
    contexts.set(id, { context, gen: reference.gen, lengthOf });
    this.#contexts.set(reference.num, contexts);
    return true;
  }
}

function indexKey(context: string, { gen }: PdfRef, lengthOf: number | null = null): string {
  if (gen === 0 && lengthOf === null) return context;
  return `${context} ${gen} ${lengthOf}`;
}

/** A field is below its parent, and a widget has the name of its field (12.7.4.2). */
const isWithin = (field: string | null, parent: string | null): boolean =>
  parent === null || field === parent || field?.startsWith(`${parent}.`) === true;

const PARENTS: Partial<Record<ContextType, ContextType>> = {
  page: 'pages',
  pages: 'pages',
  field: 'field',
  annotation: 'annotation',
};

const isTraversable = (value: PdfObject): boolean => value instanceof PdfRef || isComposite(value);

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
  'structure-kids': (_snapshot, { context }) => ({ ...context, type: 'structure' }),
};

/** By entry: the values of name trees and number trees, which are no part of the tree. */
const TREE_VALUES: Readonly<Record<string, ContextType>> = {
  'parent-tree.Nums': 'structure',
  'id-tree.Names': 'structure',
  'icons.Names': 'navigation',
};

/** Only a scalar is private data under a private key. */
const INNER_TYPES: Partial<Record<ContextType, ContextType>> = { 'private-entry': 'navigation' };

/** The context of a value that was reached in `step.context`: its own type for pages, fields, annotations and signatures. */
export function itemContext(
  snapshot: Snapshot,
  step: Pick<Step, 'context' | 'value'>,
  value: PdfObject,
): ObjectContext {
  const { context } = step;
  const itemContextOf = value instanceof PdfDict ? ITEM_CONTEXTS[context.type] : undefined;
  if (itemContextOf) return itemContextOf(snapshot, step, value as PdfDict);
  const isDictionary = value instanceof PdfDict || value instanceof PdfStream;
  const type =
    (isDictionary ? TREE_VALUES[context.entry] : undefined) ??
    (isDictionary || value instanceof PdfArray ? INNER_TYPES[context.type] : undefined);
  return type === undefined ? context : { ...context, type };
}

function annotationContext(
  snapshot: Snapshot,
  context: ObjectContext,
  dict: PdfDict,
  reference: PdfObject,
): ObjectContext {
  const field = snapshot.fieldOf(dict);
  if (field) return { ...context, type: 'field', entry: '', field: field.name };
  const subtype = snapshot.revision.resolve(dict.get('Subtype'));
  return {
    ...context,
    type: 'annotation',
    annotation: reference instanceof PdfRef ? reference.num : null,
    subtype: subtype instanceof PdfName ? subtype.name : null,
  };
}
