/**
 * Operations whose files are parts of the form of a conversion: attachments, a stamp, a background. In an order these files
 * follow the documents, and a parameter that no client can send names their parts.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import {
  areBookmarks,
  type Bookmark,
  type InnerOperation,
  MEDIA_TYPE,
  type OperationSettings,
  operationsOfFiles,
  PAGE_RANGE,
  POSITIONS,
  RELATIONSHIPS,
  repeatedName,
} from '../../convert/operation-types.js';
import { inSequence, withoutUndefined } from '../../system/collections.js';
import { parseIfJson } from '../../system/formats/json.js';
import { badParameter, wordOf } from '../problem.js';
import { BINARY } from '../schemas.js';
import type { ReceivedDocument } from '../upload/document.js';

/** Names of the parts, and how many of each there may be. */
export const FILE_PARTS = { attach: 1000, stamp: 1, background: 1 } as const;
type FilePart = keyof typeof FILE_PARTS;
export const isFilePart = (name: string): name is FilePart => Object.hasOwn(FILE_PARTS, name);

const PARTS = '#parts';

const text = (description: string) => Type.Optional(Type.String({ description }));

/** How they are printed, and what they are: query parameters or form fields. */
export const OPERATION_QUERY = {
  'attach-type': text('Media type of the attached files, e.g. text/xml'),
  'attach-relationship': Type.Optional(
    Type.String({
      description: 'What the attached files are for the PDF; default: Unspecified',
      enum: [...RELATIONSHIPS],
    }),
  ),
  'stamp-pages': text('Pages that `stamp` and `background` print on, e.g. 1-3,7 or 5-'),
  'stamp-position': Type.Optional(
    Type.String({
      description:
        'Where they print: t top, b bottom, l left, r right, c center; two letters are a corner or the middle of an edge; default: c',
      enum: [...POSITIONS],
    }),
  ),
  'stamp-scale': text('Width and height of the page that they take at most, in percent; default: 50, of a PDF 100'),
  'stamp-opacity': text('Their opacity in percent; default: 100'),
};

/** Form fields only: texts, which URLs would bring into logs. */
const TEXTS = {
  'attach-description': text('Description of the attached files'),
  'set-bookmarks': text('Replace the bookmarks of the PDF: a JSON list of objects with `title`, `page` and `children`'),
};
export const OPERATION_TEXTS = Object.keys(TEXTS);

export const OPERATION_FORM: Record<string, TSchema> = {
  attach: Type.Optional(
    Type.Unsafe<never>({
      anyOf: [BINARY, { type: 'array', items: BINARY, minItems: 1, maxItems: FILE_PARTS.attach }],
      description: 'Files to attach to the PDF',
    }),
  ),
  stamp: Type.Optional(
    Type.Unsafe<never>({
      ...BINARY,
      description: 'An image (PNG, JPEG) or a PDF, whose first page is printed above every page',
    }),
  ),
  background: Type.Optional(
    Type.Unsafe<never>({ ...BINARY, description: 'An image or a PDF, whose first page is printed below every page' }),
  ),
  ...OPERATION_QUERY,
  ...TEXTS,
};

type Parameters = Readonly<Record<string, string>>;
type Documents = readonly [ReceivedDocument, ...ReceivedDocument[]];

/** An order of a form with further files. */
export function withFiles(
  parameters: Parameters,
  documents: Documents,
  others: readonly { readonly part: string; readonly document: ReceivedDocument }[],
): { parameters: Parameters; documents: Documents } {
  if (others.length === 0) return { parameters, documents };
  const parts = others.map(({ part }) => part).join(',');
  return {
    parameters: { ...parameters, [PARTS]: parts },
    documents: [...documents, ...others.map(({ document }) => document)],
  };
}

/** What the client sent. */
export function withoutFiles({ [PARTS]: _parts, ...parameters }: Parameters): Parameters {
  return parameters;
}

/** The documents of an order alone. */
export function documentsOf({ parameters, documents }: { parameters: Parameters; documents: Documents }): Documents {
  return documents.slice(0, documents.length - partsOf(parameters).length) as unknown as Documents;
}

