/** `docconv trust status`: age and state of the loaded lists. */
import { day } from '../../../system/day.js';
import { singleLine } from '../../../text.js';
import { trustStatus, type Unreadable } from '../../../trust/update/index.js';
import type { Context } from '../../context.js';
import { EXIT } from '../../exit.js';
import { listsFolder, trustRecord } from '../../input/trust.js';
import { adobeLine } from './adobe.js';
import { listLine } from './list.js';

function leftOut({ provider, service, reason }: Unreadable): string {
  const named = (name: string | null) => (name === null ? 'without a readable name' : singleLine(name, 100));
  const what =
    service === null ? `a service or provider, ${named(provider)}` : `${named(service)}, of ${named(provider)}`;
  return `${what}: ${singleLine(reason)}`;
}

export async function status({ json }: { json?: boolean }, context: Context): Promise<void> {
  const found = trustStatus(listsFolder(context.env), new Date(), trustRecord(context.env).entries());
  const { out, color } = context.terminal;
  if (found.attention.length > 0) context.exitCode = EXIT.indeterminate;
  if (json) return out.write(`${JSON.stringify(found)}\n`);
  const { generation, listOfLists, lists, aatl, lastUpdate, attention } = found;
  const row = (label: string, text: string) => out.write(`${color.out.dim(label.padEnd(15))}${text}\n`);
  if (listOfLists) row('List of lists', `no. ${listOfLists.sequence}, issued ${day(listOfLists.issued)}`);
  if (generation) row('Generation', generation);
  if (listOfLists) row('Not used', 'lists of third countries');
  if (lastUpdate) row('Last update', `${lastUpdate.time.slice(0, 16).replace('T', ' ')} UTC`);
  if (aatl) row('AATL', adobeLine(aatl));
  for (const one of lists) {
    out.write(`${one.list ? listLine(one) : `${one.territory}  not loaded`}\n`);
    for (const unreadable of one.list?.unreadable ?? []) out.write(`    left out: ${leftOut(unreadable)}\n`);
  }
  if (attention.length === 0) return out.write(`${color.out.green('✓')} All lists are current.\n`);
  out.write(`${color.out.yellow('Needs attention:')}\n`);
  for (const sentence of attention) out.write(`  ${sentence}\n`);
}
