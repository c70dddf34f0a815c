/**
 * What a document contains that a PDF may show in another way. Found while the document is inspected, which reads each
 * byte anyway; nothing here refuses a document. Of doc, xls and ppt files only the fonts are read.
 */
import type { Format } from '../../formats.js';
import type { PdfOptions } from '../../options.js';
import { outputOf } from '../../outputs.js';
import { wordsOf } from '../../quirks/index.js';
import type { HiddenId, LostId, QuirkId } from '../../quirks/table.js';
import type { Warnings } from '../../warnings.js';
import type { TagWatch } from '../inspect/tags.js';
import type { ZipEntry } from '../zip.js';
import { EmbeddedFonts } from './embedded-fonts.js';
import { RecomputedFields } from './fields.js';
import { fontSurvey } from './fonts/index.js';
import { foreignPicture } from './foreign-pictures.js';
import { FormControls } from './form-controls.js';
import { Formulas } from './formulas.js';
import { HiddenContent } from './hidden.js';
import { HiddenHtml } from './hidden-html.js';
import { HiddenSvg } from './hidden-svg.js';
import { HtmlLinks } from './html-links.js';
import { HtmlPictures } from './html-pictures.js';
import { DocumentLanguage } from './language.js';
import { COMMENTS, LostContent } from './lost-content.js';
import { LostHtml } from './lost-html.js';
import { LostSvg } from './lost-svg.js';
import { isMacroPart } from './macros.js';
import { PackagedPictures, type PictureSize, type Pictures, pictureSurvey } from './pictures.js';
import { Relationships } from './relationships.js';
import { RtfSurvey } from './rtf.js';
import { SvgPictures } from './svg-pictures.js';
import { TrackedChanges } from './tracked-changes.js';
import { WideTables } from './wide-tables.js';

/** What the PDF is compared with. */
export interface DocumentContent {
  /** Families of the fonts of its text; null where they are not known. */
  readonly fonts: ReadonlySet<string> | null;
  readonly pictures: Pick<Pictures, 'shown' | 'others'>;
  /** As the document states it; null where it states none. */
  readonly language: string | null;
}

interface ReportContext {
  /** Whether the engine's LibreOffice has this fault. */
  readonly has: (quirk: QuirkId) => boolean;
  /** See EngineStatus. */
  readonly missing: readonly string[];
  readonly options: PdfOptions;
}

/** Of one document; of those that are embedded in it, only what `packageWatches` finds. */
export class Survey {
  readonly #changes: TrackedChanges;
  readonly #formulas: Formulas;
  readonly #controls: FormControls;
  readonly #svgPictures: SvgPictures;
  readonly #fields: RecomputedFields;
  readonly #hidden: HiddenContent;
  readonly #language: DocumentLanguage;
  readonly #fonts: ReturnType<typeof fontSurvey>;
  readonly #embeddedFonts = new EmbeddedFonts();
  readonly #relationships = new Relationships();
  readonly #pictures: ReturnType<typeof pictureSurvey>;
  readonly #html = new HtmlLinks();
  readonly #hiddenHtml = new HiddenHtml();
  readonly #htmlPictures = new HtmlPictures();
  readonly #lost: LostContent;
  readonly #lostHtml = new LostHtml();
  readonly #tables = new WideTables();
  /** Pictures that LibreOffice does not read: their formats, by their parts. */
  readonly #foreign = new Map<string, LostId>();
  readonly #lostSvg = new LostSvg();
  readonly #hiddenSvg = new HiddenSvg();
  readonly rtf = new RtfSurvey();
  /** See Archive; true for what is no package. */
  isPlainArchive = true;
  readonly #packaged = new PackagedPictures();
  readonly #single: PictureSize[] = [];
  #compoundFonts: ReadonlySet<string> | null = null;
  #macros: string | null = null;
  readonly #damaged: string[] = [];

  constructor(private readonly format: Format) {
    this.#changes = new TrackedChanges(format);
    this.#formulas = new Formulas(format);
    this.#controls = new FormControls(format);
    this.#svgPictures = new SvgPictures(format);
    this.#fields = new RecomputedFields(format);
    this.#hidden = new HiddenContent(format);
    this.#language = new DocumentLanguage(format);
    this.#fonts = fontSurvey(format);
    this.#pictures = pictureSurvey(format, this.#relationships);
    this.#lost = new LostContent(format, this.#relationships);
  }

