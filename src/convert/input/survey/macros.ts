/** VBA (MS-OFFMACRO2, 2.2.1) and OpenDocument's Basic, whose library Standard every document may have without any module. */
const MACROS = /(?:^|\/)vbaProject\.bin$|^Basic\/[^/]+\/(?!script-lb\.xml$|script-lc\.xml$)[^/]+\.xml$/i;

export function isMacroPart(name: string): boolean {
  return MACROS.test(name);
}
