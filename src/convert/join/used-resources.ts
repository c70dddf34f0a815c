/** Resources (ISO 32000-2, 7.8.3) that content uses: pages often share one dictionary with those of all pages. */
import {
  contentOperations,
  contentsOf,
  dict,
  dictWith,
  inheritedValue,
  isName,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
} from '../../pdf/index.js';

/** Categories by the operators that name their resources. Colour spaces have no content, and stay. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Do: 'XObject',
  Tf: 'Font',
  gs: 'ExtGState',
  sh: 'Shading',
  scn: 'Pattern',
  SCN: 'Pattern',
  BDC: 'Properties',
  DP: 'Properties',
};
const PRUNED: ReadonlySet<string> = new Set(Object.values(CATEGORIES));

/** The resources of a page that its content uses. */
export function resourcesOfPage(revision: PdfRevision, page: PdfDict): PdfDict {
  const resources = inheritedValue(revision, page, 'Resources');
  return usedOf(revision, resources instanceof PdfDict ? resources : dict({}), [contentsOf(revision, page)]);
}

/** A dictionary with its resources, where it or its `stream` has content: a form, a pattern or a font of drawings. */
export function withUsedResources(revision: PdfRevision, entries: PdfDict, stream: PdfStream | null): PdfDict {
  const resources = revision.getDict(entries, 'Resources');
  const contents = stream ? [[stream]] : drawingsOf(revision, entries);
  if (!resources || contents.length === 0) return entries;
  return dictWith(entries, { Resources: usedOf(revision, resources, contents) });
}

function drawingsOf(revision: PdfRevision, font: PdfDict): PdfStream[][] {
  const all = [...(revision.getDict(font, 'CharProcs')?.entries.values() ?? [])];
  return all.map(value => revision.resolve(value)).flatMap(value => (value instanceof PdfStream ? [[value]] : []));
}

function usedOf(revision: PdfRevision, resources: PdfDict, contents: readonly (readonly PdfStream[])[]): PdfDict {
  const used = new Set<string>();
  const seen = new Set<PdfObject>();
  const read = (streams: readonly PdfStream[]): void => {
    const parts = streams.flatMap(stream => [revision.decode(stream).bytes, NEW_LINE]);
    for (const name of namesIn(Buffer.concat(parts))) {
      if (used.has(name)) continue;
      used.add(name);
      const [category, key] = name.split(SEPARATOR) as [string, string];
      const value = revision.resolve(revision.getDict(resources, category)?.get(key));
      if (seen.has(value)) continue;
      seen.add(value);
      // what has no resources of its own uses these
      if (value instanceof PdfStream && !value.dict.has('Resources') && !isName(value.dict.get('Subtype'), 'Image'))
        read([value]);
      else if (value instanceof PdfDict && !value.has('Resources')) drawingsOf(revision, value).forEach(read);
    }
  };
  contents.forEach(read);
  const kept = [...resources.entries].map(([category, written]) => {
    const all = PRUNED.has(category) ? revision.resolve(written) : null;
    if (!(all instanceof PdfDict)) return [category, written] as const;
    const own = [...all.entries].filter(([key]) => used.has(`${category}${SEPARATOR}${key}`));
    return [category, new PdfDict(new Map(own), null)] as const;
  });
  return new PdfDict(new Map(kept), null);
}

const NEW_LINE = Buffer.from('\n');
const SEPARATOR = '\0';

/** Category and name of each resource. Behind a syntax error viewers may go on: there, every name may be one. */
function* namesIn(bytes: Buffer): Iterable<string> {
  for (const { operator, operands } of contentOperations(bytes)) {
    if (operator === null) {
      for (const [, name] of bytes.toString('latin1').matchAll(/\/([^\s()<>[\]{}/%]*)/g))
        for (const category of PRUNED) yield category + SEPARATOR + unescaped(name!);
      return;
    }
    const category = CATEGORIES[operator];
    if (category === undefined) continue;
    for (const operand of operands) if (operand instanceof PdfName) yield category + SEPARATOR + operand.name;
  }
}

const unescaped = (name: string): string =>
  name.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