  get watches(): readonly TagWatch[] {
    const isHtml = this.format.container === 'html';
    const pictures = this.#pictures ? [this.#pictures.watch] : [];
    const watches = [
      this.#changes,
      this.#formulas,
      this.#controls,
      this.#svgPictures,
      this.#fields,
      this.#hidden,
      this.#language,
      ...(this.#fonts?.watches ?? []),
      this.#relationships,
      this.#lost,
      ...pictures,
    ];
    const ofHtml = [
      this.#html,
      this.#hiddenHtml,
      this.#htmlPictures,
      this.#lostHtml,
      this.#tables,
      this.#controls,
      this.#language,
    ];
    return isHtml ? ofHtml : watches;
  }

  /** Also of the packages that are embedded in the document. */
  get packageWatches(): readonly TagWatch[] {
    return [this.#embeddedFonts];
  }

  /** Of SVG pictures. */
  get svgWatches(): readonly TagWatch[] {
    return [this.#lostSvg, this.#hiddenSvg];
  }

  /** A part of the document's package; `size` where it is a picture, `head`: its first bytes. */
  part(entry: ZipEntry, size: PictureSize | null, head: Uint8Array): void {
    const foreign = foreignPicture(head);
    if (foreign !== null) this.#foreign.set(entry.name, foreign);
    if (isMacroPart(entry.name)) this.#macros ??= entry.name;
    if (size) this.#packaged.add(entry, size);
  }

  /** `name`: of its part, or its place in the document. */
  damagedPicture(name: string): void {
    this.#damaged.push(name);
  }

  /** The document is a picture. */
  picture(size: PictureSize): void {
    this.#single.push(size);
  }

  /** The document is a compound file. */
  compound(fonts: ReadonlySet<string> | null): void {
    this.#compoundFonts = fonts;
  }

  content(): DocumentContent {
    const packaged = this.#packaged.divide(this.#pictures?.uses().parts ?? new Set());
    const found = [packaged, this.#htmlPictures.pictures(), this.rtf.pictures()];
    const shown = [...this.#single, ...found.flatMap(pictures => pictures.shown)];
    const isRtf = this.format.name === 'rtf';
    return {
      fonts: isRtf ? this.rtf.inUse() : (this.#fonts?.survey.inUse() ?? this.#compoundFonts),
      pictures: { shown, others: found.flatMap(pictures => pictures.others) },
      language: this.#language.language,
    };
  }

  /** Whether LibreOffice may load a font from the document. */
  get embedsFonts(): boolean {
    return this.#embeddedFonts.found;
  }

  /** Whether a field, header or formula shows the path of the file. */
  get showsPath(): boolean {
    return this.#fields.showsPath;
  }

  /** Whether there are fields whose saved result has to be printed. */
  get hasConditions(): boolean {
    return this.#fields.found.hasConditions;
  }

  /** Whether text is hidden in the web layout only. */
  get hasWebHidden(): boolean {
    return this.#hidden.hasWebHidden;
  }

  /** Whether there are SVG pictures without another picture for older programs. */
  get hasSvgAlone(): boolean {
    return this.#svgPictures.found;
  }

  /** Whether notes have comments. */
  get hasNoteComments(): boolean {
    return this.#lost.kinds.has('noteComments');
  }

  /** Warnings for which the PDF is not needed. */
  report(warnings: Warnings, context: ReportContext): void {
    const { missing, options, has } = context;
    const deletions = this.#changes.deletions + this.rtf.deletions;
    const showsChanges = (options.changes ?? 'marked') === 'marked';
    if (deletions > 0 && showsChanges) warnings.add('changes_printed', { deletions });
    const formulas = this.#formulas.count + this.rtf.formulas;
    if (formulas > 0 && missing.includes('Math')) warnings.add('formulas_lost', { formulas });
    const { names, count } = this.format.name === 'rtf' ? this.rtf.fields.computed : this.#fields.found.computed;
    if (count > 0 && has('recomputed')) warnings.add('fields_recomputed', { fields: names, count });
    const hidden = wordsOf(this.#hiddenKinds().filter(has));
    if (hidden.length > 0) warnings.add('hidden_content_printed', { hidden: hidden.join(', ') });
    const lost = this.#lostKinds(context);
    if (lost.length > 0) warnings.add('content_lost', { what: lost.join(', ') });
    const tables = this.#tables.count(options);
    if (tables > 0 && has('htmlTableCut') && outputOf(options).exports === undefined)
      warnings.add('tables_cut', { tables });
    const links = [...(this.#pictures?.uses().linked ?? []), ...this.#html.links];
    if (links.length > 0) warnings.add('links_ignored', { links: links.length, first: links[0]!.slice(0, 200) });
    const [first] = this.#damaged;
    if (first !== undefined)
      warnings.add('picture_damaged', { damaged: this.#damaged.length, first: first.slice(0, 200) });
    if (this.#macros !== null) warnings.add('macros_ignored', { part: this.#macros.slice(0, 200) });
  }

  #hiddenKinds(): HiddenId[] {
    const ofPage: HiddenId[] = this.#hiddenHtml.found ? ['hiddenElements'] : [];
    const ofPictures: HiddenId[] = this.#isShown(this.#hiddenSvg.parts) ? ['hiddenSvgElements'] : [];
    return [...this.#hidden.kinds, ...ofPage, ...ofPictures];
  }

  #lostKinds({ options, missing, has }: ReportContext): string[] {
    const shown = this.#pictures?.uses().parts ?? new Set();
    const pictures = [...this.#foreign].flatMap(([part, kind]) => (shown.has(part) ? [kind] : []));
    const conditions: LostId[] = this.rtf.fields.hasConditions ? ['ifField'] : [];
    const fields = [...this.#fields.found.lost, ...this.rtf.fields.lost, ...conditions];
    const kinds = [...this.#lost.kinds, ...this.#lostHtml.kinds, ...pictures, ...fields];
    if (this.#isShown(this.#lostSvg.parts)) kinds.push('svgHtml');
    const isPrinted = (kind: LostId) => options.comments !== 'none' || !COMMENTS.includes(kind);
    const controls = this.#controls.found && missing.includes('Forms') ? ['form controls'] : [];
    return [...wordsOf(kinds.filter(kind => has(kind) && isPrinted(kind))), ...controls];
  }

  /** Whether one of these pictures is printed; null for a document that is one. */
  #isShown(parts: ReadonlySet<string | null>): boolean {
    const shown = this.#pictures?.uses().parts ?? new Set();
    return [...parts].some(part => part === null || shown.has(part));
  }
}
