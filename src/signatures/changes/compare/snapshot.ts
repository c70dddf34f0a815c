/** One revision with indexes for the comparison: fields by dictionary and name, page numbers. */
import {
  type FormField,
  formFields,
  type PageList,
  PdfDict,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  pageList,
} from '../../../pdf/index.js';

export class Snapshot {
  #fields: { byDict: Map<PdfDict, FormField>; byName: Map<string, FormField> } | null = null;
  /** Names of non-terminal fields. */
  readonly #names = new Map<PdfDict, string | null>();
  #pages: PageList | null | undefined;

  constructor(readonly revision: PdfRevision) {}

  /** The field that a field or widget dictionary of this revision belongs to. */
  fieldOf(dict: PdfDict): FormField | null {
    this.#fields ??= indexFields(formFields(this.revision));
    return this.#fields.byDict.get(dict) ?? null;
  }

  fieldNamed(name: string): FormField | null {
    this.#fields ??= indexFields(formFields(this.revision));
    return this.#fields.byName.get(name) ?? null;
  }

  /**
   * A non-terminal field is named by the first path that reaches it: fields that are kids of each other would otherwise have
   * infinitely long names.
   */
  fieldName(dict: PdfDict, parent: string | null): string | null {
    const known = this.fieldOf(dict)?.name ?? this.#names.get(dict);
    if (known !== undefined) return known;
    const partial = this.revision.getText(dict, 'T');
    const name = partial === null ? parent : [parent, partial].filter(Boolean).join('.');
    this.#names.set(dict, name);
    return name;
  }

  pageNumber(ref: PdfObject | undefined): number | null {
    return ref instanceof PdfRef ? (this.pages?.numberOf(ref) ?? null) : null;
  }

  get pages(): PageList | null {
    if (this.#pages === undefined) this.#pages = pageList(this.revision);
    return this.#pages;
  }

  dict(value: PdfObject | undefined): PdfDict | null {
    const found = this.revision.resolve(value);
    return found instanceof PdfDict ? found : null;
  }
}

function indexFields(fields: readonly FormField[]) {
  const byDict = new Map<PdfDict, FormField>();
  const byName = new Map<string, FormField>();
  for (const field of fields) {
    byDict.set(field.dict, field);
    for (const widget of field.widgets) byDict.set(widget.dict, field);
    if (!byName.has(field.name)) byName.set(field.name, field);
  }
  return { byDict, byName };
}
