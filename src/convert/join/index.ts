/**
 * Joins PDFs into one. Copied are the pages with all that they refer to, and of each document: bookmarks, named
 * destinations, form fields, page labels, layers, tags, embedded files; of a single document its presentation. Left out is what a document does when it is opened
 * (scripts, actions), its metadata, and signatures, which are of the whole file.
 */
import { randomBytes } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import {
  arrayOf,
  dateString,
  dict,
  dictWith,
  inheritedEntry,
  latin1,
  type PdfDocument,
  PdfFile,
  PdfName,
  type PdfObject,
  type PdfRef,
  PdfString,
  pageList,
} from '../../pdf/index.js';
import { type Limits, requireWithin } from '../limits.js';
import { Copier } from './copier.js';
import { FontNaming, joinForms, withFieldEntries } from './forms.js';
import { joinIntents } from './intents.js';
import { joinLabels } from './labels.js';
import { joinLayers } from './layers.js';
import { destinationsOf, joinNames, withDestination } from './names.js';
import { joinOutlines } from './outlines.js';
import { copiedItems, type Part } from './part.js';
import { INHERITED, Selection } from './selection.js';
import { joinStructure, parentTreeSize, withStructureKeys } from './structure.js';

export interface JoinedDocument {
  readonly document: PdfDocument;
  /** Title of its bookmark. */
  readonly title: string;
  /** Numbers of the pages that are taken, 1 = first; absent: all of them. */
  readonly pages?: readonly number[];
}

export interface JoinSettings {
  readonly version: string;
  /** A bookmark for each document. */
  readonly bookmarks: boolean;
  readonly view: 'outline' | 'thumbnails' | 'page' | undefined;
  /** XMP metadata, which a PDF/A must have; null: none. */
  readonly metadata: string | null;
  readonly limits: Limits;
}

const VIEWS = { page: 'UseNone', outline: 'UseOutlines', thumbnails: 'UseThumbs' } as const;

/** Throws LIMIT_EXCEEDED or CORRUPT_DOCUMENT (no pages). */
export function joinPdfs(documents: readonly JoinedDocument[], settings: JoinSettings): Buffer {
  const target = new PdfFile(settings.version, size => requireWithin(settings.limits, 'outputBytes', size));
  const [catalog, tree] = [target.reserve(), target.reserve()];
  const parts = openParts(documents, target, settings.limits);
  const { fonts, destinations, keys } = prepareParts(parts, tree);
  const pages = parts.flatMap(({ pageRefs }) => pageRefs);
  target.add(tree, dict({ Type: new PdfName('Pages'), Kids: arrayOf(pages), Count: pages.length }));
  const structure = joinStructure(target, parts, keys); // first: elements refer to their root
  const entries: Record<string, PdfObject> = {
    Type: new PdfName('Catalog'),
    Pages: tree,
    Outlines: settings.bookmarks ? joinOutlines(target, parts) : null,
    AcroForm: joinForms(parts, fonts),
    PageLabels: joinLabels(parts),
    OCProperties: joinLayers(parts),
    StructTreeRoot: structure,
    MarkInfo: structure && parts.every(isMarked) ? dict({ Marked: true }) : null,
    Lang: languageOf(parts),
    Names: joinNames(parts, destinations),
    AF: arrayUnlessEmpty(parts.flatMap(part => copiedItems(part, part.revision.root, 'AF'))),
    OutputIntents: settings.metadata === null ? null : arrayUnlessEmpty(joinIntents(parts)),
    Metadata: settings.metadata === null ? null : addMetadata(target, settings.metadata),
    PageMode: settings.view ? new PdfName(VIEWS[settings.view]) : null,
    ...(parts.length === 1 && presentationOf(parts[0]!)),
  };
  for (const { copier } of parts) copier.finish();
  target.add(catalog, dict(Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null))));
  return target.finish(trailerFor(catalog, settings.metadata === null ? target : null));
}

