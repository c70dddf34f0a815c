/** Where the marked content of a page is painted. */
import {
  type Box,
  boundingBox,
  Content,
  inheritedValue,
  initialState,
  interpret,
  isName,
  multiply,
  OperationLimit,
  PdfDict,
  type PdfRef,
  type PdfRevision,
  transformed,
  transformedPoint,
  union,
  wholeContent,
} from '../../../pdf/index.js';

/** Marked content in the order of the page, without nested marked content that only states ActualText. */
export interface Mark {
  /** Null: an artifact. */
  mcid: number | null;
  /** Where its lines of text begin, and the boxes of its pictures and drawings. */
  readonly places: readonly Box[];
}

const MAX_OPERATIONS = 2_000_000;
const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };

/** Empty where the content is not understood. */
export function marksOf(revision: PdfRevision, page: PdfDict): Mark[] {
  const marks: (Mark & { places: Box[] })[] = [];
  const resources = inheritedValue(revision, page, 'Resources');
  const limit = new OperationLimit(MAX_OPERATIONS);
  const context = { revision, resources: resources instanceof PdfDict ? resources : null, limit };
  const content = new Content(context, initialState());
  for (const event of interpret(content, wholeContent(revision, page).bytes)) {
    if (event.kind === 'unreadable') return [];
    if (event.kind === 'marked') {
      const mcid = event.properties instanceof PdfDict ? revision.getNumber(event.properties, 'MCID') : null;
      if (mcid !== null || isName(event.tag, 'Artifact')) marks.push({ mcid, places: [] });
    }
    const place = placeOf(event, content);
    if (place) marks.at(-1)?.places.push(place);
  }
  return marks;
}

/** A page whose content was read. */
export interface TaggedPage {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly marks: readonly Mark[];
}

export const unionOf = ({ places }: Mark): Box | null => (places.length > 0 ? places.reduce(union) : null);

type Event = ReturnType<typeof interpret> extends Generator<infer E, void> ? E : never;

function placeOf(event: Event, { state }: Content): Box | null {
  if (event.kind === 'text') {
    return boundingBox([transformedPoint(multiply(event.place.matrix, state.matrix), 0, 0)]);
  }
  if (event.kind === 'object') return transformed(UNIT, state.matrix);
  return event.kind === 'path' && (event.fills || event.strokes) && !event.path.isEmpty
    ? event.path.fillBox(state.matrix)
    : null;
}
