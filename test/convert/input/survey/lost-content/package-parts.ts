/** Markup that documents of several kinds have in common. */

import { relations } from '../../../../helpers/documents/ooxml.js';
import type { PartChange } from '../../../../helpers/edit-package.js';

export const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
export const CHART_EX = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
export const MODEL = 'http://schemas.microsoft.com/office/drawing/2017/model3d';
export const OFFICE = 'application/vnd.openxmlformats-officedocument';

export interface Part {
  /** Kind of the relationship. */
  readonly kind: string;
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** Parts that another part refers to, by the ids rId1, rId2, ... */
export function partsOf(relationships: string, parts: readonly Part[]): Record<string, PartChange> {
  const overrides = parts.map(({ name, type }) => `<Override PartName="/${name}" ContentType="${type}"/>`).join('');
  return {
    ...Object.fromEntries(parts.map(({ name, content }) => [name, content])),
    [relationships]: relations(parts.map(({ kind, name }) => [kind, `/${name}`])),
    '[Content_Types].xml': xml => xml.replace('</Types>', `${overrides}</Types>`),
  };
}

/** What a program shows that knows the namespace, and what any other shows. */
export function alternatives(namespace: string, choice: string, fallback: string | null): string {
  const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
  const other = fallback === null ? '' : `<mc:Fallback>${fallback}</mc:Fallback>`;
  return `<mc:AlternateContent xmlns:mc="${mc}" xmlns:new="${namespace}"><mc:Choice Requires="new">${choice}</mc:Choice>${other}</mc:AlternateContent>`;
}

export function graphic(uri: string, content: string): string {
  return `<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic>`;
}

/** A chart of the cells A1 and A2, with their values or without. */
function chart(hasValues: boolean): string {
  const points = [30, 70].map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`);
  const values = hasValues ? `<c:numCache><c:ptCount val="2"/>${points.join('')}</c:numCache>` : '';
  const series = `<c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>Sheet1!$A$1:$A$2</c:f>${values}</c:numRef></c:val></c:ser>`;
  const bars = `<c:barChart><c:barDir val="col"/>${series}<c:axId val="1"/><c:axId val="2"/></c:barChart>`;
  const axis = (name: string, id: number, side: string) =>
    `<c:${name}><c:axId val="${id}"/><c:scaling/><c:axPos val="${side}"/><c:crossAx val="${3 - id}"/></c:${name}>`;
  const area = `<c:plotArea>${bars}${axis('catAx', 1, 'b')}${axis('valAx', 2, 'l')}</c:plotArea>`;
  return `<c:chartSpace xmlns:c="${CHART}"><c:chart>${area}</c:chart></c:chartSpace>`;
}

export const chartPart = (folder: string, hasValues: boolean): Part => ({
  kind: 'chart',
  name: `${folder}/charts/chart1.xml`,
  type: `${OFFICE}.drawingml.chart+xml`,
  content: chart(hasValues),
});

/** The word that the tests look for in the PDF. */
export const WORD = 'CONTENT';
