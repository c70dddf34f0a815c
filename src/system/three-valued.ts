/** Truth values of which null is unknown. */

/** False if one is false, otherwise null if one is unknown: what is shown to be wrong is not excused by what is unknown. */
export function allTrue(values: Iterable<boolean | null>): boolean | null {
  let all: boolean | null = true;
  for (const value of values) {
    if (value === false) return false;
    if (value === null) all = null;
  }
  return all;
}
