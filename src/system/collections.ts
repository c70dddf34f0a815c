/** Collections: results kept with the objects that they depend on, members, groups, lists side by side, and work on each item. */

/** Computes a result once for each object, and keeps it as long as the object exists. */
export function cached<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, { readonly value: Value }>();
  return key => {
    const known = results.get(key);
    if (known) return known.value;
    const value = compute(key);
    results.set(key, { value });
    return value;
  };
}

/** The same for an object and something that belongs to it. */
export function cachedIn<Owner extends object, Key, Value>(
  compute: (owner: Owner, key: Key) => Value,
): (owner: Owner, key: Key) => Value {
  const resultsOf = cached((_: Owner) => new Map<Key, { readonly value: Value }>());
  return (owner, key) => {
    const results = resultsOf(owner);
    const known = results.get(key);
    if (known) return known.value;
    const value = compute(owner, key);
    results.set(key, { value });
    return value;
  };
}

/** The value of a key of the table itself: a name from a document can be that of a method of all objects. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Without the members that are undefined, as optional properties require. */
export function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** As Map.groupBy, which Node 20 does not have. */
export function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Whether both lists have as many items, and each two in the same place meet the condition. */
export const pairwise = <A, B>(first: readonly A[], second: readonly B[], test: (a: A, b: B) => boolean): boolean =>
  first.length === second.length && first.every((item, i) => test(item, second[i]!));

/** Begins the work on an item when that on the item before has ended: none goes on after a failure. */
export async function inSequence<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
