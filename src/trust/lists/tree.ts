/** A part of a list as a tree, and how values are read from it. */
import { isCalendarDay } from '../../system/day.js';
import { attributeOf } from '../../system/xml.js';
import type { XmlStartTag } from '../../system/xml-events.js';
import { type ListRefusal, refusal } from './refusal.js';

export interface XmlNode {
  readonly tag: XmlStartTag;
  /** Elements and character data, in document order. */
  readonly content: (XmlNode | string)[];
  /** A comment is directly in this element. */
  hasComment: boolean;
}

export const NAMESPACE = {
  list: 'http://uri.etsi.org/02231/v2#',
  listTypes: 'http://uri.etsi.org/02231/v2/additionaltypes#',
  qualifications: 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  properties: 'http://uri.etsi.org/01903/v1.3.2#',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const;

export type NamespaceName = keyof typeof NAMESPACE;

/** Whether it has this name, e.g. ('list', 'TSPName'). */
export function isNamed({ tag }: XmlNode, namespace: NamespaceName, local: string): boolean {
  return tag.local === local && tag.uri === NAMESPACE[namespace];
}

export function elementsOf({ content }: Pick<XmlNode, 'content'>): XmlNode[] {
  return content.filter(part => typeof part !== 'string');
}

/** The children of this name. Path: names of one namespace, from child to grandchild. */
export function children(node: XmlNode | null, namespace: NamespaceName, ...path: string[]): XmlNode[] {
  let nodes = node ? [node] : [];
  for (const local of path)
    nodes = nodes.flatMap(one => elementsOf(one).filter(child => isNamed(child, namespace, local)));
  return nodes;
}

/** The only child of this name, or null. Throws LIST_INVALID when there are several. */
export function child(node: XmlNode | null, namespace: NamespaceName, ...path: string[]): XmlNode | null {
  const found = children(node, namespace, ...path);
  if (found.length > 1) throw refusal('STRUCTURE', `${path.at(-1)} occurs ${found.length} times`);
  return found[0] ?? null;
}

/** Character data of an element without child elements, without white space at its ends. */
export function textOf(node: XmlNode): string {
  if (node.hasComment) throw refusal('COMMENT_IN_VALUE', node.tag.local);
  if (elementsOf(node).length > 0) throw refusal('STRUCTURE', `${node.tag.local} is not a simple value`);
  return node.content.join('').trim();
}

/** Text of the only child of this name; null when it is absent or empty. */
export function childText(node: XmlNode | null, namespace: NamespaceName, ...path: string[]): string | null {
  const found = child(node, namespace, ...path);
  return (found && textOf(found)) || null;
}

/** Value of an attribute without namespace. */
export function attribute({ tag }: XmlNode, local: string): string | null {
  return attributeOf(tag, local, '') ?? null;
}

/** xs:boolean. Throws LIST_INVALID. */
export function readBoolean(text: string): boolean {
  const value = text.trim();
  if (!['true', 'false', '1', '0'].includes(value)) throw refusal('STRUCTURE', `the boolean ${value.slice(0, 20)}`);
  return value === 'true' || value === '1';
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** xs:dateTime with a time zone. Throws LIST_INVALID for anything else, e.g. for 30 February. */
export function readTime(text: string, where: string, reason: ListRefusal = 'TIME'): Date {
  const time = DATE_TIME.test(text) ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime()) || !isCalendarDay(text.slice(0, 10))) throw refusal(reason, where);
  return time;
}
