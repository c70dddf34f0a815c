/** Compares the answers of docconv with those of a judge. */
import { DISAGREEMENTS, type Disagreement, type JudgeName } from './disagreements.js';
import { KINDS, type Kind, type Opinion } from './opinion.js';

export interface Comparison {
  readonly kind: Kind;
  readonly docconv: string;
  readonly says: string;
}

/**
 * A comparison for each kind on which both have an opinion; a signature that one of them does not list differs in 'found'. Null:
 * docconv or the judge cannot read the file.
 */
export function compare(docconv: readonly Opinion[] | null, judge: readonly Opinion[] | null): Comparison[] {
  const [own, other] = [docconv, judge].map(answer => (answer === null ? 'no' : 'yes'));
  const reading: Comparison = { kind: 'read', docconv: own!, says: other! };
  return docconv === null || judge === null ? [reading] : [reading, ...compareSignatures(docconv, judge)];
}

function compareSignatures(docconv: readonly Opinion[], judge: readonly Opinion[]): Comparison[] {
  const left = [...judge];
  const pairs = docconv.map(own => {
    const at = left.findIndex(({ field }) => field === own.field);
    return { own, other: at < 0 ? null : left.splice(at, 1)[0]! };
  });
  const extra = left.map((): Comparison => ({ kind: 'found', docconv: 'no', says: 'yes' }));
  return [...pairs.flatMap(({ own, other }) => comparisons(own, other)), ...extra];
}

function comparisons({ answers }: Opinion, judge: Opinion | null): Comparison[] {
  if (judge === null) return [{ kind: 'found', docconv: 'yes', says: 'no' }];
  const both = KINDS.flatMap((kind): Comparison[] => {
    const [own, other] = [answers[kind], judge.answers[kind]];
    return own && other ? [{ kind, docconv: own, says: other }] : [];
  });
  return [{ kind: 'found', docconv: 'yes', says: 'yes' }, ...both];
}

/** The first row for a disagreement; undefined: there is none. */
export function rowFor(judge: JudgeName, name: string, { kind, docconv, says }: Comparison): Disagreement | undefined {
  const answers = [docconv, says].map(answer => (kind === 'time' ? answer.split(' ')[0] : answer));
  return DISAGREEMENTS.find(
    row =>
      row.judge === judge &&
      row.kind === kind &&
      row.docconv === answers[0] &&
      row.says === answers[1] &&
      row.files.test(name),
  );
}
