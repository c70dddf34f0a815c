/**
 * The terminal fields of the form (ISO 32000-2, 12.7.4) as of each revision. A form may have thousands of fields and a file
 * hundreds of revisions that each change a few: subtrees that an update did not change are reused.
 */
import { DocconvError } from '../../errors.js';
import { MAX_DEPTH } from '../budget.js';
import type { PdfRevision } from '../document/revision.js';
import { isSignatureDictionary, PdfDict, type PdfObject, PdfRef, sameRef } from '../syntax/objects.js';
import type { FormField, Widget } from '../types.js';

/** One node of the field tree and everything below it. */
interface Branch {
  readonly ref: PdfRef | null;
  readonly parent: Inherited;
  readonly children: readonly Branch[];
  readonly fields: readonly FormField[];
  /** Object numbers of the nodes and of their widgets: each is visited once. */
  readonly nodes: readonly number[];
  /** Objects that it was read from, and the object streams that contain them; null: unknown, never reused. */
  readonly sources: readonly number[] | null;
}

interface Inherited {
  readonly name: string;
  readonly type: FormField['type'];
  readonly value: PdfObject;
  readonly flags: number;
}

interface Form {
  readonly branches: readonly Branch[];
  readonly fields: readonly FormField[];
}

const NO_PARENT: Inherited = { name: '', type: null, value: null, flags: 0 };
const EMPTY: Form = { branches: [], fields: [] };
const forms = new WeakMap<PdfRevision, Form>();

/**
 * Terminal fields as of a revision, in the order of the field tree. Only fields reachable from /AcroForm /Fields count
 * (12.7.3): any other widget is only an annotation of its page. Throws LIMIT_EXCEEDED for a tree deeper than MAX_DEPTH: a
 * signature below that level must not be overlooked.
 */
export function formFields(revision: PdfRevision): readonly FormField[] {
  const form = forms.get(revision) ?? readForm(revision);
  forms.set(revision, form);
  return form.fields;
}

function readForm(revision: PdfRevision): Form {
  const form = revision.getDict(revision.root, 'AcroForm');
  const before = revision.document.revisions[revision.index - 2];
  const { branches: earlier } = (before && forms.get(before)) ?? EMPTY;
  const items = revision.getArray(form, 'Fields')?.items ?? [];
  const branches = branchesAt({ revision, seen: new Set() }, items, NO_PARENT, earlier, 0);
  return { branches, fields: branches.flatMap(branch => branch.fields) };
}

interface Walk {
  readonly revision: PdfRevision;
  readonly seen: Set<number>;
}

function branchesAt(
  walk: Walk,
  nodes: readonly PdfObject[],
  parent: Inherited,
  earlier: readonly Branch[],
  depth: number,
): Branch[] {
  if (depth > MAX_DEPTH && nodes.length > 0) throw tooDeep();
  const known = new Map(earlier.map(branch => [branch.ref?.num, branch]));
  const { budget } = walk.revision;
  return nodes.flatMap(node => {
    budget.step(REUSED);
    const ref = node instanceof PdfRef ? node : null;
    if (ref && walk.seen.has(ref.num)) return [];
    const before = ref ? known.get(ref.num) : undefined;
    if (before && isUntouched(walk, before, ref, parent)) {
      for (const num of before.nodes) walk.seen.add(num);
      return [before];
    }
    if (ref) walk.seen.add(ref.num);
    budget.step(READ);
    const dict = walk.revision.resolve(node);
    if (!(dict instanceof PdfDict)) return [];
    const stated = depth === 0 ? statedByParents(walk.revision, dict) : parent;
    return [branchAt(walk, { ref, dict }, stated, before?.children ?? [], depth)];
  });
}

/** Units of work for a node that an update did not change, and in addition for one that is read. */
const REUSED = 1;
const READ = 8;

const tooDeep = (): DocconvError =>
  new DocconvError('LIMIT_EXCEEDED.form-field-depth', { limit: MAX_DEPTH }, { detail: { limit: MAX_DEPTH } });

/** /Fields may list a field that has a parent: many readers inherit through /Parent, not down the tree. */
function statedByParents(revision: PdfRevision, dict: PdfDict): Inherited {
  const parents: PdfDict[] = [];
  let next = revision.getDict(dict, 'Parent');
  for (; next && !parents.includes(next); next = revision.getDict(next, 'Parent')) {
    if (parents.length === MAX_DEPTH) throw tooDeep();
    parents.push(next);
  }
  return parents.reduceRight((inherited, parent) => inherit(revision, parent, inherited), NO_PARENT);
}

function isUntouched({ revision, seen }: Walk, branch: Branch, ref: PdfRef | null, parent: Inherited): boolean {
  return (
    branch.ref?.gen === ref?.gen &&
    isSame(branch.parent, parent) &&
    branch.sources !== null &&
    !branch.sources.some(num => revision.entries.has(num)) &&
    !branch.nodes.some(num => seen.has(num))
  );
}

const isSame = (a: Inherited, b: Inherited): boolean =>
  a === b || (a.name === b.name && a.type === b.type && a.value === b.value && a.flags === b.flags);

