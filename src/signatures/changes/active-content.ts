/** Detects content that can be displayed differently without any change to the document. */
import { message } from '../../messages/index.js';
import {
  annotationsOf,
  hasDocumentActions,
  hasLayers,
  hasOriginal,
  hasScripts,
  hasXfa,
  inheritedValue,
  isName,
  type PageList,
  PdfDict,
  type PdfRevision,
  PdfStream,
  pageList,
} from '../../pdf/index.js';

/** Only the first pages are examined: the result is about the document, not about each page. */
const MAX_PAGES = 50;

/** Phrases for the report, without duplicates. */
export function activeContent(revision: PdfRevision): string[] {
  const pages = pageList(revision, MAX_PAGES);
  const fonts = fontsOf(revision, pages);
  const found = [
    [hasScripts(revision), 'scripts'],
    [hasDocumentActions(revision), 'action-at-start'],
    [hasLayers(revision), 'layers'],
    [hasActions(revision, pages), 'actions'],
    // LibreOffice searches all trailers
    [revision.document.revisions.some(hasOriginal), 'original'],
    [hasExternalStreams(revision, pages), 'external-streams'],
    [fonts.some(font => isNotEmbedded(revision, font)), 'fonts'],
    [hasXfa(revision), 'xfa'],
  ] as const;
  return found.filter(([applies]) => applies).map(([, kind]) => message(`active.${kind}`));
}

function resourcesOf(revision: PdfRevision, pages: PageList | null): PdfDict[] {
  const found = (pages?.pages ?? []).map(page => inheritedValue(revision, page.dict, 'Resources'));
  return [...new Set(found)].filter(resources => resources instanceof PdfDict);
}

/** Actions of pages, links and fields (12.6.3), except going to a page of the document. */
function hasActions(revision: PdfRevision, pages: PageList | null): boolean {
  const dicts = (pages?.pages ?? []).flatMap(({ dict }) => [dict, ...annotationsOf(revision, dict)]);
  return dicts.some(dict => {
    const actions = [revision.getDict(dict, 'A'), ...revision.values(revision.getDict(dict, 'AA'))];
    return actions.some(action => action instanceof PdfDict && !isName(action.get('S'), 'GoTo'));
  });
}

/** 7.3.8.2: with /F, the data of a stream is in another file. */
function hasExternalStreams(revision: PdfRevision, pages: PageList | null): boolean {
  const contents = (pages?.pages ?? []).flatMap(({ dict }) => revision.items(revision.get(dict, 'Contents')));
  const objects = resourcesOf(revision, pages).flatMap(found => revision.values(revision.getDict(found, 'XObject')));
  return [...contents, ...objects].some(value => value instanceof PdfStream && value.dict.has('F'));
}

function fontsOf(revision: PdfRevision, pages: PageList | null): PdfDict[] {
  const fonts = resourcesOf(revision, pages).flatMap(found => revision.values(revision.getDict(found, 'Font')));
  return [...new Set(fonts)].filter(font => font instanceof PdfDict);
}

/** The standard 14 fonts need no font file (9.6.2.2); a Type 3 font contains its glyphs. */
const STANDARD = /^(Helvetica|Times|Courier|Symbol|ZapfDingbats|Arial|TimesNewRoman|CourierNew)/;

function isNotEmbedded(revision: PdfRevision, font: PdfDict): boolean {
  const kind = revision.getName(font, 'Subtype');
  if (kind === 'Type3' || STANDARD.test(revision.getName(font, 'BaseFont') ?? '')) return false;
  const described = kind === 'Type0' ? revision.resolve(revision.getArray(font, 'DescendantFonts')?.items[0]) : font;
  const descriptor = described instanceof PdfDict ? revision.getDict(described, 'FontDescriptor') : null;
  return !['FontFile', 'FontFile2', 'FontFile3'].some(key => descriptor?.has(key));
}
