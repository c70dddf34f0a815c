/**
 * Resources (ISO 32000-2, 7.8.3) that pages share with pages that are left out: what only those use is left out. Used is
 * every name that occurs in the content of a page or in what it leads to: forms, patterns, fonts of drawings, soft masks and
 * appearances. Readers differ in where they look for what the resources of a form lack, so that all names count for the page.
 */
import {
  annotationsOf,
  contentsOf,
  dictWith,
  inheritedValue,
  isName,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  pageList,
} from '../../pdf/index.js';
import { cached } from '../../system/collections.js';

/** Colour spaces have no content, and stay. */
const PRUNED = ['XObject', 'Font', 'ExtGState', 'Shading', 'Pattern', 'Properties'] as const;
/** Categories whose values may have content. */
const FOLLOWED = ['XObject', 'Font', 'ExtGState', 'Pattern'] as const;
/** More content is not read: less than half of what may be decoded of one document. */
const MAX_READ = 200 << 20;

type Owner = PdfDict | PdfStream;
/** Null: any name may be used. */
type Names = ReadonlySet<string> | null;

/** Of one document, read once for all of its parts. */
export class SharedResources {
  /** Pages whose resources, or a category of them, are a dictionary. */
  readonly #pages = new Map<PdfDict, Set<number>>();
  #read = 0;

  constructor(readonly revision: PdfRevision) {
    for (const [page, { dict }] of (pageList(revision)?.pages ?? []).entries()) {
      const resources = inheritedValue(revision, dict, 'Resources');
      if (!(resources instanceof PdfDict)) continue;
      for (const each of [resources, ...PRUNED.map(category => revision.getDict(resources, category))]) {
        if (!each) continue;
        const known = this.#pages.get(each);
        if (known) known.add(page);
        else this.#pages.set(each, new Set([page]));
      }
    }
  }

  /** Whether pages other than `pages` use a part of the resources. */
  areShared(resources: PdfDict, pages: ReadonlySet<number>): boolean {
    return [resources, ...PRUNED.map(key => this.revision.getDict(resources, key))].some(
      each => each && this.#isShared(each, pages),
    );
  }

  #isShared(dict: PdfDict, pages: ReadonlySet<number>): boolean {
    for (const page of this.#pages.get(dict) ?? []) if (!pages.has(page)) return true;
    return false;
  }

  /** The resources without what pages other than `pages` use, and these do not. */
  prune(resources: PdfDict, names: ReadonlySet<string>, pages: ReadonlySet<number>): PdfDict {
    const categories = PRUNED.flatMap(category => {
      const all = this.revision.getDict(resources, category);
      return all && this.#isShared(all, pages) ? [[category, onlyNamed(all, names)] as const] : [];
    });
    return dictWith(resources, Object.fromEntries(categories));
  }

  readonly namesIn = cached((stream: PdfStream) => this.#readNames(stream));

  #readNames(stream: PdfStream): Names {
    if (this.#read > MAX_READ) return null;
    const { bytes, damaged, pending } = this.revision.decode(stream);
    this.#read += bytes.length;
    return damaged || pending !== null ? null : namesIn(bytes);
  }
}

export const sharedResources = cached((revision: PdfRevision) => new SharedResources(revision));

/** The names that one page uses, or those of several pages. */
export class UsedNames {
  /** Null: any name may be used. */
  names: Set<string> | null = new Set();
  /** What has content, and the resources of what used it. */
  readonly #seen = new Map<Owner, Set<PdfDict | null>>();
  readonly #open: { readonly owner: Owner; readonly above: PdfDict | null }[] = [];
  #page: PdfDict | null = null;

  constructor(private readonly shared: SharedResources) {}

  addPage(page: PdfDict): void {
    const { revision } = this.shared;
    const resources = inheritedValue(revision, page, 'Resources');
    this.#page = resources instanceof PdfDict ? resources : null;
    for (const each of [...contentsOf(revision, page), ...appearancesOf(revision, page)]) this.#reach(each, null);
    this.#readAll();
    this.#page = null;
  }

  /** Content that no page leads to, as an icon of a button. */
  addOther(owner: Owner): void {
    if (!this.#seen.has(owner)) this.#reach(owner, null);
    this.#readAll();
  }

  addAll(other: UsedNames): void {
    if (!other.names) this.names = null;
    for (const name of other.names ?? []) this.names?.add(name);
    for (const [owner, above] of other.#seen) this.#seen.set(owner, above);
  }

  #reach(owner: Owner, above: PdfDict | null): void {
    const seen = this.#seen.get(owner);
    if (seen?.has(above)) return;
    if (seen) seen.add(above);
    else this.#seen.set(owner, new Set([above]));
    this.#open.push({ owner, above });
  }

  #readAll(): void {
    for (let next = this.#open.pop(); next && this.names; next = this.#open.pop()) this.#read(next.owner, next.above);
  }

  #read(owner: Owner, above: PdfDict | null): void {
    const { revision } = this.shared;
    const own = revision.getDict(owner, 'Resources');
    const scopes = [...new Set([own, above, this.#page])].filter(scope => scope !== null);
    const tables = scopes.flatMap(scope => FOLLOWED.map(category => revision.getDict(scope, category)));
    for (const stream of contentOf(revision, owner)) {
      const names = this.shared.namesIn(stream);
      if (!names) this.names = null;
      for (const name of names ?? []) {
        this.names?.add(name);
        for (const table of tables)
          for (const used of ownersIn(revision, revision.get(table, name))) this.#reach(used, own ?? above);
      }
    }
  }
}

/** The stream itself, or the drawings of a font. */
function contentOf(revision: PdfRevision, owner: Owner): PdfStream[] {
  if (owner instanceof PdfStream) return [owner];
  return revision.values(revision.getDict(owner, 'CharProcs')).filter(drawing => drawing instanceof PdfStream);
}

/** What has content in the value of a resource. */
function ownersIn(revision: PdfRevision, value: PdfObject): Owner[] {
  if (value instanceof PdfStream) return isName(revision.get(value, 'Subtype'), 'Image') ? [] : [value];
  if (!(value instanceof PdfDict)) return [];
  if (value.has('CharProcs')) return [value];
  const mask = revision.get(revision.getDict(value, 'SMask'), 'G');
  const font = revision.resolve(revision.getArray(value, 'Font')?.items[0]);
  return [mask, font].filter(each => each instanceof PdfStream || each instanceof PdfDict);
}

function appearancesOf(revision: PdfRevision, page: PdfDict): PdfStream[] {
  const valuesOf = (value: PdfObject): PdfObject[] => (value instanceof PdfDict ? revision.values(value) : [value]);
  return annotationsOf(revision, page)
    .flatMap(annotation => valuesOf(revision.get(annotation, 'AP')))
    .flatMap(valuesOf)
    .filter(value => value instanceof PdfStream);
}

function onlyNamed({ entries }: PdfDict, names: ReadonlySet<string>): PdfDict {
  const found = names.size < entries.size ? [...names].filter(name => entries.has(name)) : [...entries.keys()];
  return new PdfDict(new Map(found.filter(name => names.has(name)).map(name => [name, entries.get(name)!])), null);
}

/** Wherever they occur, also in texts: what is not understood must not lose anything. */
function namesIn(bytes: Uint8Array): ReadonlySet<string> {
  const names = new Set<string>();
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  for (const [, name] of content.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g)) {
    names.add(name!);
    if (name!.includes('#')) names.add(unescaped(name!));
  }
  return names;
}

const unescaped = (name: string): string =>
  name.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
