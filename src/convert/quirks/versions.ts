/** Versions of LibreOffice that have something: from `since`, and before `gone`, the first one measured without it. */
export interface Versions {
  readonly since?: string;
  readonly gone?: string;
}

/** Whether this version has it; an unknown one may have it. */
export function mayHave(version: string | null, { since, gone }: Versions): boolean {
  if (version === null) return true;
  return (since === undefined || !isBefore(version, since)) && (gone === undefined || isBefore(version, gone));
}

function isBefore(version: string, other: string): boolean {
  const [numbers, others] = [partsOf(version), partsOf(other)];
  const at = others.findIndex((number, i) => (numbers[i] ?? 0) !== number);
  return at >= 0 && (numbers[at] ?? 0) < others[at]!;
}

const partsOf = (version: string): number[] => version.split('.').map(Number);
