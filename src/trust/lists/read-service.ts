/** Reads a service with its history and extensions (TS 119 612, 5.5 and 5.6). */
import type { Qualification, Service, ServicePeriod } from './model.js';
import { readCriteria } from './read-criteria.js';
import { refusal } from './refusal.js';
import {
  attribute,
  child,
  children,
  childText,
  elementsOf,
  isNamed,
  readBoolean,
  readTime,
  textOf,
  type XmlNode,
} from './tree.js';
import { certificatesAt, type Values } from './values.js';

/** Throws LIST_INVALID. Periods of length 0 are permitted: real lists have several states that start at the same time. */
export function readService(node: XmlNode, values: Values): Service {
  const current = child(node, 'list', 'ServiceInformation');
  if (!current) throw refusal('STRUCTURE', 'a service without ServiceInformation');
  const history = children(node, 'list', 'ServiceHistory', 'ServiceHistoryInstance');
  const states = [current, ...history];
  const starts = states.map(readStart);
  if (starts.some((start, i) => i > 0 && start > starts[i - 1]!)) throw refusal('HISTORY');
  return {
    certificates: certificatesAt(states, 'ServiceDigitalIdentity'),
    periods: states.map((state, i) => readPeriod(state, starts[i]!, starts[i - 1] ?? null, values)),
  };
}

function readPeriod(node: XmlNode, start: Date, end: Date | null, values: Values): ServicePeriod {
  const type = childText(node, 'list', 'ServiceTypeIdentifier');
  const status = childText(node, 'list', 'ServiceStatus');
  if (!type || !status) throw refusal('STRUCTURE', 'a service without type or status');
  return {
    start,
    end,
    type: values.keep(type),
    status: values.keep(status),
    names: values.names(node, 'ServiceName', 'Name'),
    ...readExtensions(children(node, 'list', 'ServiceInformationExtensions', 'Extension'), values),
  };
}

function readStart(node: XmlNode): Date {
  const text = childText(node, 'list', 'StatusStartingTime') ?? '';
  return readTime(text, `StatusStartingTime ${text.slice(0, 40)}`);
}

function readExtensions(extensions: readonly XmlNode[], values: Values) {
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
        expiredCertsRevocationInfo = readTime(textOf(content), 'ExpiredCertsRevocationInfo');
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
