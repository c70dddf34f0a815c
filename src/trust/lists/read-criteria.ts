/** Reads the criteria of a qualification (TS 119 612, 5.5.9.2.2). */
import { KEY_USAGES } from '../../pki/index.js';
import type { Criteria } from './model.js';
import { refusal } from './refusal.js';
import { attribute, child, childText, elementsOf, isNamed, readBoolean, textOf, type XmlNode } from './tree.js';
import type { Values } from './values.js';

type Lists = { -readonly [Key in keyof Omit<Criteria, 'assert' | 'hasUnknown'>]: Criteria[Key][number][] };

/** The criteria in the CriteriaList of an element. Throws LIST_INVALID. */
export function readCriteria(parent: XmlNode, values: Values): Criteria {
  const node = child(parent, 'qualifications', 'CriteriaList');
  if (!node) throw refusal('STRUCTURE', 'a qualification without CriteriaList');
  return readCriteriaList(node, values);
}

function readCriteriaList(node: XmlNode, values: Values): Criteria {
  const lists: Lists = { keyUsage: [], policySets: [], subjectAttributes: [], extendedKeyUsages: [], nested: [] };
  const criteria = elementsOf(node).flatMap(one =>
    isNamed(one, 'qualifications', 'otherCriteriaList') ? elementsOf(one) : [one],
  );
  const isKnown = criteria.map(criterion => addCriterion(criterion, lists, values));
  return { assert: readAssert(node), ...lists, hasUnknown: isKnown.includes(false) };
}

function readAssert(node: XmlNode): Criteria['assert'] {
  const text = attribute(node, 'assert');
  if (text === 'all' || text === 'atLeastOne' || text === 'none') return text;
  throw refusal('STRUCTURE', `the assertion ${text?.slice(0, 20)}`);
}

/** False for a criterion that docconv does not know, or that has no members: it must not hold because it says nothing. */
function addCriterion(node: XmlNode, lists: Lists, values: Values): boolean {
  if (isNamed(node, 'qualifications', 'Description')) return true;
  if (isNamed(node, 'qualifications', 'CriteriaList')) return add(lists.nested, readCriteriaList(node, values));
  if (isNamed(node, 'qualifications', 'KeyUsage')) return add(lists.keyUsage, readMembers(node, readBit));
  const set = SETS.find(({ namespace, name }) => isNamed(node, namespace, name));
  return set !== undefined && add(lists[set.list], readMembers(node, readIdentifier(set, values)));
}

function add<T>(list: T[], found: T | null): boolean {
  if (found !== null) list.push(found);
  return found !== null;
}

/** Null without members, or when one of them is unknown. */
function readMembers<T>(node: XmlNode, read: (member: XmlNode) => T | null): T[] | null {
  const members = elementsOf(node).map(read);
  return members.length > 0 && members.every(member => member !== null) ? members : null;
}

/** Criteria that are sets of object identifiers. */
const SETS = [
  { namespace: 'qualifications', name: 'PolicySet', member: 'PolicyIdentifier', list: 'policySets' },
  { namespace: 'listTypes', name: 'CertSubjectDNAttribute', member: 'AttributeOID', list: 'subjectAttributes' },
  { namespace: 'listTypes', name: 'ExtendedKeyUsage', member: 'KeyPurposeId', list: 'extendedKeyUsages' },
] as const;

/** The object identifier in xades:Identifier, without 'urn:oid:'. */
function readIdentifier({ namespace, member }: (typeof SETS)[number], values: Values) {
  return (node: XmlNode): string | null => {
    const identifier = isNamed(node, namespace, member) ? childText(node, 'properties', 'Identifier') : null;
    return identifier && values.keep(identifier.replace(/^urn:oid:/i, ''));
  };
}

/** Lists call cRLSign crlSign. Null for an unknown bit. */
function readBit(node: XmlNode): { bit: string; value: boolean } | null {
  const name = isNamed(node, 'qualifications', 'KeyUsageBit') ? attribute(node, 'name')?.toLowerCase() : null;
  const bit = KEY_USAGES.find(one => one.toLowerCase() === name);
  return bit ? { bit, value: readBoolean(textOf(node)) } : null;
}
