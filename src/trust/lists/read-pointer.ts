/** Reads a pointer of a list to another one (TS 119 612, 5.3.13). */
import type { ListPointer } from './model.js';
import { refusal } from './refusal.js';
import { children, childText, elementsOf, isNamed, textOf, type XmlNode } from './tree.js';
import { certificatesAt, type Values } from './values.js';

export function readPointer(node: XmlNode, values: Values): ListPointer {
  const url = childText(node, 'list', 'TSLLocation');
  if (!url) throw refusal('STRUCTURE', 'a pointer without TSLLocation');
  const information = children(node, 'list', 'AdditionalInformation', 'OtherInformation').flatMap(elementsOf);
  const first = (namespace: 'list' | 'listTypes', local: string) => {
    const found = information.find(one => isNamed(one, namespace, local));
    return found ? values.keep(textOf(found)) : null;
  };
  return {
    url: values.keep(url),
    territory: first('list', 'SchemeTerritory') ?? '',
    mimeType: first('listTypes', 'MimeType'),
    type: first('list', 'TSLType'),
    certificates: certificatesAt([node], 'ServiceDigitalIdentities', 'ServiceDigitalIdentity'),
  };
}
