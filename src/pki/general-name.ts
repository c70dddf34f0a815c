/** GeneralName (RFC 5280, 4.2.1.6). */
import { context, type Der, Fields, readDer } from './der/der.js';
import { oidOf, toHex } from './der/values.js';
import { type Name, readName } from './name.js';

export type GeneralName =
  | { readonly type: 'email' | 'dns' | 'uri'; readonly value: string }
  | { readonly type: 'directory'; readonly name: Name }
  /** 4 or 16 bytes; 8 or 32 (address and mask) in name constraints. */
  | { readonly type: 'ip'; readonly bytes: Uint8Array }
  /** The type-id for otherName, the tag for the rest, then the value's bytes in hexadecimal. */
  | { readonly type: 'other'; readonly id: string; readonly value: string };

const TEXT_TYPES: Readonly<Record<number, 'email' | 'dns' | 'uri'>> = {
  [context(1)]: 'email',
  [context(2)]: 'dns',
  [context(6)]: 'uri',
};

export function readGeneralName(node: Der): GeneralName {
  const textType = TEXT_TYPES[node.tag];
  if (textType) return { type: textType, value: Buffer.from(node.content).toString('latin1') };
  if (node.tag === context(4)) return { type: 'directory', name: readName(readDer(node.content)) };
  if (node.tag === context(7)) return { type: 'ip', bytes: node.content };
  if (node.tag === context(0)) return { type: 'other', id: otherNameType(node), value: toHex(node.content) };
  return { type: 'other', id: `[${node.tag & 0x1f}]`, value: toHex(node.content) };
}

function otherNameType(node: Der): string {
  return oidOf(new Fields(node, null).any());
}

/** GeneralNames under any tag. */
export function readGeneralNames(node: Der): GeneralName[] {
  const fields = new Fields(node, null);
  const names: GeneralName[] = [];
  while (fields.peek()) names.push(readGeneralName(fields.any()));
  return names;
}
