/** Parts of a MIME message (RFC 2045 and 2046). */
import { DocconvError } from '../../errors.js';
import { asBuffer } from '../../system/bytes.js';
import { withoutTrailingBlanks } from '../../text.js';
import { type Limits, requireWithin } from '../limits.js';

export interface MimePart {
  /** In lower case, as in "text/html". */
  readonly type: string;
  /** Of Content-Type, by names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Content-ID without its brackets; null without one. */
  readonly id: string | null;
  /** Content-Location (RFC 2557, 4.2); null without one. */
  readonly location: string | null;
  /** Content-Disposition (RFC 2183) is "attachment". */
  readonly isAttached: boolean;
  /** One of several forms of the same content (RFC 2046, 5.1.4). */
  readonly isAlternative: boolean;
  readonly bytes: Buffer;
}

interface Entity {
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** In Latin-1: each character is a byte. */
  readonly body: string;
}

/** Header fields up to an empty line, or to the end of a text that is cut off. */
const HEADERS = /^(?:[!-9;-~]+:[^\n]*\n(?:[ \t]+[^\s][^\n]*\n)*)+/;

/** Whether a text begins as the header of a web archive: a page with its pictures (RFC 2557). */
export const isWebArchive = (text: string): boolean => hasHeader(text, /^Content-Type:\s*multipart\/related\b/im);

/** Whether a text begins as the header of any message with a page in it: mail programs save these with the name .mht. */
export const isPageMessage = (text: string): boolean =>
  hasHeader(text, /^Content-Type:\s*(?:multipart\/|text\/html\b)/im);

/** Whether a text begins as the header of a mail, with or without a page (RFC 5322, 3.6). */
export function isMail(text: string): boolean {
  const [headers = ''] = HEADERS.exec(text) ?? [];
  return (
    /^From:(?:[^\n]|\n[ \t])*@/im.test(headers) &&
    /^(?:Date|Message-ID|MIME-Version|Received|Subject|To):/im.test(headers)
  );
}

function hasHeader(text: string, type: RegExp): boolean {
  const [headers = ''] = HEADERS.exec(text) ?? [];
  return /^MIME-Version:/im.test(headers) && type.test(headers);
}

export interface MimeMessage {
  readonly header: MimePart;
  /** Sent by somebody: programs that save a page state no address. */
  readonly isMail: boolean;
  readonly parts: readonly MimePart[];
}

/** The header and the parts without parts of their own, in their order. Throws CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export function readMime(bytes: Uint8Array, limits: Limits): MimeMessage {
  requireWithin(limits, 'textBytes', bytes.length);
  const message = readEntity(asBuffer(bytes).toString('latin1'));
  const parts: MimePart[] = [];
  addParts(message, 0, { limits, parts });
  return { header: decoded({ ...message, body: '' }), isMail: /@/.test(message.headers.get('from') ?? ''), parts };
}

/** Each level is searched for the delimiters of its own. */
const MAX_DEPTH = 8;

function addParts(
  entity: Entity,
  depth: number,
  into: { limits: Limits; parts: MimePart[] },
  outer: string | null = null,
): void {
  if (depth > MAX_DEPTH) throw new DocconvError('CORRUPT_DOCUMENT.archive-too-deep');
  requireWithin(into.limits, 'entries', into.parts.length);
  if (!entity.type.startsWith('multipart/')) into.parts.push(decoded(entity, outer));
  else for (const body of bodiesOf(entity)) addParts(readEntity(body), depth + 1, into, entity.type);
}

function readEntity(text: string): Entity {
  const [block = ''] = HEADERS.exec(text) ?? [];
  const lines = block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = new Map(lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), fieldValue(line)]));
  const [type = '', ...rest] = (headers.get('content-type') ?? 'text/plain').split(';');
  const found = [...rest.join(';').matchAll(PARAMETER)];
  const parameters = new Map(found.map(([, name, value]) => [name!.toLowerCase(), unquoted(value!)]));
  return { headers, type: type.trim().toLowerCase(), parameters, body: text.slice(block.length).replace(/^\r?\n/, '') };
}

const fieldValue = (line: string): string => line.slice(line.indexOf(':') + 1).trim();
/** Begins at the beginning of a name only: otherwise a long one takes quadratic time. */
const PARAMETER = /(?<![^\s;="])([^\s;="]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)/g;
const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;

/** Between the delimiter lines (RFC 2046, 5.1.1); the last part may lack its own. */
function* bodiesOf({ parameters, body }: Entity): Generator<string> {
  const boundary = parameters.get('boundary');
  if (!boundary) throw new DocconvError('CORRUPT_DOCUMENT.archive-without-parts');
  let begin = -1;
  for (const { at, end, isLast } of delimiters(`\n${body}`, `\n--${boundary}`)) {
    if (begin >= 0) yield body.slice(begin, Math.max(begin, at));
    if (isLast) return;
    begin = end;
  }
  if (begin >= 0) yield body.slice(begin);
}

/** Positions in the body, which begins one character later than `text`: before and behind the line of a delimiter. */
function* delimiters(text: string, mark: string): Generator<{ at: number; end: number; isLast: boolean }> {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const behind = at + mark.length;
    const line = text.indexOf('\n', behind);
    const rest = text.slice(behind, line < 0 ? undefined : line).trim();
    if (rest !== '' && rest !== '--') continue; // the delimiter of another message, which begins with this one
    yield { at: at - 1, end: line < 0 ? text.length : line, isLast: rest === '--' };
  }
}

function decoded({ headers, type, parameters, body }: Entity, outer: string | null = null): MimePart {
  const id = headers.get('content-id')?.replace(/^<|>$/g, '') ?? null;
  const location = headers.get('content-location')?.replace(/\s+/g, '') ?? null;
  const isAttached = /^attachment\b/i.test(headers.get('content-disposition') ?? '');
  const isAlternative = outer === 'multipart/alternative';
  const bytes = bytesOf(body, headers.get('content-transfer-encoding'));
  return { type, parameters, id, location, isAttached, isAlternative, bytes };
}

function bytesOf(body: string, encoding = '7bit'): Buffer {
  const name = encoding.toLowerCase();
  if (name === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(name === 'quoted-printable' ? fromQuotedPrintable(body) : body, 'latin1');
}

/** RFC 2045, 6.7: with blanks at the ends of lines removed. */
function fromQuotedPrintable(text: string): string {
  const joined = withoutTrailingBlanks(text).replace(/=\r?\n/g, '');
  return joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
