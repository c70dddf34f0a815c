/**
 * The content stream of a page as LibreOffice writes it: the operators that begin and end marked content are on lines of
 * their own. Nested marked content only states ActualText.
 */
import {
  contentOperations,
  contentsOf,
  dict,
  isName,
  PdfDict,
  type PdfRevision,
  type PdfStream,
  type Update,
  wholeContent,
} from '../../../pdf/index.js';

const BEGIN = /^\/[^\s<]+ ?(?:<<.*>> ?)?B(?:MC|DC)$/;
/** Also where what it begins with is on the line before. */
const BEGIN_WITHIN = /(?:^|[\s>])B(?:MC|DC)$/;
const END = /^EMC$/;
const ARTIFACT = '/Artifact BMC';

/** Lines and areas. */
const PAINTS_PATH = /(?:^|\s)(?:f\*?|F|B\*?|b\*?|S|s|sh)$/m;
/** Text and pictures. */
const PAINTS_MORE = /(?:^|\s)(?:BT|Do|BI)(?=\s|$)/m;

/** A piece of the content: marked content with the line that begins it, or what is between. */
interface Piece {
  begin: string | null;
  lines: string[];
}

export class PageContent {
  /** Null: several, as docconv's own texts make them. They are not changed. */
  readonly #stream: PdfStream | null;
  readonly #pieces: readonly Piece[];
  #isChanged = false;

  constructor(revision: PdfRevision, page: PdfDict) {
    const streams = contentsOf(revision, page);
    this.#stream = streams.length === 1 ? streams[0]! : null;
    this.#pieces = piecesOf(Buffer.from(wholeContent(revision, page).bytes).toString('latin1'));
  }

  get #marked(): Piece[] {
    return this.#pieces.filter(({ begin }) => begin !== null);
  }

  /** It can be changed, and has as many. */
  hasMarks(count: number): boolean {
    return this.#stream !== null && this.#marked.length === count;
  }

  get #unmarked(): Piece[] {
    return this.#pieces.filter(({ begin }) => begin === null);
  }

  /** Changes the nth marked content; null: it becomes an artifact. */
  remark(index: number, owner: { type: string; mcid: number } | null): void {
    this.#begin(this.#marked[index]!, owner ? `/${owner.type}<</MCID ${owner.mcid}>>BDC` : ARTIFACT);
  }

  /** Lines and areas that are not marked, such as backgrounds, are artifacts. */
  markPaths(): void {
    for (const piece of this.#unmarked) {
      const text = piece.lines.join('\n');
      if (PAINTS_PATH.test(text) && !PAINTS_MORE.test(text)) this.#begin(piece, ARTIFACT);
    }
  }

  #begin(piece: Piece, operator: string): void {
    piece.begin = operator;
    this.#isChanged = true;
  }

  write(update: Update): void {
    if (!this.#isChanged || !this.#stream) return;
    const lines = this.#pieces.flatMap(({ begin, lines }) => (begin === null ? lines : [begin, ...lines, 'EMC']));
    update.replaceCompressed(this.#stream.owner, dict({}), Buffer.from(lines.join('\n'), 'latin1'));
  }
}

const PAINTS = new Set('f F f* B B* b b* S s sh Do EI Tj TJ \' "'.split(' '));

/** All that is painted is an artifact, or marked content that an element owns; all marked content ends. */
export function isMarked(content: Uint8Array, isOwned: (mcid: number) => boolean): boolean {
  const open: boolean[] = [];
  for (const { operator, operands } of contentOperations(content, MAX_OPERATIONS)) {
    if (operator === 'BDC' || operator === 'BMC') {
      const [tag, properties] = operands;
      const mcid = properties instanceof PdfDict ? properties.get('MCID') : null;
      const isTagged = typeof mcid === 'number' && isOwned(mcid);
      open.push(open.at(-1) === true || isName(tag, 'Artifact') || isTagged);
    } else if (operator === 'EMC') {
      if (open.pop() === undefined) return false;
    } else if (operator === null || (open.at(-1) !== true && PAINTS.has(operator))) return false;
  }
  return open.length === 0;
}

/** More than LibreOffice writes for any page. */
const MAX_OPERATIONS = 20_000_000;

function piecesOf(content: string): Piece[] {
  const pieces: Piece[] = [{ begin: null, lines: [] }];
  let depth = 0;
  for (const line of content.split('\n')) {
    const begins = BEGIN_WITHIN.test(line);
    const ends = END.test(line);
    if (depth === 0 && BEGIN.test(line)) pieces.push({ begin: line, lines: [] });
    else if (depth === 1 && ends) pieces.push({ begin: null, lines: [] });
    else pieces.at(-1)!.lines.push(line);
    depth += Number(begins) - Number(ends);
  }
  return pieces;
}
