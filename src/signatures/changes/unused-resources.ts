/**
 * Fonts and XObjects that a change adds under names that no content uses (ISO 32000-2, 7.8.3). Programs add those of new
 * fields to the resources of the form, which pages and appearances may share.
 */
import {
  contentOperations,
  contentsOf,
  dictOf,
  inheritedValue,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfStream,
} from '../../pdf/index.js';
import { cached } from '../../system/collections.js';
import type { RevisionPair } from './compare/equality.js';
import { isFontUnselected } from './field-looks/index.js';

const CATEGORIES = ['Font', 'XObject'] as const;
type Category = (typeof CATEGORIES)[number];

/** A stream that has one of them is a form or a pattern. */
const CONTENT_KEYS = ['BBox', 'Resources', 'PatternType', 'Group', 'FormType'];

type Sides = Pick<RevisionPair, 'before' | 'after'>;

/** Whether the entry `key`, which `owner` has not yet, adds such resources. `added` as resolved. */
export function addsUnusedResources(pair: Sides, owner: PdfDict, key: string, added: PdfObject): boolean {
  const uses = usesOf(pair.before.revision);
  if (added === null || !uses.isOfForm(owner)) return false;
  const category = CATEGORIES.find(name => name === key);
  if (category && added instanceof PdfDict && uses.isResources(owner))
    return [...added.entries].every(([name, value]) => isUnused(pair, category, name, value));
  const own = CATEGORIES.find(name => uses.isCategory(owner, name));
  return own !== undefined && isUnused(pair, own, key, added);
}

const isUnused = (pair: Sides, category: Category, name: string, written: PdfObject): boolean =>
  !usesOf(pair.before.revision).isNamed(category, name) &&
  (category !== 'Font' || isFontUnselected(pair, name, written));

/** How a revision uses dictionaries of resources. Reads the whole document. */
const usesOf = cached((revision: PdfRevision): ResourceUses => new ResourceUses(revision));

class ResourceUses {
  /** The dictionaries that refer to a dictionary by the key of a category. */
  readonly #owners = new Map<PdfDict, { readonly category: Category; readonly owner: PdfDict }[]>();
  readonly #resources = new Set<PdfDict>();
  /** Those of the form and its fields, which pages and appearances may share. */
  readonly #ofForms = new Set<PdfDict>();
  readonly #read = new Set<PdfStream>();
  /** By category: what content selects that its own resources do not have. */
  readonly #missing = new Map<Category, Set<string>>(CATEGORIES.map(category => [category, new Set()]));
  /** Referred to in another way. */
  readonly #others = new Set<PdfDict>();
  #isUnknown = false;

  constructor(private readonly revision: PdfRevision) {
    const open: (PdfDict | PdfStream | PdfArray)[] = [];
    const seen = new Set<PdfObject>();
    const visit = (owner: PdfDict | null, key: string, written: PdfObject): void => {
      revision.budget.step();
      const value = this.#resolve(written);
      if (value instanceof PdfDict) this.#addReference(owner, key, value);
      if (!(value instanceof PdfArray || dictOf(value)) || seen.has(value)) return;
      seen.add(value);
      open.push(value as PdfDict | PdfStream | PdfArray);
    };
    visit(null, '', revision.trailer);
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (value instanceof PdfArray) for (const item of value.items) visit(null, '', item);
      else {
        const dict = dictOf(value)!;
        for (const [key, item] of dict.entries) visit(dict, key, item);
        this.#addAppearances(dict.get('AP') ?? null);
        this.#addContents(value);
      }
    }
  }

  /** A form that has it shares it. */
  isOfForm(dict: PdfDict): boolean {
    return this.#ofForms.has(dict) || (this.#owners.get(dict) ?? []).some(({ owner }) => this.#ofForms.has(owner));
  }

  /** It has no other use, which an added entry could alter. */
  isResources(dict: PdfDict): boolean {
    return this.#resources.has(dict) && !this.#others.has(dict) && !this.#owners.has(dict);
  }

  /** The same for a dictionary of fonts or XObjects by name. */
  isCategory(dict: PdfDict, category: Category): boolean {
    const owners = this.#owners.get(dict) ?? [];
    const isOnly = !this.#others.has(dict) && !this.#resources.has(dict);
    return isOnly && owners.length > 0 && owners.every(use => use.category === category && this.isResources(use.owner));
  }

  /** Where that is not known, every name counts as used. */
  isNamed(category: Category, name: string): boolean {
    return this.#isUnknown || this.#missing.get(category)!.has(name);
  }

  #addReference(owner: PdfDict | null, key: string, dict: PdfDict): void {
    const category = CATEGORIES.find(name => name === key);
    if (key === 'DR') this.#ofForms.add(dict);
    if (key === 'Resources' || key === 'DR') this.#resources.add(dict);
    else if (!category || !owner) this.#others.add(dict);
    else {
      const owners = this.#owners.get(dict);
      if (owners) owners.push({ category, owner });
      else this.#owners.set(dict, [{ category, owner }]);
    }
  }

  /** Viewers draw every stream that they find there, whatever it states to be. */
  #addAppearances(written: PdfObject, depth = 0): void {
    const value = this.#resolve(written);
    if (value instanceof PdfStream) this.#addStream(value);
    else if (value instanceof PdfDict && depth < 2)
      for (const item of value.entries.values()) this.#addAppearances(item, depth + 1);
  }

  /** A form, a pattern, the glyphs of a font, or the content of a page or of a template. */
  #addContents(value: PdfDict | PdfStream): void {
    const { revision } = this;
    if (value instanceof PdfStream) {
      const { dict } = value;
      const subtype = revision.getName(dict, 'Subtype');
      const isContent = subtype === 'Form' || CONTENT_KEYS.some(key => dict.has(key));
      if (isContent && subtype !== 'Image') this.#addStream(value);
      return;
    }
    for (const glyph of revision.values(revision.getDict(value, 'CharProcs')))
      if (glyph instanceof PdfStream) this.#addNames([glyph], revision.get(value, 'Resources'));
    const contents = contentsOf(revision, value);
    if (contents.length > 0) this.#addNames(contents, inheritedValue(revision, value, 'Resources'));
  }

  #addStream(stream: PdfStream): void {
    if (this.#read.has(stream)) return;
    this.#read.add(stream);
    this.#addNames([stream], this.revision.get(stream.dict, 'Resources'));
  }

  #addNames(streams: readonly PdfStream[], resources: PdfObject): void {
    const missing = CATEGORIES.map(category => ({
      known: dictOf(resources) && this.revision.getDict(dictOf(resources), category),
      names: this.#missing.get(category)!,
    }));
    for (const { operator, operands } of contentOperations(this.#bytesOf(streams))) {
      if (operator === null) this.#isUnknown = true;
      for (const operand of operands)
        if (operand instanceof PdfName)
          for (const { known, names } of missing)
            if (!dictOf(this.#resolve(known?.get(operand.name) ?? null))) names.add(operand.name);
    }
  }

  /** Also for readers that ignore generations. */
  #resolve(written: PdfObject): PdfObject {
    return written instanceof PdfRef ? (this.revision.object(written.num)?.value ?? null) : written;
  }

  #bytesOf(streams: readonly PdfStream[]): Uint8Array {
    const parts = streams.flatMap(stream => {
      const { bytes, pending, damaged } = this.revision.decode(stream);
      if (pending !== null || damaged || stream.dict.has('F')) this.#isUnknown = true;
      this.revision.budget.spendParsed(bytes.length);
      return [bytes, Buffer.from('\n')];
    });
    return Buffer.concat(parts);
  }
}
