/** `docconv trust list`: the certificates of the user, and the loaded lists. */
import { day } from '../../../system/day.js';
import { savedAnchors } from '../../../trust/index.js';
import { type TerritoryStatus, trustStatus } from '../../../trust/update/index.js';
import type { Context } from '../../context.js';
import { listsFolder, trustFolder, trustRecord } from '../../input/trust.js';
import { adobeLine, adobeState } from './adobe.js';
import { details, line } from './certificates.js';

export async function list({ json }: { json?: boolean }, { terminal, env }: Context): Promise<void> {
  const anchors = await savedAnchors(trustFolder(env), trustRecord(env)).list();
  const lists = trustStatus(listsFolder(env)).lists.filter(one => one.list !== null);
  const adobe = adobeState(env);
  const { out, err, color } = terminal;
  if (json) {
    for (const anchor of anchors) out.write(`${JSON.stringify({ source: 'file', ...details(anchor) })}\n`);
    for (const { state, list: facts } of lists) out.write(`${JSON.stringify({ source: 'eu', state, ...facts })}\n`);
    if (adobe) out.write(`${JSON.stringify({ source: 'aatl', ...adobe })}\n`);
    return;
  }
  if (anchors.length > 0 && (lists.length > 0 || adobe)) out.write(`${color.out.bold('Your certificates')}\n`);
  for (const anchor of anchors) out.write(`${line(anchor)}\n`);
  if (lists.length > 0) out.write(`${color.out.bold('Trusted lists of the European Union')}\n`);
  for (const one of lists) out.write(`${listLine(one)}\n`);
  if (adobe) out.write(`${color.out.bold('List of Adobe (AATL)')}\n${adobeLine(adobe)}\n`);
  if (anchors.length > 0 || lists.length > 0 || adobe) return;
  err.write('There are no trusted certificates. Add one with: docconv trust add company-ca.pem\n');
  err.write('There are no trusted lists. Load those of the European Union with: docconv trust update\n');
}

/** Of a list that is loaded. */
export function listLine({ territory, state, list: facts }: TerritoryStatus): string {
  const { sequence, issued, nextUpdate, services, certificates } = facts!;
  const until = state === 'closed' ? 'closed' : `${state === 'expired' ? 'expired' : 'until'} ${day(nextUpdate!)}`;
  const columns = [
    territory,
    `no. ${sequence}`.padEnd(9),
    `issued ${day(issued)}`,
    until.padEnd(18),
    `${services} services, ${certificates} certificates`,
  ];
  return columns.join('  ');
}