const partsOf = (parameters: Parameters): string[] => parameters[PARTS]?.split(',') ?? [];

interface Order {
  readonly parameters: Parameters;
  readonly documents: Documents;
}

function filesOf({ parameters, documents }: Order, part: FilePart): ReceivedDocument[] {
  const parts = partsOf(parameters);
  return documents.slice(documents.length - parts.length).filter((_, i) => parts[i] === part);
}

/** Throws invalid_parameter, without reading a file. */
export function checkFiles(order: Order): { hasOperations: boolean } {
  const parts = partsOf(order.parameters);
  const needs = (part: string, isGiven: boolean, options: readonly string[]) => {
    const parameter = options.find(name => order.parameters[name] !== undefined);
    if (parameter !== undefined && !isGiven) throw badParameter({ parameter }, `"${parameter}" needs ${part}.`);
  };
  const names = Object.keys(OPERATION_FORM);
  needs(
    '"attach"',
    parts.includes('attach'),
    names.filter(name => name.startsWith('attach-')),
  );
  const isStamped = parts.includes('stamp') || parts.includes('background');
  needs(
    '"stamp" or "background"',
    isStamped,
    names.filter(name => name.startsWith('stamp-')),
  );
  const name = repeatedName(filesOf(order, 'attach'));
  if (name !== null)
    throw badParameter({ parameter: 'attach' }, `Two files of "attach" have the name "${name}". Rename one of them.`);
  settingsOf(order.parameters);
  const bookmarks = bookmarksOf(order.parameters);
  return { hasOperations: parts.length > 0 || bookmarks !== null };
}

/** Reads the files: call it when a worker is free. */
export async function operationsOf(order: Order): Promise<InnerOperation[]> {
  const { parameters } = order;
  const of = (part: FilePart) => filesOf(order, part);
  const read = async ([file]: readonly ReceivedDocument[]) => (file ? file.read() : null);
  const files = {
    background: await read(of('background')),
    stamp: await read(of('stamp')),
    attach: await inSequence(of('attach'), async file => ({ name: file.name, bytes: await file.read() })),
    bookmarks: bookmarksOf(parameters),
  };
  return operationsOfFiles({ files, settings: settingsOf(parameters) });
}

/** Throws invalid_parameter. */
function settingsOf(parameters: Parameters): OperationSettings {
  const { 'attach-type': mediaType, 'attach-description': description, 'stamp-pages': pages } = parameters;
  if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType))
    throw badParameter({ parameter: 'attach-type' }, '"attach-type" is a media type, such as text/xml.');
  const relationship = wordOf('attach-relationship', parameters['attach-relationship'], RELATIONSHIPS);
  const position = wordOf('stamp-position', parameters['stamp-position'], POSITIONS);
  const scale = percent(parameters, 'stamp-scale', 1000);
  const opacity = percent(parameters, 'stamp-opacity', 100);
  if (pages !== undefined && !PAGE_RANGE.test(pages))
    throw badParameter({ parameter: 'stamp-pages' }, '"stamp-pages" is a range of pages, such as 1-3,7 or 5-.');
  return {
    attachment: withoutUndefined({ mediaType, relationship, description }),
    stamp: withoutUndefined({ pages, position, scale, opacity }),
  };
}

function percent(parameters: Parameters, parameter: string, most: number): number | undefined {
  const given = parameters[parameter];
  if (given === undefined) return undefined;
  const value = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (value >= 1 && value <= most) return value;
  throw badParameter({ parameter }, `"${parameter}" is a number from 1 to ${most}.`);
}

/** Null: none are set. */
function bookmarksOf({ 'set-bookmarks': json }: Parameters): readonly Bookmark[] | null {
  if (json === undefined) return null;
  const bookmarks = parseIfJson(json);
  if (areBookmarks(bookmarks)) return bookmarks;
  const reason = '"set-bookmarks" is no list of bookmarks, such as [{"title":"Start","page":1}].';
  throw badParameter({ parameter: 'set-bookmarks' }, reason);
}
