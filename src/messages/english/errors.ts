/**
 * The texts of errors in English, by code: each states what failed, why, and what to do next. A function, because most starts
 * need none of them: as a constant they would take 1 ms of the start of each process.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export function errorTexts() {
  return {
    // files on this machine
    'DISK_FULL.other': 'The disk is full: {reason}',

    // defects of docconv
    'INTERNAL.other': 'Internal error: {reason}',
  } as const;
}
