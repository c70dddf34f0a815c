/** `[1, 2, 3, 7]` as "1 to 3 and 7". */
export function numberList(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.flatMap(([first, last]) => {
    if (last - first > 1) return `${first} to ${last}`;
    return first === last ? `${first}` : [`${first}`, `${last}`];
  });
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
