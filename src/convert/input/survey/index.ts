/**
 * What a document contains that a PDF may show in another way. Found while the document is inspected, which reads each
 * byte anyway; nothing here refuses a document.
 */
import type { Format } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import type { TagWatch } from '../inspect/tags.js';
import { isMacroPart } from './macros.js';
import { TrackedChanges } from './tracked-changes.js';

/** Of one document, without the documents that are embedded in it. */
export class Survey {
  readonly #changes: TrackedChanges;
  #macros: string | null = null;

  constructor(format: Format) {
    this.#changes = new TrackedChanges(format);
  }

  get watches(): readonly TagWatch[] {
    return [this.#changes];
  }

  /** A part of the document's package. */
  part(name: string): void {
    if (isMacroPart(name)) this.#macros ??= name;
  }

  /** Warnings for which the PDF is not needed. */
  report(warnings: Warnings): void {
    const { deletions } = this.#changes;
    if (deletions > 0) warnings.add('changes_printed', { deletions });
    if (this.#macros !== null) warnings.add('macros_ignored', { part: this.#macros.slice(0, 200) });
  }
}
