/** Reads a trusted list or a list of lists (TS 119 612, versions 3 to 6) from its parts. */
import { DocconvError } from '../../errors.js';
import { readableCertificate } from '../../pki/index.js';
import type { ListElementReader } from './list-elements.js';
import type { ListPointer, Provider, Service, TrustedList, Unreadable } from './model.js';
import { readService } from './read-service.js';
import { isOfWholeList, type ListRefusal, readable, reasonOf, refusal } from './refusal.js';
import { child, children, childText, elementsOf, isNamed, readTime, textOf, type XmlNode } from './tree.js';
import { certificatesAt, Values } from './values.js';

interface OpenProvider {
  information: XmlNode | null;
  readonly services: Service[];
  readonly unreadable: Omit<Unreadable, 'provider'>[];
  /** Why nothing of it can be used. */
  failure: DocconvError | null;
}

/** The containers of which only a provider consists. */
const OF_PROVIDER: ReadonlySet<string> = new Set(['TrustServiceProvider', 'TSPServices']);

/**
 * Takes the parts while the list is scanned. What cannot be read of a service or provider costs that one. Any other error is
 * kept until list() is called: a bad signature comes first.
 */
export class ListReader implements ListElementReader {
  readonly #values = new Values();
  readonly #scheme = new Map<string, XmlNode>();
  readonly #pointers: ListPointer[] = [];
  readonly #providers: Provider[] = [];
  readonly #entered = new Set<string>();
  readonly #unreadable: Unreadable[] = [];
  #provider: OpenProvider | null = null;
  #failure: DocconvError | null = null;
  #pointerFailure: DocconvError | null = null;

  enter(container: string): void {
    if (container === 'TrustServiceProvider') this.#attempt(null, () => this.#openProvider());
    else this.#attempt(container, () => this.#enterOnce(container));
  }

  part(container: string, part: XmlNode): void {
    this.#attempt(container, () => this.#read(container, part));
  }

  /** Throws LIST_INVALID. */
  list(): TrustedList {
    this.#attempt(null, () => this.#finishProvider());
    if (this.#failure) throw this.#failure;
    const isOfLists = LIST_OF_LISTS.test(this.#text('TSLType') ?? '');
    if (isOfLists && this.#pointerFailure) throw this.#pointerFailure;
    const issuing = this.#field('ListIssueDateTime');
    const issued = readTime(issuing ? textOf(issuing) : '', 'ListIssueDateTime');
    return {
      kind: isOfLists ? 'list-of-lists' : 'list',
      territory: this.#text('SchemeTerritory') ?? '',
      version: this.#number('TSLVersionIdentifier', /^[3-6]$/, 'VERSION'),
      sequence: this.#number('TSLSequenceNumber', /^[1-9]\d{0,8}$/, 'SEQUENCE'),
      issued,
      nextUpdate: this.#nextUpdate(issued),
      schemeUris: children(this.#field('SchemeInformationURI'), 'list', 'URI').map(uri => this.#values.text(uri)),
      pointers: this.#pointers,
      providers: this.#providers,
      unreadable: this.#unreadable,
    };
  }

  /** `container`: of the part that is read; null: of none. */
  #attempt(container: string | null, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof DocconvError)) throw error;
      const isOfProvider = container !== null && OF_PROVIDER.has(container) && !isOfWholeList(error);
      if (this.#provider && isOfProvider) this.#provider.failure ??= error;
      else this.#failure ??= error;
    }
  }

  #enterOnce(container: string): void {
    if (this.#entered.has(container)) throw refusal('STRUCTURE', container);
    this.#entered.add(container);
  }

  #read(container: string, part: XmlNode): void {
    const is = (parent: string, local: string) => container === parent && isNamed(part, 'list', local);
    if (is('TSPServices', 'TSPService')) this.#takeService(part, this.#provider!);
    else if (is('PointersToOtherTSL', 'OtherTSLPointer')) this.#takePointer(part);
    else if (is('TrustServiceProvider', 'TSPInformation') && !this.#provider!.information)
      this.#provider!.information = part;
    else if (is('SchemeInformation', part.tag.local) && !this.#scheme.has(part.tag.local))
      this.#scheme.set(part.tag.local, part);
    else throw refusal('STRUCTURE', part.tag.name);
  }

  #takeService(part: XmlNode, { services, unreadable }: OpenProvider): void {
    const service = readable(() => readService(part, this.#values));
    const leftOut = service instanceof DocconvError ? service : unreadableCertificate(service);
    if (!(service instanceof DocconvError)) services.push(service);
    if (leftOut) unreadable.push({ service: this.#nameOf(part), reason: reasonOf(leftOut) });
  }

  /** Those of a list of a territory are not used. */
  #takePointer(part: XmlNode): void {
    const pointer = readable(() => readPointer(part, this.#values));
    if (pointer instanceof DocconvError) this.#pointerFailure ??= pointer;
    else this.#pointers.push(pointer);
  }

  #nameOf(service: XmlNode): string | null {
    const names = readable(() => {
      return this.#values.names(child(service, 'list', 'ServiceInformation'), 'ServiceName', 'Name');
    });
    return names instanceof DocconvError ? null : (names[0] ?? null);
  }

  #openProvider(): void {
    this.#finishProvider();
    this.#provider = { information: null, services: [], unreadable: [], failure: null };
  }

  #finishProvider(): void {
    const open = this.#provider;
    if (!open) return;
    this.#provider = null;
    this.#entered.delete('TSPServices');
    const found = readable(() => this.#providerOf(open));
    const provider = found instanceof DocconvError ? null : found.names[0]!;
    const failure = found instanceof DocconvError ? found : open.failure;
    if (failure) this.#unreadable.push({ provider, service: null, reason: reasonOf(failure) });
    else {
      this.#providers.push(found as Provider);
      this.#unreadable.push(...open.unreadable.map(one => ({ provider, ...one })));
    }
  }

  #providerOf({ information, services }: OpenProvider): Provider {
    const names = this.#values.names(information, 'TSPName', 'Name');
    if (names.length === 0) throw refusal('STRUCTURE', 'a provider without a name');
    return { names, tradeNames: this.#values.names(information, 'TSPTradeName', 'Name'), services };
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

/** The index leaves such a certificate out, and keeps the others of the service. */
const unreadableCertificate = ({ certificates }: Service): DocconvError | null =>
  certificates.every(der => readableCertificate(der).length === 1) ? null : refusal('CERTIFICATE');
