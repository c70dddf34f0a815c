/** What the XML of an electronic invoice or order states about itself. Whether its content is right is for its sender to know. */
import { DocconvError } from '../../../errors.js';
import { readEvents, XmlRefusal } from '../../../system/xml-events.js';
import type { DocumentType, FacturxLevel, FacturxOperation } from '../../operation-types.js';
import type { PdfOptions } from '../../options.js';
import { INVOICE, KINDS, type Kind, LEVEL_NAMES, levelOf } from './levels.js';

export interface Stated {
  readonly kind: Kind;
  readonly level: FacturxLevel;
  readonly type: DocumentType;
  readonly version: string;
}

const MAX_BYTES = 10 << 20;
const MAX_DEPTH = 64;

const GUIDELINE = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID';
const TYPE_CODE = 'ExchangedDocument/TypeCode';

/** Before an engine works for it. Throws OPTION_INVALID. */
export async function requireInvoice({ facturx, facturxLevel: level }: PdfOptions): Promise<void> {
  if (facturx !== undefined) await statedBy({ kind: 'facturx', xml: Buffer.from(facturx), ...(level && { level }) });
}

/** Without a level of the caller, everything is read from the XML. Throws OPTION_INVALID, whose message says what is wrong. */
export async function statedBy({ xml, level, type, version, unchecked }: FacturxOperation): Promise<Stated> {
  if (unchecked && level) return { kind: INVOICE, level, type: type ?? 'INVOICE', version: version ?? '1.0' };
  const stated = await readInvoice(xml);
  if (level !== undefined && level !== stated.level) {
    const values = { given: LEVEL_NAMES[level], stated: LEVEL_NAMES[stated.level] };
    throw new DocconvError('OPTION_INVALID.facturx-level', values, { detail: { option: 'facturxLevel' } });
  }
  return { ...stated, ...(type && { type }), ...(version !== undefined && { version }) };
}

async function readInvoice(xml: Uint8Array): Promise<Stated> {
  if (xml.length > MAX_BYTES) throw invalid('facturx-size', { max: MAX_BYTES >> 20 });
  const { root, texts } = await read(xml);
  const kind = KINDS.find(({ uri, local }) => root === `{${uri}}${local}`);
  if (!kind) throw invalid('facturx-root', { root: root.slice(0, MAX_SHOWN) });
  const guideline = texts.get(GUIDELINE)?.trim() ?? '';
  const found = levelOf(kind, guideline);
  if (!found) throw invalid('facturx-guideline', { guideline: JSON.stringify(guideline.slice(0, MAX_SHOWN)) });
  const code = texts.get(TYPE_CODE)?.trim() ?? '';
  const type = kind.typeOf(code);
  if (!type) throw invalid('facturx-type', { code: JSON.stringify(code.slice(0, MAX_SHOWN)) });
  return { kind, type, ...found };
}

/** Characters of the XML in a message. */
const MAX_SHOWN = 120;

/** The name of the root element, and the texts that are wanted, by the local names of their elements below the root. */
async function read(xml: Uint8Array): Promise<{ root: string; texts: ReadonlyMap<string, string> }> {
  const path: string[] = [];
  const texts = new Map<string, string>();
  let root = '';
  const events = {
    open({ uri, local }: { uri: string; local: string }) {
      if (path.length === 0) root = `{${uri}}${local}`;
      if (path.push(local) > MAX_DEPTH) throw new XmlRefusal('complexity', `more than ${MAX_DEPTH} levels`);
    },
    close() {
      path.pop();
    },
    text(text: string) {
      const place = path.slice(1).join('/');
      if (place === GUIDELINE || place === TYPE_CODE) texts.set(place, (texts.get(place) ?? '') + text);
    },
    comment() {},
    instruction() {},
  };
  try {
    await readEvents(xml, events);
  } catch (cause) {
    if (!(cause instanceof XmlRefusal)) throw cause;
    throw invalid('facturx-xml', { reason: cause.message.split('\n', 1)[0]!.slice(0, MAX_SHOWN) }, cause);
  }
  return { root, texts };
}

type Reason = 'facturx-size' | 'facturx-root' | 'facturx-guideline' | 'facturx-type' | 'facturx-xml';

function invalid(reason: Reason, values: Readonly<Record<string, string | number>>, cause?: unknown): DocconvError {
  return new DocconvError(`OPTION_INVALID.${reason}`, values, { cause, detail: { option: 'facturx', reason } });
}
