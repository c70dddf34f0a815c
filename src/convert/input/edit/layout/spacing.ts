/** The spacing of a paragraph of Word (ECMA-376-1, 17.3.1.33) and of the letters of a run (17.3.2.35). */
import type { XmlElement } from '../../../../system/xml.js';
import { appendTo, type Edit, editStartTag } from '../../../xml.js';

/** Writes these attributes, in place of those with the names `replaced`. `owner`: the paragraph or run. */
export function respace(
  {
    owner,
    properties,
    spacing,
  }: { owner: XmlElement; properties?: XmlElement | undefined; spacing?: XmlElement | undefined },
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
  const added = `<w:spacing xmlns:w="${owner.uri}"${written('w:')}/>`;
  if (properties) return appendTo(properties, added);
  const first = `<w:${owner.local}Pr xmlns:w="${owner.uri}">${added}</w:${owner.local}Pr>`;
  const at = owner.contentStart;
  return at === owner.end ? appendTo(owner, first) : { from: at, to: at, text: first };
}
