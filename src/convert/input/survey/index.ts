/**
 * What a document contains that a PDF may show in another way. Found while the document is inspected, which reads each
 * byte anyway; nothing here refuses a document.
 */
import type { Format } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import type { TagWatch } from '../inspect/tags.js';
import { Formulas } from './formulas.js';
import { isMacroPart } from './macros.js';
import { TrackedChanges } from './tracked-changes.js';

/** Of one document, without the documents that are embedded in it. */
export class Survey {
  readonly #changes: TrackedChanges;
  readonly #formulas: Formulas;
  #macros: string | null = null;

  constructor(format: Format) {
    this.#changes = new TrackedChanges(format);
    this.#formulas = new Formulas(format);
  }

  get watches(): readonly TagWatch[] {
    return [this.#changes, this.#formulas];
  }

  /** A part of the document's package. */
  part(name: string): void {
    if (isMacroPart(name)) this.#macros ??= name;
  }

  /** Warnings for which the PDF is not needed. `missing`: see EngineStatus. */
  report(warnings: Warnings, missing: readonly string[]): void {
    const { deletions } = this.#changes;
    if (deletions > 0) warnings.add('changes_printed', { deletions });
    if (this.#formulas.count > 0 && missing.includes('Math')) {
      warnings.add('formulas_lost', { formulas: this.#formulas.count });
    }
    if (this.#macros !== null) warnings.add('macros_ignored', { part: this.#macros.slice(0, 200) });
  }
}