function openParts(documents: readonly JoinedDocument[], target: PdfFile, limits: Limits): Part[] {
  const parts: Part[] = [];
  let firstPage = 0;
  for (const { document, title, pages: selected } of documents) {
    const revision = document.latest;
    const all = pageList(revision)?.pages ?? [];
    const numbers = selected ? selected.map(number => number - 1) : [...all.keys()];
    if (numbers.length === 0) throw new DocconvError('CORRUPT_DOCUMENT.no-pages');
    const copier = new Copier(revision, target);
    const selection = numbers.length < all.length ? new Selection(copier, new Set(numbers)) : null;
    const pages = numbers.map(number => (selection ? selection.page(all[number]!) : all[number]!));
    const pageRefs = pages.map(({ ref }) => (ref ? copier.reserve(ref) : target.reserve()));
    parts.push({ revision, copier, pages, numbers, selection, pageRefs, firstPage, title });
    firstPage += pages.length;
    requireWithin(limits, 'pages', firstPage);
  }
  return parts;
}

/** Sets what changes in the objects of each document, before the first one is copied. `keys`: see joinStructure. */
function prepareParts(parts: readonly Part[], tree: PdfRef) {
  const naming = new FontNaming();
  const fonts = parts.map(({ revision }) => naming.rename(revision));
  const destinations = parts.map(({ revision }) => destinationsOf(revision));
  const keys: number[] = [];
  let nextKey = 0;
  for (const [i, { revision, copier }] of parts.entries()) {
    const offset = nextKey;
    keys.push(offset);
    nextKey += parentTreeSize(revision);
    copier.edit = entries =>
      withStructureKeys(
        revision,
        withDestination(revision, withFieldEntries(revision, entries, fonts[i]!), destinations[i]!),
        offset,
      );
  }
  for (const part of parts) for (const page of part.pages.keys()) preparePage(part, page, tree);
  return { fonts, destinations, keys };
}

function preparePage({ revision, copier, pages, pageRefs }: Part, page: number, tree: PdfRef): void {
  const { ref, dict: entries } = pages[page]!;
  const inherited = INHERITED.filter(key => !entries.has(key)).map(
    key => [key, copier.copy(inheritedEntry(revision, entries, key))] as const,
  );
  const own = {
    Type: new PdfName('Page'),
    Parent: tree,
    ...Object.fromEntries(inherited.filter(([, value]) => value !== null)),
  };
  if (ref) copier.replace(ref, own);
  else copier.add(pageRefs[page]!, entries, own);
}

const isMarked = ({ revision }: Part): boolean =>
  revision.get(revision.getDict(revision.root, 'MarkInfo'), 'Marked') === true;

/** Of the first document, where the others have the same one or state theirs in their elements of the structure. */
function languageOf(parts: readonly Part[]): PdfObject {
  const languages = parts.map(({ revision }) => revision.getString(revision.root, 'Lang'));
  const [first] = languages;
  const areStated = parts.every(({ revision }) => revision.getDict(revision.root, 'StructTreeRoot'));
  const areEqual = languages.every(language => language && first && latin1(language) === latin1(first));
  return first && (areStated || areEqual) ? first : null;
}

const arrayUnlessEmpty = (items: readonly PdfObject[]): PdfObject => (items.length > 0 ? arrayOf(items) : null);

/** How readers show the document, and the address that its relative links begin with. The pages to print have other numbers. */
function presentationOf({ revision, copier }: Part): Record<string, PdfObject> {
  const preferences = revision.getDict(revision.root, 'ViewerPreferences');
  return {
    ViewerPreferences: preferences && copier.copy(dictWith(preferences, { PrintPageRange: null, Enforce: null })),
    PageLayout: copier.copy(revision.root?.get('PageLayout')),
    URI: copier.copy(revision.root?.get('URI')),
  };
}

/** Not compressed, as PDF/A-1 requires (ISO 19005-1, 6.7.2). */
function addMetadata(target: PdfFile, metadata: string): PdfRef {
  const entries = dict({ Type: new PdfName('Metadata'), Subtype: new PdfName('XML') });
  return target.addStream(target.reserve(), entries, Buffer.from(metadata));
}

/** @param target null: without document information, which in a PDF/A has to agree with the metadata */
function trailerFor(catalog: PdfRef, target: PdfFile | null): Record<string, PdfObject> {
  const id = new PdfString(randomBytes(16), true, null);
  const information = () =>
    dict({ Producer: new PdfString(Buffer.from('docconv'), false, null), CreationDate: dateString(new Date()) });
  return {
    Root: catalog,
    ...(target && { Info: target.add(target.reserve(), information()) }),
    ID: arrayOf([id, id]),
  };
}
