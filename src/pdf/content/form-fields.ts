/**
 * The terminal fields of the form (ISO 32000-2, 12.7.4) as of each revision. A form may have thousands of fields and a file
 * hundreds of revisions that each change a few: subtrees that an update did not change are reused.
 */
import { MAX_DEPTH } from '../budget.js';
import type { PdfRevision } from '../document/revision.js';
import { PdfDict, type PdfObject, PdfRef } from '../syntax/objects.js';
import type { FormField, Widget } from '../types.js';

/** One node of the field tree and everything below it. */
interface Branch {
  readonly ref: PdfRef | null;
  readonly parent: Inherited;
  readonly children: readonly Branch[];
  readonly fields: readonly FormField[];
  /** Object numbers of the nodes: each node is visited once. */
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
 * (12.7.3): any other widget is only an annotation of its page.
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
  const known = new Map(earlier.map(branch => [branch.ref?.num, branch]));
  return nodes.flatMap(node => {
    const ref = node instanceof PdfRef ? node : null;
    if (depth > MAX_DEPTH || (ref && walk.seen.has(ref.num))) return [];
    const before = ref ? known.get(ref.num) : undefined;
    if (before && isUntouched(walk, before, ref, parent)) {
      for (const num of before.nodes) walk.seen.add(num);
      return [before];
    }
    if (ref) walk.seen.add(ref.num);
    const dict = walk.revision.resolve(node);
    return dict instanceof PdfDict ? [branchAt(walk, { ref, dict }, parent, before?.children ?? [], depth)] : [];
  });
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
  const inner = kids.filter(kid => kid.dict.has('T'));
  const children = branchesAt(
    walk,
    inner.map(kid => kid.node),
    own,
    earlier,
    depth + 1,
  );
  const fields = children.flatMap(child => child.fields);
  const isTerminal = inner.length === 0 || inner.length < kids.length;
  if (isTerminal) fields.push({ ...own, ...node, widgets: widgetsOf(walk.revision, node, kids) });
  // a kid that was skipped here, as another field has it too, may be visited here in the next revision
  const isWhole = children.length === inner.length;
  return {
    ref: node.ref,
    parent,
    children,
    fields,
    nodes: [...(node.ref ? [node.ref.num] : []), ...children.flatMap(child => child.nodes)],
    sources: isWhole
      ? joined([...[node, ...kids].map(one => sourcesOf(walk.revision, one)), ...children.map(child => child.sources)])
      : null,
  };
}

function widgetsOf(revision: PdfRevision, node: Widget, kids: readonly Kid[]): Widget[] {
  if (kids.length === 0) return isWidget(revision, node.dict) ? [node] : [];
  return kids.filter(kid => !kid.dict.has('T')).map(({ ref, dict }) => ({ ref, dict }));
}

const isWidget = (revision: PdfRevision, dict: PdfDict): boolean =>
  revision.getName(dict, 'Subtype') === 'Widget' || dict.has('Rect');

/** 12.7.4.1: /FT, /V and /Ff are inherited from the nearest ancestor that has them. */
function inherit(revision: PdfRevision, dict: PdfDict, parent: Inherited): Inherited {
  const partial = revision.getText(dict, 'T');
  const type = revision.getName(dict, 'FT');
  return {
    name: partial === null ? parent.name : parent.name === '' ? partial : `${parent.name}.${partial}`,
    type: type === 'Btn' || type === 'Tx' || type === 'Ch' || type === 'Sig' ? type : parent.type,
    value: dict.get('V') ?? parent.value,
    flags: revision.getNumber(dict, 'Ff') ?? parent.flags,
  };
}

type Kid = Widget & { readonly node: PdfObject };

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
