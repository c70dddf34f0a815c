/** Reads a service with its history (TS 119 612, 5.5 and 5.6). */
import type { Service, ServicePeriod } from './model.js';
import { readExtensions } from './read-extensions.js';
import { refusal } from './refusal.js';
import { parseTime } from './simple-types.js';
import { child, children, childText, type XmlNode } from './tree.js';
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
  const start = parseTime(text);
  if (!start) throw refusal('TIME', `StatusStartingTime ${text.slice(0, 40)}`);
  return start;
}
