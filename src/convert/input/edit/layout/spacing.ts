/** The spacing of a paragraph of Word (ECMA-376-1, 17.3.1.33) and of the letters of a run (17.3.2.35), and others. */
import type { XmlElement } from '../../../../system/xml.js';
import { appendTo, type Edit, editStartTag, prependTo } from '../../../xml.js';

/** A property of a paragraph or run, and the elements around it. */
export interface Property {
  /** The paragraph or run. */
  readonly owner: XmlElement;
  /** Its element with all properties. */
  readonly properties?: XmlElement | undefined;
  readonly element?: XmlElement | undefined;
}

/** Writes these attributes, in place of those with the names `replaced`. */
export function respace(
  { owner, properties, spacing }: Omit<Property, 'element'> & { readonly spacing?: XmlElement | undefined },
  attributes: Readonly<Record<string, string | number>>,
  replaced: readonly string[] = Object.keys(attributes),
): Edit {
  return restate('spacing', { owner, properties, element: spacing }, attributes, replaced);
}

/** As respace(), for the property with the name `local`. */
export function restate(
  local: string,
  { owner, properties, element }: Property,
  attributes: Readonly<Record<string, string | number>>,
  replaced: readonly string[],
): Edit {
  const written = (prefix: string) =>
    Object.entries(attributes)
      .map(([name, value]) => ` ${prefix}${name}="${value}"`)
      .join('');
  if (element) {
    const prefix = element.name.slice(0, -local.length);
    return editStartTag(element, attribute => !replaced.includes(attribute.local), written(prefix));
  }
  return addProperty(owner, properties, `<w:${local} xmlns:w="${owner.uri}"${written('w:')}/>`);
}

/** Adds a property to a paragraph or run, which declares the prefixes that it uses. */
export function addProperty(owner: XmlElement, properties: XmlElement | undefined, added: string): Edit {
  if (properties) return appendTo(properties, added);
  return prependTo(owner, `<w:${owner.local}Pr xmlns:w="${owner.uri}">${added}</w:${owner.local}Pr>`);
}
