/** Reads the extensions of a service (TS 119 612, 5.5.9). */
import type { Qualification, ServicePeriod } from './model.js';
import { readCriteria } from './read-criteria.js';
import { refusal } from './refusal.js';
import { parseTime, readBoolean } from './simple-types.js';
import { attribute, children, elementsOf, isNamed, textOf, type XmlNode } from './tree.js';
import type { Values } from './values.js';

type Extensions = Pick<
  ServicePeriod,
  'additional' | 'qualifications' | 'hasUnknownCritical' | 'expiredCertsRevocationInfo'
>;

export function readExtensions(extensions: readonly XmlNode[], values: Values): Extensions {
  const additional: string[] = [];
  const qualifications: Qualification[] = [];
  let hasUnknownCritical = false;
  let expiredCertsRevocationInfo: Date | null = null;
  for (const extension of extensions) {
    const isCritical = readBoolean(attribute(extension, 'Critical') ?? 'false');
    for (const content of elementsOf(extension)) {
      if (isNamed(content, 'list', 'AdditionalServiceInformation')) additional.push(...values.texts(content, 'URI'));
      else if (isNamed(content, 'qualifications', 'Qualifications')) {
        qualifications.push(...readQualifications(content, isCritical, values));
      } else if (isNamed(content, 'list', 'ExpiredCertsRevocationInfo')) {
        expiredCertsRevocationInfo = readTime(content);
      } else if (isCritical && !isNamed(content, 'listTypes', 'TakenOverBy')) hasUnknownCritical = true;
    }
  }
  return { additional: [...new Set(additional)], qualifications, hasUnknownCritical, expiredCertsRevocationInfo };
}

function readQualifications(node: XmlNode, isCritical: boolean, values: Values): Qualification[] {
  return children(node, 'qualifications', 'QualificationElement').map(element => ({
    isCritical,
    qualifiers: children(element, 'qualifications', 'Qualifiers', 'Qualifier').map(readUri(values)),
    criteria: readCriteria(element, values),
  }));
}

const readUri = (values: Values) => (qualifier: XmlNode) => {
  const uri = attribute(qualifier, 'uri');
  if (!uri) throw refusal('STRUCTURE', 'a Qualifier without uri');
  return values.keep(uri);
};

function readTime(node: XmlNode): Date {
  const time = parseTime(textOf(node));
  if (!time) throw refusal('TIME', 'ExpiredCertsRevocationInfo');
  return time;
}
