/** The data that content controls of a Word document show (ECMA-376-1, 17.5.2.6): parts of the package, found by an XPath. */
import { grouped } from '../../../system/collections.js';
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import type { EditableDocument } from './document.js';

interface Step {
  readonly local: string;
  readonly uri: string | undefined;
  /** From 1, among the children of this name. */
  readonly position: number;
}

type Children = ReadonlyMap<XmlElement | null, readonly XmlElement[]>;

/** What a binding is bound to; null where there is no such data. `bindings`: elements w:dataBinding. */
export async function readBoundData(
  document: EditableDocument,
  bindings: readonly XmlElement[],
): Promise<(binding: XmlElement) => string | null> {
  if (bindings.length === 0) return () => null;
  const steps = new Map(bindings.map(binding => [binding, stepsOf(binding)]));
  const names = [...new Set([...steps.values()].flat().map(({ local }) => local))];
  const { items, properties } = await dataParts(document);
  const read = new Map<string, Children>();
  for (const part of names.length > 0 ? [...items.values(), ...properties] : [])
    read.set(
      part,
      grouped(await document.elements(part, names), ({ parent }) => parent),
    );
  return binding => {
    const item = items.get(idOf(binding, 'storeItemID'));
    const values = (item ? [item] : properties).map(part => find(read.get(part), steps.get(binding) ?? []));
    return values.find(value => value !== null) ?? null;
  };
}

/** None of an XPath that is not one of elements by their positions, as Word writes it. */
function stepsOf(binding: XmlElement): Step[] {
  const path = attributeOf(binding, 'xpath') ?? '';
  const steps = [...path.matchAll(/\/(?:([^/:[\]@]+):)?([^/:[\]@]+)(?:\[(\d+)\])?/g)];
  if (steps.map(([step]) => step).join('') !== path) return [];
  const mappings = (attributeOf(binding, 'prefixMappings') ?? '').matchAll(/xmlns:([^\s=]+)\s*=\s*["']([^"']*)["']/g);
  const uris = new Map([...mappings].map(([, prefix, uri]) => [prefix!, uri!]));
  return steps.map(([, prefix, local, position]) => ({
    local: local!,
    uri: prefix ? uris.get(prefix) : '',
    position: Number(position ?? 1),
  }));
}

function find(children: Children | undefined, steps: readonly Step[]): string | null {
  let at: XmlElement | null = null;
  for (const { local, uri, position } of steps) {
    const named: readonly XmlElement[] = (children?.get(at) ?? []).filter(
      element => element.local === local && element.uri === uri,
    );
    at = named[position - 1] ?? null;
    if (!at) return null;
  }
  return at?.text ?? null;
}

const idOf = (element: XmlElement, name: string): string => attributeOf(element, name)?.toLowerCase() ?? '';

/** Parts with data by their ids (22.5.2.1), and those with the properties of the document, which Word finds by ids of its own. */
async function dataParts(document: EditableDocument) {
  const items = new Map<string, string>();
  const properties: string[] = [];
  for (const part of document.parts) {
    const type = await document.contentType(part);
    if (/(?:core|extended)-properties\+xml$/.test(type)) properties.push(part);
    if (!type.endsWith('customxmlproperties+xml')) continue;
    const [item] = await document.elements(part, ['datastoreItem']);
    if (item) items.set(idOf(item, 'itemID'), part.replace(/itemProps(\d*\.xml)$/i, 'item$1'));
  }
  return { items, properties };
}
