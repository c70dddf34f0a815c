/**
 * What a document contains that a PDF may show in another way. Found while the document is inspected, which reads each
 * byte anyway; nothing here refuses a document. The formats doc, xls and ppt are not read.
 */
import type { Format } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import type { TagWatch } from '../inspect/tags.js';
import type { ZipEntry } from '../zip.js';
import { RecomputedFields } from './fields.js';
import { fontSurvey } from './fonts/index.js';
import { Formulas } from './formulas.js';
import { HtmlLinks } from './html-links.js';
import { isMacroPart } from './macros.js';
import { PackagedPictures, type PictureSize, type Pictures, pictureSurvey } from './pictures.js';
import { Relationships } from './relationships.js';
import { TrackedChanges } from './tracked-changes.js';

/** What the PDF is compared with. */
export interface DocumentContent {
  /** Families of the fonts of its text; null where they are not known. */
  readonly fonts: ReadonlySet<string> | null;
  readonly pictures: Pick<Pictures, 'shown' | 'others'>;
}

/** Of one document, without the documents that are embedded in it. */
export class Survey {
  readonly #changes: TrackedChanges;
  readonly #formulas: Formulas;
  readonly #fields: RecomputedFields;
  readonly #fonts: ReturnType<typeof fontSurvey>;
  readonly #relationships = new Relationships();
  readonly #pictures: ReturnType<typeof pictureSurvey>;
  readonly #html = new HtmlLinks();
  readonly #packaged = new PackagedPictures();
  readonly #single: PictureSize[] = [];
  #macros: string | null = null;

  constructor(private readonly format: Format) {
    this.#changes = new TrackedChanges(format);
    this.#formulas = new Formulas(format);
    this.#fields = new RecomputedFields(format);
    this.#fonts = fontSurvey(format);
    this.#pictures = pictureSurvey(format, this.#relationships);
  }

  get watches(): readonly TagWatch[] {
    const isHtml = this.format.container === 'html';
    const pictures = this.#pictures ? [this.#pictures.watch] : [];
    const watches = [
      this.#changes,
      this.#formulas,
      this.#fields,
      ...(this.#fonts?.watches ?? []),
      this.#relationships,
      ...pictures,
    ];
    return isHtml ? [this.#html] : watches;
  }

  /** A part of the document's package; `size` where it is a picture. */
  part(entry: ZipEntry, size: PictureSize | null): void {
    if (isMacroPart(entry.name)) this.#macros ??= entry.name;
    if (size) this.#packaged.add(entry, size);
  }

  /** The document is a picture. */
  picture(size: PictureSize): void {
    this.#single.push(size);
  }

  content(): DocumentContent {
    const packaged = this.#packaged.divide(this.#pictures?.uses().parts ?? new Set());
    return {
      fonts: this.#fonts?.survey.inUse() ?? null,
      pictures: { shown: [...this.#single, ...packaged.shown], others: packaged.others },
    };
  }

  /** Warnings for which the PDF is not needed. `missing`: see EngineStatus. */
  report(warnings: Warnings, missing: readonly string[]): void {
    const { deletions } = this.#changes;
    if (deletions > 0) warnings.add('changes_printed', { deletions });
    if (this.#formulas.count > 0 && missing.includes('Math')) {
      warnings.add('formulas_lost', { formulas: this.#formulas.count });
    }
    const { names, count } = this.#fields.found;
    if (count > 0) warnings.add('fields_recomputed', { fields: names, count });
    const links = [...(this.#pictures?.uses().linked ?? []), ...this.#html.links];
    if (links.length > 0) warnings.add('links_ignored', { links: links.length, first: links[0]!.slice(0, 200) });
    if (this.#macros !== null) warnings.add('macros_ignored', { part: this.#macros.slice(0, 200) });
  }
}
