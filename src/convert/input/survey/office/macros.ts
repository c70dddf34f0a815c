import type { Surveyor } from '../surveyor.js';

/** VBA (MS-OFFMACRO2, 2.2.1) and OpenDocument's Basic, whose library Standard every document may have without any module. */
const MACROS = /(?:^|\/)vbaProject\.bin$|^Basic\/[^/]+\/(?!script-lb\.xml$|script-lc\.xml$)[^/]+\.xml$/i;

export function macros(): Surveyor {
  let first: string | null = null;
  return {
    part({ name }) {
      if (MACROS.test(name)) first ??= name;
    },
    *warnings() {
      if (first !== null) yield ['macros_ignored', { part: first.slice(0, 200) }];
    },
  };
}
