/** The spacing of a paragraph of Word (ECMA-376-1, 17.3.1.33). */
import type { XmlElement } from '../../../../system/xml.js';
import { appendTo, type Edit, editStartTag } from '../../../xml.js';

/** Writes these attributes, in place of those with the names `replaced`. */
export function respace(
  {
    paragraph,
    properties,
    spacing,
  }: { paragraph: XmlElement; properties?: XmlElement | undefined; spacing?: XmlElement | undefined },
  attributes: Readonly<Record<string, string | number>>,
  replaced: readonly string[] = Object.keys(attributes),
): Edit {
  const written = (prefix: string) =>
    Object.entries(attributes)
      .map(([name, value]) => ` ${prefix}${name}="${value}"`)
      .join('');
  if (spacing) {
    const prefix = spacing.name.slice(0, -'spacing'.length);
    return editStartTag(spacing, ({ local }) => !replaced.includes(local), written(prefix));
  }
  const added = `<w:spacing xmlns:w="${paragraph.uri}"${written('w:')}/>`;
  if (properties) return appendTo(properties, added);
  const first = `<w:pPr xmlns:w="${paragraph.uri}">${added}</w:pPr>`;
  const at = paragraph.contentStart;
  return at === paragraph.end ? appendTo(paragraph, first) : { from: at, to: at, text: first };
}
