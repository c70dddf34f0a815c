/** Counts of agreement, by judge and kind, and of disagreements, by reason. */
import { compare, rowFor } from './compare.js';
import { type Because, DISAGREEMENTS, type Disagreement, type JudgeName } from './disagreements.js';
import { KINDS, type Kind, type Opinion } from './opinion.js';

export class Tally {
  private readonly kinds = new Map<Kind, { agree: number; of: number }>(KINDS.map(kind => [kind, { agree: 0, of: 0 }]));
  private readonly rows = new Map<Disagreement, number>();
  /** Disagreements without a row. */
  readonly unexplained: string[] = [];

  constructor(private readonly judge: JudgeName) {}

  /** Null: docconv or the judge cannot read the file. */
  add(name: string, docconv: readonly Opinion[] | null, judge: readonly Opinion[] | null): void {
    for (const comparison of compare(docconv, judge)) this.count(name, comparison);
  }

  private count(name: string, comparison: ReturnType<typeof compare>[number]): void {
    const { kind, docconv, says } = comparison;
    const sum = this.kinds.get(kind)!;
    sum.of++;
    if (docconv === says) sum.agree++;
    else {
      const row = rowFor(this.judge, name, comparison);
      if (row) this.rows.set(row, (this.rows.get(row) ?? 0) + 1);
      else this.unexplained.push(`${name}: ${kind}: docconv ${docconv}, ${this.judge} ${says}`);
    }
  }

  /** Rows without a disagreement. */
  get unused(): Disagreement[] {
    return DISAGREEMENTS.filter(row => row.judge === this.judge && !row.atRandom && !this.rows.has(row));
  }

  toString(): string {
    const kinds = [...this.kinds]
      .filter(([, { of }]) => of > 0)
      .map(([kind, { agree, of }]) => `${kind} ${agree} of ${of}`);
    const reasons = new Map<Because, number>();
    for (const [{ because }, count] of this.rows) reasons.set(because, (reasons.get(because) ?? 0) + count);
    const sums = [...reasons].map(([because, count]) => `${because} ${count}`);
    return `${this.judge}: ${kinds.join(', ')}; ${sums.join(', ')}`;
  }
}
