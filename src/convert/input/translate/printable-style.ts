import postcss, { CssSyntaxError } from 'postcss';

/** A style sheet without at-rules (fonts, imports, media) and what refers to files; empty for one with an error in it. */
export function printableStyle(css: string): string {
  try {
    const sheet = postcss.parse(css);
    sheet.walkAtRules(rule => void rule.remove());
    sheet.walkComments(comment => void comment.remove());
    sheet.walkDecls(/./, declaration => {
      if (/url\s*\(/i.test(declaration.value)) declaration.remove();
    });
    return sheet.toString();
  } catch (thrown) {
    if (thrown instanceof CssSyntaxError) return '';
    throw thrown;
  }
}
