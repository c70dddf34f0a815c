/** Selections of combinations. */

export type Factors = Readonly<Record<string, readonly string[]>>;
export type Combination<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** Few of the combinations that `isPossible`, such that each possible choice of values of `strength` factors is in one. */
export function covering<const F extends Factors>(
  factors: F,
  strength: number,
  isPossible: (combination: Combination<F>) => boolean,
): Combination<F>[] {
  const names = Object.keys(factors);
  const candidates = product(factors).filter(one => isPossible(one as Combination<F>));
  const groups = subsets(names, strength);
  const choicesOf = (one: Record<string, string>) =>
    groups.map(group => group.map(name => `${name}=${one[name]}`).join());
  const choices = new Map(candidates.map(one => [one, choicesOf(one)]));
  const open = new Set([...choices.values()].flat());
  const selected: Record<string, string>[] = [];
  const gain = (one: Record<string, string>) => choices.get(one)!.filter(choice => open.has(choice)).length;
  while (open.size > 0) {
    const best = candidates.reduce((found, one) => (gain(one) > gain(found) ? one : found));
    for (const choice of choices.get(best)!) open.delete(choice);
    selected.push(best);
  }
  return selected as Combination<F>[];
}

const product = (factors: Factors): Record<string, string>[] =>
  Object.entries(factors).reduce<Record<string, string>[]>(
    (found, [name, values]) => found.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
    [{}],
  );

const subsets = (names: readonly string[], size: number): string[][] =>
  size === 0 ? [[]] : names.flatMap((name, i) => subsets(names.slice(i + 1), size - 1).map(rest => [name, ...rest]));
