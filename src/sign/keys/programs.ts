/** Programs that hold keys. */

/** Passwords of docconv are in such variables: what it starts has no need of them. */
export function withoutOwnVariables(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('DOCCONV_')));
}