function branchAt(walk: Walk, node: Widget, parent: Inherited, earlier: readonly Branch[], depth: number): Branch {
  const own = inherit(walk.revision, node.dict, parent);
  const kids = kidsOf(walk.revision, node.dict);
  const inner = kids.filter(isField);
  const children = branchesAt(
    walk,
    inner.map(kid => kid.node),
    own,
    earlier,
    depth + 1,
  );
  const fields = children.flatMap(child => child.fields);
  const widgets = depth === 0 ? kids.filter(kid => isPlainWidget(kid, node)).map(({ ref }) => ref!.num) : [];
  for (const num of widgets) walk.seen.add(num);
  // without children of its own: all its kids are widgets, or fields that were met before
  const isTerminal = children.length === 0 || inner.length < kids.length;
  if (isTerminal || isHiddenSignature(walk.revision, own, node, fields)) {
    fields.push({ ...own, ...node, widgets: widgetsOf(walk.revision, node, kids) });
  }
  return {
    ref: node.ref,
    parent,
    children,
    fields,
    nodes: [...(node.ref ? [node.ref.num] : []), ...widgets, ...children.flatMap(child => child.nodes)],
    sources: sourcesOfBranch(walk.revision, node, kids, children, depth),
  };
}

/**
 * jsPDF lists the widgets of radio buttons in /Fields, too: what states no type and no value is no field of its own, unless its
 * /Parent is another field, from which many readers inherit.
 */
const isPlainWidget = (kid: Kid, { ref }: Widget): boolean =>
  kid.ref !== null &&
  sameRef(kid.dict.get('Parent'), ref) &&
  !isField(kid) &&
  !kid.dict.has('FT') &&
  !kid.dict.has('V');

/** A signature that no descendant inherits, as each has a value of its own: it must not be overlooked. */
function isHiddenSignature(
  revision: PdfRevision,
  own: Inherited,
  { dict }: Widget,
  fields: readonly FormField[],
): boolean {
  if (!dict.has('V') || fields.some(({ value }) => value === own.value)) return false;
  return isSignatureDictionary(revision.resolve(own.value));
}

/** Objects that a branch is read from; null: it depends on others. */
function sourcesOfBranch(
  revision: PdfRevision,
  node: Widget,
  kids: readonly Kid[],
  children: readonly Branch[],
  depth: number,
): readonly number[] | null {
  // a kid that was skipped here, as another field has it too, may be visited here in the next revision
  const isWhole = children.length === kids.filter(isField).length;
  const readsOthers = (depth === 0 && node.dict.has('Parent')) || (children.length > 0 && node.dict.has('V'));
  if (!isWhole || readsOthers) return null;
  return joined([...[node, ...kids].map(one => sourcesOf(revision, one)), ...children.map(child => child.sources)]);
}

function widgetsOf(revision: PdfRevision, node: Widget, kids: readonly Kid[]): Widget[] {
  const widgets = kids.filter(kid => !isField(kid));
  if (widgets.length === 0) return isWidget(revision, node.dict) ? [node] : [];
  return widgets.map(({ ref, dict }) => ({ ref, dict }));
}

const isWidget = (revision: PdfRevision, dict: PdfDict): boolean =>
  revision.getName(dict, 'Subtype') === 'Widget' || dict.has('Rect');

/** Characters of a fully qualified name. Each level repeats the names above it: 500 long ones are a gigabyte. */
const MAX_NAME = 100_000;

/** 12.7.4.1: /FT, /V and /Ff are inherited from the nearest ancestor that has them. */
function inherit(revision: PdfRevision, dict: PdfDict, parent: Inherited): Inherited {
  const partial = revision.getText(dict, 'T');
  const type = revision.getName(dict, 'FT');
  const name = partial === null ? parent.name : parent.name === '' ? partial : `${parent.name}.${partial}`;
  if (name.length > MAX_NAME)
    throw new DocconvError('LIMIT_EXCEEDED.form-field-name', { limit: MAX_NAME }, { detail: { limit: MAX_NAME } });
  return {
    name,
    type: type === 'Btn' || type === 'Tx' || type === 'Ch' || type === 'Sig' ? type : parent.type,
    value: dict.get('V') ?? parent.value,
    flags: revision.getNumber(dict, 'Ff') ?? parent.flags,
  };
}

type Kid = Widget & { readonly node: PdfObject };

/** 12.7.4.2: a kid without /T is a widget; one that has kids is a node of the tree nevertheless. */
const isField = ({ dict }: Kid): boolean => dict.has('T') || dict.has('Kids');

function kidsOf(revision: PdfRevision, dict: PdfDict): Kid[] {
  return (revision.getArray(dict, 'Kids')?.items ?? []).flatMap(node => {
    const kid = revision.resolve(node);
    return kid instanceof PdfDict ? [{ node, ref: node instanceof PdfRef ? node : null, dict: kid }] : [];
  });
}

/** Entries that are read here. As references they would add source objects. */
const READ_ENTRIES = ['T', 'FT', 'Ff', 'Kids', 'Subtype'];

function sourcesOf(revision: PdfRevision, { ref, dict }: Widget): readonly number[] | null {
  if (READ_ENTRIES.some(key => dict.get(key) instanceof PdfRef)) return null;
  const object = ref && revision.object(ref.num, ref.gen);
  if (!ref || !object) return ref ? null : [];
  if (object.value !== dict) return null;
  return object.container === null ? [ref.num] : [ref.num, object.container];
}

function joined(parts: readonly (readonly number[] | null)[]): readonly number[] | null {
  const known = parts.filter(part => part !== null);
  return known.length === parts.length ? known.flat() : null;
}
