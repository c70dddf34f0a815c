/** Reads a trusted list or a list of lists (TS 119 612, versions 3 to 6) from its parts. */
import { DocconvError } from '../../errors.js';
import type { ListElementReader } from './list-elements.js';
import type { ListPointer, Provider, Service, TrustedList } from './model.js';
import { readService } from './read-service.js';
import { type ListRefusal, refusal } from './refusal.js';
import { children, childText, elementsOf, isNamed, readTime, textOf, type XmlNode } from './tree.js';
import { certificatesAt, Values } from './values.js';

interface OpenProvider {
  information: XmlNode | null;
  readonly services: Service[];
}

/** Takes the parts while the list is scanned. The first error is kept until list() is called: a bad signature comes first. */
export class ListReader implements ListElementReader {
  readonly #values = new Values();
  readonly #scheme = new Map<string, XmlNode>();
  readonly #pointers: ListPointer[] = [];
  readonly #providers: Provider[] = [];
  readonly #entered = new Set<string>();
  #provider: OpenProvider | null = null;
  #failure: DocconvError | null = null;

  enter(container: string): void {
    this.#attempt(() => {
      if (container === 'TrustServiceProvider') this.#finishProvider();
      if (this.#entered.has(container)) throw refusal('STRUCTURE', container);
      this.#entered.add(container);
      if (container === 'TrustServiceProvider') this.#provider = { information: null, services: [] };
    });
  }

  part(container: string, part: XmlNode): void {
    this.#attempt(() => this.#read(container, part));
  }

  /** Throws LIST_INVALID. */
  list(): TrustedList {
    this.#attempt(() => this.#finishProvider());
    if (this.#failure) throw this.#failure;
    const issuing = this.#field('ListIssueDateTime');
    const issued = readTime(issuing ? textOf(issuing) : '', 'ListIssueDateTime');
    return {
      kind: LIST_OF_LISTS.test(this.#text('TSLType') ?? '') ? 'list-of-lists' : 'list',
      territory: this.#text('SchemeTerritory') ?? '',
      version: this.#number('TSLVersionIdentifier', /^[3-6]$/, 'VERSION'),
      sequence: this.#number('TSLSequenceNumber', /^[1-9]\d{0,8}$/, 'SEQUENCE'),
      issued,
      nextUpdate: this.#nextUpdate(issued),
      schemeUris: children(this.#field('SchemeInformationURI'), 'list', 'URI').map(uri => this.#values.text(uri)),
      pointers: this.#pointers,
      providers: this.#providers,
    };
  }

  #attempt(read: () => void): void {
    if (this.#failure) return;
    try {
      read();
    } catch (error) {
      if (!(error instanceof DocconvError)) throw error;
      this.#failure = error;
    }
  }

  #read(container: string, part: XmlNode): void {
    const is = (parent: string, local: string) => container === parent && isNamed(part, 'list', local);
    if (is('TSPServices', 'TSPService')) this.#provider!.services.push(readService(part, this.#values));
    else if (is('PointersToOtherTSL', 'OtherTSLPointer')) this.#pointers.push(readPointer(part, this.#values));
    else if (is('TrustServiceProvider', 'TSPInformation') && !this.#provider!.information)
      this.#provider!.information = part;
    else if (is('SchemeInformation', part.tag.local) && !this.#scheme.has(part.tag.local))
      this.#scheme.set(part.tag.local, part);
    else throw refusal('STRUCTURE', part.tag.name);
  }

  #finishProvider(): void {
    const provider = this.#provider;
    if (!provider) return;
    this.#provider = null;
    for (const container of ['TrustServiceProvider', 'TSPServices']) this.#entered.delete(container);
    const names = this.#values.names(provider.information, 'TSPName', 'Name');
    if (names.length === 0) throw refusal('STRUCTURE', 'a provider without a name');
    const tradeNames = this.#values.names(provider.information, 'TSPTradeName', 'Name');
    this.#providers.push({ names, tradeNames, services: provider.services });
  }

  /** An element without a date closes the list (TS 119 612, 5.3.15). */
  #nextUpdate(issued: Date): Date | null {
    const field = this.#field('NextUpdate');
    if (!field) throw refusal('STRUCTURE', 'no NextUpdate');
    const text = childText(field, 'list', 'dateTime');
    const next = text === null ? null : readTime(text, 'NextUpdate');
    if (next && next < issued) throw refusal('TIME', 'NextUpdate before ListIssueDateTime');
    return next;
  }

  #number(name: string, pattern: RegExp, reason: ListRefusal): number {
    const text = this.#text(name) ?? '';
    if (!pattern.test(text)) throw refusal(reason, text.slice(0, 20));
    return Number(text);
  }

  #text(name: string): string | null {
    const field = this.#field(name);
    return field && this.#values.text(field);
  }

  #field(name: string): XmlNode | null {
    return this.#scheme.get(name) ?? null;
  }
}

/** TSLType; the second form is that of versions 3 and 4. */
const LIST_OF_LISTS = /listofthelists$|\/TSLType\/schemes$/i;

/** A pointer to another list (TS 119 612, 5.3.13). */
function readPointer(node: XmlNode, values: Values): ListPointer {
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
