/** Form fields of a conversion by LibreOffice: each with its check, and what it sets in docconv. */
import type { FilterValues, PdfOptions } from '../../../convert/options.js';
import type { FormReader } from './form-reader.js';
import { type Checked, integerOf, integerWithin, parseInteger } from './reasons.js';

/** Changeable while the form is read. */
interface ExportRequest {
  pdf: { -readonly [Name in keyof PdfOptions]: PdfOptions[Name] };
  exportFilter: Record<string, FilterValues[string]>;
}

/** What a conversion is asked for. */
export interface ExportOptions {
  readonly pdf: PdfOptions;
  readonly exportFilter: FilterValues;
}

type Use<Value> = (request: ExportRequest, value: Value) => void;
type Field = (form: FormReader, request: ExportRequest) => void;

/** An option of docconv. */
function flag(name: string, preset: boolean, use: Use<boolean>): Field {
  return (form, request) => use(request, form.flag(name, preset));
}

/** A value of the export filter, which is set where the form has it. */
function filterFlag(name: string, preset: boolean, key: string): Field {
  return flag(name, preset, ({ exportFilter }, value) => {
    if (value !== preset) exportFilter[key] = value;
  });
}

function filterNumber(name: string, check: (text: string) => Checked<number>, key: string): Field {
  return (form, { exportFilter }) => {
    const value = form.value<number | null>(name, null, check);
    if (value !== null) exportFilter[key] = value;
  };
}

function filterText(name: string, key: string): Field {
  return (form, { exportFilter }) => {
    const value = form.text(name);
    if (value !== undefined) exportFilter[key] = value;
  };
}

const RESOLUTIONS = [75, 150, 300, 600, 1200] as const;

const bookmarkLevels = (text: string): Checked<number> => {
  const parsed = parseInteger(text);
  if ('fault' in parsed || parsed.value === -1 || (parsed.value >= 1 && parsed.value <= 10)) return parsed;
  return { fault: 'value is not -1 or between 1 and 10' };
};

