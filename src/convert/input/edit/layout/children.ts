import type { XmlElement } from '../../../../system/xml.js';

/** The first child with a name, of those among these elements. */
export type FirstChild = (parent: XmlElement | undefined, local: string) => XmlElement | undefined;

export function firstChildren(elements: readonly XmlElement[]): FirstChild {
  const children = new Map<XmlElement, Map<string, XmlElement>>();
  for (const element of elements) {
    if (!element.parent) continue;
    const known = children.get(element.parent) ?? new Map<string, XmlElement>();
    if (!known.has(element.local)) known.set(element.local, element);
    children.set(element.parent, known);
  }
  return (parent, local) => parent && children.get(parent)?.get(local);
}
