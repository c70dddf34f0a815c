/**
 * Reads multipart/form-data (RFC 7578) part by part, so that its bytes need no memory. Strict: a part that another parser
 * would read differently, or pass over, is an error.
 */
import { HttpProblem } from '../problem.js';

export interface PartHeader {
  /** Name of the form field. */
  name: string;
  /** Null: the part is not a file. */
  fileName: string | null;
  charset: string;
}

/** Takes the content of a part, in order. */
export type PartSink = (block: Buffer) => void | Promise<void>;

/** Bytes of the headers of one part. */
const MAX_HEADERS = 16 * 1024;
const HEADERS_END = Buffer.from('\r\n\r\n');
/** Characters; RFC 2046 allows 70. */
const MAX_BOUNDARY = 200;

/** Calls `onPart` for each part, and reads to the end of the body. Throws invalid_multipart. */
export async function readParts(
  body: AsyncIterable<Buffer>,
  contentType: string,
  onPart: (header: PartHeader) => PartSink | Promise<PartSink>,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, 'latin1');
  const input = new Input(body);
  if (!(await input.through(delimiter, ignore)))
    throw badForm('it does not contain the boundary that its Content-Type states', WRITTEN_BY_CLIENT);
  while (!(await input.startsWith('--'))) {
    const sink = await onPart(await readHeader(input));
    if (!(await input.through(delimiter, sink))) throw badForm('it ends within a part', CUT_OFF);
  }
  await input.drain(); // RFC 2046, 5.1.1: what follows the last boundary has no meaning
}

/** @param hint a sentence after a blank */
export function badForm(reason: string, hint = ''): HttpProblem {
  return new HttpProblem('invalid_multipart', `The body is not a valid multipart form: ${reason}.${hint}`);
}

/** Hints: sentences after a blank. */
export const WRITTEN_BY_CLIENT =
  ' Let your HTTP client write the header Content-Type: it states the boundary between the parts of the form (curl: -F).';
const CUT_OFF = ' Send it completely, to the boundary that is followed by two hyphens.';

const ignore: PartSink = () => {};

function boundaryOf(contentType: string): string {
  const boundary = statedBoundary(contentType);
  if (boundary === null) throw badForm('its Content-Type states no boundary', WRITTEN_BY_CLIENT);
  if (boundary.length > MAX_BOUNDARY) throw badForm(`its boundary has more than ${MAX_BOUNDARY} characters`);
  return boundary;
}

/** Null: the header states none. Throws invalid_multipart. */
export function statedBoundary(contentType: string): string | null {
  return parametersOf(contentType, 'its Content-Type').get('boundary') || null;
}

async function readHeader(input: Input): Promise<PartHeader> {
  const pieces: Buffer[] = [];
  let size = 0;
  const found = await input.through(HEADERS_END, piece => {
    size += piece.length;
    if (size > MAX_HEADERS) throw badForm(`the headers of a part have more than ${MAX_HEADERS / 1024} KiB`);
    pieces.push(piece);
  });
  if (!found) throw badForm('it ends within the headers of a part', CUT_OFF);
  return parseHeader(Buffer.concat(pieces).toString());
}

function parseHeader(text: string): PartHeader {
  const [padding = '', ...lines] = text.split('\r\n');
  if (padding.trim() !== '')
    throw badForm(
      'a boundary is not followed by a line end',
      ' Write CR LF behind each boundary, and no boundary into a file.',
    );
  const fields = new Map(lines.map(headerField));
  if (fields.size < lines.length) throw badForm('a part has a header twice', ' Send each header once.');
  const disposition = fields.get('content-disposition') ?? '';
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (!/^form-data *(;|$)/i.test(disposition) || name === undefined)
    throw badForm('each part needs a header like Content-Disposition: form-data; name="file"; filename="letter.docx"');
  const encoding = fields.get('content-transfer-encoding') ?? 'binary';
  if (!/^(7bit|8bit|binary)$/i.test(encoding))
    throw badForm('a part is encoded', ' Send its bytes as they are, without Content-Transfer-Encoding.');
  const type = fields.get('content-type') ?? '';
  const fileName = parameters.get('filename') ?? (/^application\/octet-stream/i.test(type) ? '' : null);
  return { name, fileName, charset: parametersOf(type).get('charset') ?? 'utf-8' };
}

function headerField(line: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/s.exec(line) ?? [];
  if (name === undefined || value === undefined || /[\r\n\0]/.test(value))
    throw badForm(
      'a header of a part is invalid',
      ' Write it as "Name: value", and a line break in a file name as %0A.',
    );
  return [name.toLowerCase(), value.trim()];
}

/** One parameter; in a quoted value, a backslash escapes quotation marks and backslashes only, as in C:\letter.docx. */
const PARAMETER = /[ \t]*;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^\s;"]*))[ \t]*)?/y;

/** 'form-data; name="file"' -> name: file; `filename*` (RFC 8187) replaces `filename`. Throws unless all of it is valid. */
function parametersOf(header: string, name = 'a header of a part'): Map<string, string> {
  const parameters = new Map<string, string>();
  let end = header.search(/;|$/);
  while (end < header.length) {
    PARAMETER.lastIndex = end;
    const [all = '', parameter = '', quoted, token = ''] = PARAMETER.exec(header) ?? [];
    const key = parameter.toLowerCase();
    if (all === '')
      throw badForm(`${name} has a parameter that is not valid`, ' Write each as name=value or name="value".');
    if (parameters.has(key)) throw badForm(`${name} has a parameter twice`, ' Write each once.');
    if (key) parameters.set(key, quoted?.replace(/\\(["\\])/g, '$1') ?? token);
    end += all.length;
  }
  const extended = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  if (extended !== undefined) parameters.set('filename', percentDecoded(extended));
  return parameters;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badForm('a file name is not valid UTF-8', ' Percent-encode its bytes in UTF-8 (RFC 8187).');
  }
}

/** The unread part of the body. */
class Input {
  readonly #blocks: AsyncIterator<Buffer>;
  // the first boundary needs no line end before it
  #buffer: Buffer = Buffer.from('\r\n');

  constructor(body: AsyncIterable<Buffer>) {
    this.#blocks = body[Symbol.asyncIterator]();
  }

  /** Passes everything before `mark` to the sink, and skips the mark; false if the body has none. */
  async through(mark: Buffer, sink: PartSink): Promise<boolean> {
    for (;;) {
      const at = this.#buffer.indexOf(mark);
      // without a match the last bytes may be the start of one
      const end = at >= 0 ? at : Math.max(0, this.#buffer.length - mark.length + 1);
      if (end > 0) await sink(this.#buffer.subarray(0, end));
      this.#buffer = this.#buffer.subarray(at >= 0 ? at + mark.length : end);
      if (at >= 0) return true;
      if (!(await this.#more())) return false;
    }
  }

  /** Whether the next bytes are these, which are then skipped. */
  async startsWith(text: string): Promise<boolean> {
    while (this.#buffer.length < text.length)
      if (!(await this.#more())) throw badForm('it ends within a boundary', CUT_OFF);
    const starts = this.#buffer.toString('latin1', 0, text.length) === text;
    if (starts) this.#buffer = this.#buffer.subarray(text.length);
    return starts;
  }

  async drain(): Promise<void> {
    while (await this.#more()) this.#buffer = Buffer.alloc(0);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#blocks.next();
    if (done) return false;
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, value]) : value;
    return true;
  }
}