/** In the order in which faults are reported. */
const FIELDS: readonly Field[] = [
  flag('landscape', false, ({ pdf }, value) => {
    if (value) pdf.landscape = true;
  }),
  pageRanges,
  flag('updateIndexes', true, ({ pdf }, value) => {
    if (value) pdf.updateIndex = true;
  }),
  flag('exportFormFields', true, ({ pdf }, value) => {
    if (!value) pdf.formFields = false;
  }),
  filterFlag('allowDuplicateFieldNames', false, 'AllowDuplicateFieldNames'),
  flag('exportBookmarks', true, ({ pdf }, value) => {
    if (!value) pdf.bookmarks = false;
  }),
  filterFlag('exportBookmarksToPdfDestination', false, 'ExportBookmarksToPDFDestination'),
  filterFlag('exportPlaceholders', false, 'ExportPlaceholders'),
  flag('exportNotes', false, ({ pdf }, value) => {
    if (value) pdf.comments = 'annotations';
  }),
  flag('exportNotesPages', false, ({ pdf }, value) => {
    if (value) pdf.notesPages = true;
  }),
  filterFlag('exportOnlyNotesPages', false, 'ExportOnlyNotesPages'),
  flag('exportNotesInMargin', false, ({ pdf }, value) => {
    if (value) pdf.comments = 'margin';
  }),
  filterFlag('convertOooTargetToPdfTarget', false, 'ConvertOOoTargetToPDFTarget'),
  filterFlag('exportLinksRelativeFsys', false, 'ExportLinksRelativeFsys'),
  flag('exportHiddenSlides', false, ({ pdf }, value) => {
    if (value) pdf.hiddenSlides = true;
  }),
  filterFlag('skipEmptyPages', false, 'IsSkipEmptyPages'),
  filterFlag('addOriginalDocumentAsStream', false, 'IsAddStream'),
  flag('singlePageSheets', false, ({ pdf }, value) => {
    if (value) pdf.singlePageSheets = true;
  }),
  filterNumber('initialView', integerOf(0, 1, 2), 'InitialView'),
  filterNumber('initialPage', integerWithin(1), 'InitialPage'),
  filterNumber('magnification', integerOf(0, 1, 2, 3, 4), 'Magnification'),
  filterNumber('zoom', integerWithin(1), 'Zoom'),
  filterNumber('pageLayout', integerOf(0, 1, 2, 3), 'PageLayout'),
  filterFlag('firstPageOnLeft', false, 'FirstPageOnLeft'),
  filterFlag('resizeWindowToInitialPage', false, 'ResizeWindowToInitialPage'),
  filterFlag('centerWindow', false, 'CenterWindow'),
  filterFlag('openInFullScreenMode', false, 'OpenInFullScreenMode'),
  filterFlag('displayPDFDocumentTitle', true, 'DisplayPDFDocumentTitle'),
  filterFlag('hideViewerMenubar', false, 'HideViewerMenubar'),
  filterFlag('hideViewerToolbar', false, 'HideViewerToolbar'),
  filterFlag('hideViewerWindowControls', false, 'HideViewerWindowControls'),
  filterFlag('useTransitionEffects', true, 'UseTransitionEffects'),
  filterNumber('openBookmarkLevels', bookmarkLevels, 'OpenBookmarkLevels'),
  flag('losslessImageCompression', false, ({ pdf }, value) => {
    if (value) pdf.lossless = true;
  }),
  (form, { pdf }) => {
    const quality = form.value<number | null>('quality', null, integerWithin(1, 100));
    if (quality !== null && !pdf.lossless) pdf.quality = quality;
  },
  (form, { pdf }) => {
    const isReduced = form.flag('reduceImageResolution', false);
    const resolution = form.value<number>('maxImageResolution', 300, integerOf(...RESOLUTIONS));
    if (isReduced) pdf.resolution = String(resolution) as NonNullable<PdfOptions['resolution']>;
  },
  filterText('nativeWatermarkText', 'Watermark'),
  filterNumber('nativeWatermarkColor', parseInteger, 'WatermarkColor'),
  filterNumber('nativeWatermarkFontHeight', integerWithin(0), 'WatermarkFontHeight'),
  filterNumber('nativeWatermarkRotateAngle', parseInteger, 'WatermarkRotateAngle'),
  filterText('nativeWatermarkFontName', 'WatermarkFontName'),
  filterText('nativeTiledWatermarkText', 'TiledWatermark'),
  form => {
    // passed over, the placeholders would be in the PDF
    if (form.text('variables') !== undefined)
      form.fault("form field 'variables' is not supported; send documents that have the values themselves");
  },
];

/** docconv checks ranges when it converts. */
function pageRanges(form: FormReader, { pdf }: ExportRequest): void {
  const ranges = form.text('nativePageRanges')?.replace(/\s/g, '');
  if (ranges !== undefined) pdf.pages = ranges;
}

export function readExportFields(form: FormReader): ExportOptions {
  const request: ExportRequest = { pdf: {}, exportFilter: {} };
  for (const read of FIELDS) read(form, request);
  return request;
}

/** Files that Gotenberg's LibreOffice takes, by the ends of their names. Others are passed over. */
export const EXTENSIONS: readonly string[] = `
123 602 abw bib bmp cdr cgm cmx csv cwk dbf dif doc docm docx dot dotm dotx dxf emf eps epub fodg fodp fods fodt fopd gif
htm html hwp jpeg jpg key ltx lwp mcw met mml mw numbers odd odg odm odp ods odt otg oth otp ots ott pages pbm pcd pct pcx
pdb pdf pgm png pot potm potx ppm pps ppsm ppsx ppt pptm pptx psd psw pub pwp pxl ras rtf sda sdc sdd sdp sdw sgl slk smf
stc std sti stw svg svm swf sxc sxd sxg sxi sxm sxw tga tif tiff txt uof uop uos uot vdx vor vsd vsdm vsdx wb2 wk1 wks wmf
wpd wpg wps xbm xhtml xls xlsb xlsm xlsx xlt xltm xltx xlw xml xpm zabw`
  .trim()
  .split(/\s+/)
  .map(extension => `.${extension}`);
