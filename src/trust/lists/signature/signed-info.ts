/** Reads what a list's signature says about itself, with closed sets of structures and algorithms. */

import { ownValue } from '../../../system/collections.js';
import { type ListRefusal, refusal } from '../refusal.js';
import { attribute, elementsOf, isNamed, textOf, type XmlNode } from '../tree.js';
import { CANONICALIZATIONS, DIGESTS, ENVELOPED, SIGNATURE_METHODS } from './algorithms.js';
import type { Canonicalization } from './canonical.js';

export type SignatureParts = ReturnType<typeof splitSignature>;

/** The four elements of a signature, and the signed properties within the last of them. */
export function splitSignature(signature: XmlNode) {
  const [signedInfo, signatureValue, keyInfo, object] = exactly(
    elementsOf(signature),
    ['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object'],
    'Signature',
  );
  const [qualifyingProperties, ...besides] = elementsOf(object);
  const [signedProperties, ...others] = elementsOf(qualifyingProperties ?? NOTHING);
  const id = attribute(signature, 'Id');
  const isExpected =
    besides.length === 0 &&
    isProperty(qualifyingProperties, 'QualifyingProperties') &&
    isProperty(signedProperties, 'SignedProperties') &&
    others.length <= 1 &&
    others.every(other => isProperty(other, 'UnsignedProperties')) &&
    id !== null &&
    attribute(qualifyingProperties, 'Target') === `#${id}`;
  if (!isExpected) throw refusal('SIGNATURE_STRUCTURE', 'Object');
  return { signedInfo, signatureValue, keyInfo, object, qualifyingProperties, signedProperties };
}

const NOTHING = { content: [] };

function isProperty(node: XmlNode | undefined, local: string): node is XmlNode {
  return node !== undefined && isNamed(node, 'properties', local);
}

/**
 * `rootId` and `propertiesId`: the identifiers to which references may lead. Throws LIST_INVALID for anything but one
 * reference to the list and one to the signed properties.
 */
export function readSignedInfo(node: XmlNode, rootId: string | null, propertiesId: string | null) {
  const all = elementsOf(node);
  const references = all.slice(2);
  const [canonicalization, method] = exactly(
    all.slice(0, 2),
    ['CanonicalizationMethod', 'SignatureMethod'],
    'SignedInfo',
  );
  if (references.length !== 2 || !references.every(one => isNamed(one, 'signature', 'Reference')))
    throw refusal('REFERENCES', `${references.length} references`);
  if (algorithmOf(canonicalization, CANONICALIZATIONS, 'CANONICALIZATION') !== 'exclusive')
    throw refusal('CANONICALIZATION', 'inclusive');
  const scheme = algorithmOf(method, SIGNATURE_METHODS, 'SIGNATURE_ALGORITHM');
  const read = references.map(readReference);
  const list = read.find(({ uri }) => uri === '' || (rootId && uri === `#${rootId}`));
  const properties = read.find(
    ({ uri, type }) => type === SIGNED_PROPERTIES && propertiesId && uri === `#${propertiesId}`,
  );
  if (!list || !properties) throw refusal('REFERENCES');
  requireListTransforms(list.transforms);
  return { scheme, list, properties: { ...properties, canonicalization: canonicalizationOf(properties.transforms) } };
}

const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';

function readReference(node: XmlNode) {
  const all = elementsOf(node);
  const hasTransforms = all[0] !== undefined && isNamed(all[0], 'signature', 'Transforms');
  const rest = hasTransforms ? all.slice(1) : all;
  const [method, value] = exactly(rest, ['DigestMethod', 'DigestValue'], 'Reference');
  return {
    uri: attribute(node, 'URI'),
    type: attribute(node, 'Type'),
    transforms: hasTransforms ? readTransforms(all[0]!) : [],
    digest: algorithmOf(method, DIGESTS, 'DIGEST_ALGORITHM'),
    value: decodeStrictly(value),
  };
}

function readTransforms(node: XmlNode): string[] {
  return elementsOf(node).map(transform => {
    const name = attribute(transform, 'Algorithm') ?? '';
    if (!isNamed(transform, 'signature', 'Transform') || elementsOf(transform).length > 0)
      throw refusal('TRANSFORM', name);
    return name;
  });
}

/** TS 119 612, annex B: the enveloped-signature transform and exclusive canonicalisation, and nothing else. */
function requireListTransforms([first, second, ...others]: readonly string[]): void {
  const isExpected =
    first === ENVELOPED && ownValue(CANONICALIZATIONS, second ?? '') === 'exclusive' && others.length === 0;
  if (!isExpected) throw refusal('TRANSFORM', [first, second, ...others].join(' '));
}

/** Canonical XML 1.0 where there is no transform (XML Signature, 4.4.3.2). */
function canonicalizationOf([first, ...others]: readonly string[]): Canonicalization {
  const method = first === undefined ? 'inclusive' : ownValue(CANONICALIZATIONS, first);
  if (!method || others.length > 0) throw refusal('TRANSFORM', [first, ...others].join(' '));
  return method;
}

/** Base64 as an encoder writes it: other text with the same bytes is refused. */
export function decodeStrictly(node: XmlNode): Buffer {
  const text = textOf(node).replace(/[ \t\r\n]+/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) throw refusal('SIGNATURE_STRUCTURE', node.tag.local);
  return bytes;
}

/** What the table has for the Algorithm of an element, which must have no parameters. */
export function algorithmOf<T>(node: XmlNode, table: Readonly<Record<string, T>>, reason: ListRefusal): T {
  const name = attribute(node, 'Algorithm') ?? '';
  const value = ownValue(table, name);
  if (elementsOf(node).length > 0 || value === undefined) throw refusal(reason, name.slice(0, 100));
  return value;
}

/** The elements, which must have these names in this order. `where` is for the message. */
function exactly<const Names extends readonly string[]>(elements: XmlNode[], names: Names, where: string) {
  const isExpected =
    elements.length === names.length && elements.every((one, i) => isNamed(one, 'signature', names[i]!));
  if (!isExpected) throw refusal('SIGNATURE_STRUCTURE', where);
  return elements as unknown as { readonly [Name in keyof Names]: XmlNode };
}
