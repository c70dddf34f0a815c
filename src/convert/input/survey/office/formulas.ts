import type { Finding, ReportContext, Surveyed, Surveyor } from '../surveyor.js';

/** Counts formulas, which LibreOffice Math draws: m:oMath (ECMA-376-1, 22.1.2.77), math:math (ODF 1.3 part 3, 3.1.3.6). */
export function formulas({ kind }: Surveyed): Surveyor {
  let count = 0;
  return {
    names: kind === 'odf' ? ['math'] : ['omath'],
    tag(text) {
      if (!text.endsWith('/')) count++;
    },
    warnings: context => lostFormulas(count, context),
  };
}

export function* lostFormulas(count: number, { missing }: ReportContext): Iterable<Finding> {
  if (count > 0 && missing.includes('Math')) yield ['formulas_lost', { formulas: count }];
}
