/** What a PDF has beside the content of its pages: some of it is lost where a PDF is joined or split, or printed again by LibreOffice. */
import {
  annotationsOf,
  formFields,
  hasDocumentActions,
  hasLayers,
  hasOriginal,
  hasScripts,
  hasXfa,
  nameTree,
  numberTree,
  type PdfRevision,
  pageList,
} from '../../pdf/index.js';
import { FEATURES, type Feature } from '../operation-types.js';

type Has = (revision: PdfRevision) => boolean;

const HAS: { readonly [Name in Feature]: Has } = {
  original: hasOriginal,
  'form fields': revision => formFields(revision).some(({ type }) => type !== 'Sig'),
  layers: hasLayers,
  'page labels': revision => numberTree(revision, revision.root?.get('PageLabels')).length > 0,
  tags: revision => revision.getDict(revision.root, 'StructTreeRoot') !== null,
  links: revision => hasAnnotation(revision, type => type === 'Link'),
  annotations: revision => hasAnnotation(revision, type => !OTHERS.has(type)),
  'named destinations': revision =>
    (revision.getDict(revision.root, 'Dests')?.entries.size ?? 0) > 0 ||
    nameTree(revision, revision.getDict(revision.root, 'Names')?.get('Dests')).length > 0,
  scripts: hasScripts,
  'actions of the document': hasDocumentActions,
  'XFA form': hasXfa,
};

/** A link, a field, and the window of another annotation. */
const OTHERS: ReadonlySet<string> = new Set(['Link', 'Widget', 'Popup']);

function hasAnnotation(revision: PdfRevision, isWanted: (type: string) => boolean): boolean {
  const pages = pageList(revision)?.pages ?? [];
  return pages.some(({ dict }) =>
    annotationsOf(revision, dict).some(annotation => isWanted(revision.getName(annotation, 'Subtype') ?? '')),
  );
}

const present = (revision: PdfRevision, names: readonly Feature[]): Feature[] =>
  names.filter(name => HAS[name](revision));

export const featuresOf = (revision: PdfRevision): Feature[] => present(revision, FEATURES);

/** What no joined PDF has of its documents, and no part of a split one. */
export const lostByJoining = (revision: PdfRevision): Feature[] =>
  present(revision, ['original', 'scripts', 'actions of the document', 'XFA form']);
