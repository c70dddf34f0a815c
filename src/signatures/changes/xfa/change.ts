/**
 * What became of the XFA form of a document, which some programs show instead of its pages. Who fills it in writes the values of
 * the fields into its data as well; all other packets fix what the form asks and shows.
 */
import { message } from '../../../messages/index.js';
import type { PdfRevision } from '../../../pdf/index.js';
import { cached } from '../../../system/collections.js';
import { type RevisionPair, sameData } from '../compare/equality.js';
import { namesBoundOtherwise } from './bindings.js';
import { readXfaData, type XfaData } from './data.js';
import { type Packet, packetsOf, textIn } from './packets.js';
import { filled, valuesChange, type XfaChange } from './values.js';

/** Of the form as a whole: its parts can be separate objects. */
export const xfaChange = cached((pair: RevisionPair): XfaChange => {
  const [from, to] = [pair.before, pair.after].map(({ revision }) =>
    revision.get(revision.getDict(revision.root, 'AcroForm'), 'XFA'),
  );
  if (to === null || from === null) return { verdict: 'changed', message: message(`xfa.${to ? 'added' : 'removed'}`) };
  const [before, after] = [packetsOf(pair.before.revision, from!), packetsOf(pair.after.revision, to!)];
  return before && after ? packetsChange(pair, before, after) : unreadable();
});

const unreadable = (): XfaChange => ({ verdict: null, message: message('xfa.unreadable') });
const DATA = 'datasets';
/** The state of the form in the program that saved it, which may hide parts of it. */
const STATE = 'form';

function packetsChange(pair: RevisionPair, before: readonly Packet[], after: readonly Packet[]): XfaChange {
  const names = new Set([...before, ...after].map(({ name }) => name));
  const differing = [...names].filter(name => !isSame(pair, named(before, name), named(after, name)));
  const fixed = differing.find(name => name !== DATA && name !== STATE) ?? orderChange(before, after);
  if (fixed !== null)
    return { verdict: 'changed', message: fixed ? message('xfa.packet', { packet: fixed }) : message('xfa.changed') };
  const values = differing.includes(DATA) ? dataChange(pair, before, after) : filled();
  const isStateChanged = differing.includes(STATE);
  return values.verdict === 'filled' && isStateChanged ? { verdict: null, message: message('xfa.state') } : values;
}

const named = (packets: readonly Packet[], name: string): Packet | null =>
  packets.find(packet => packet.name === name) ?? null;

/** The first packet whose position among the others changed; null: none. */
function orderChange(before: readonly Packet[], after: readonly Packet[]): string | null {
  const [from, to] = [before, after].map((packets, i) =>
    packets.map(({ name }) => name).filter(name => named([after, before][i]!, name)),
  );
  return to!.find((name, i) => name !== from![i]) ?? null;
}

function isSame(pair: RevisionPair, from: Packet | null, to: Packet | null): boolean {
  if (!from || !to) return from === to;
  const [a, b] = [from.content, to.content];
  return typeof a === 'string' || typeof b === 'string' ? a === b : sameData(pair, a, b);
}

function dataChange(pair: RevisionPair, before: readonly Packet[], after: readonly Packet[]): XfaChange {
  const [from, to] = [dataIn(pair.before.revision, before), dataIn(pair.after.revision, after)];
  const template = textOfPacket(pair.after.revision, named(after, 'template'));
  const otherwise = template === null ? null : namesBoundOtherwise(template);
  return from && to && otherwise && from.others === to.others ? valuesChange(pair, from, to, otherwise) : unreadable();
}

function dataIn(revision: PdfRevision, packets: readonly Packet[]): XfaData | null {
  const packet = named(packets, DATA);
  const text = packet && textOfPacket(revision, packet);
  return text === null ? null : readXfaData(text);
}

function textOfPacket(revision: PdfRevision, packet: Packet | null): string | null {
  if (packet === null) return '';
  return typeof packet.content === 'string' ? packet.content : textIn(revision, packet.content);
}
