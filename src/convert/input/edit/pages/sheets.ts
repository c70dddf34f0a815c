/** The pages of Excel sheets: pageSetup (ECMA-376-1, 18.3.1.63), which stands behind the margins, and pageSetUpPr. */
import type { XmlElement } from '../../../../system/xml.js';
import { PAPER } from '../../../paper.js';
import { appendTo, type Edit, editStartTag } from '../../../xml.js';
import { EXCEL } from '../excel.js';
import type { PageEdit, PageWishes } from './page-edit.js';

export function sheets(wishes: PageWishes): PageEdit {
  return {
    elements: ['worksheet', 'chartsheet', 'sheetPr', 'pageSetUpPr', 'pageMargins', 'pageSetup'],
    edits(elements) {
      const [sheet, ...others] = elements.filter(({ uri }) => EXCEL.includes(uri));
      if (!sheet) return null;
      const child = (name: string, parent: XmlElement | undefined = sheet) =>
        others.find(element => element.local === name && element.parent === parent);
      const properties = child('sheetPr');
      const fitted = properties && child('pageSetUpPr', properties);
      return [
        setUp(sheet, child('pageSetup'), child('pageMargins'), wishes),
        ...(wishes.fit && sheet.local === 'worksheet' ? [enableFit(sheet, properties, fitted)] : []),
      ];
    },
  };
}

function setUp(
  sheet: XmlElement,
  setup: XmlElement | undefined,
  margins: XmlElement | undefined,
  wishes: PageWishes,
): Edit {
  const wanted = attributesOf(wishes);
  const added = wanted.map(([name, value]) => ` ${name}="${value}"`).join('');
  const replaced = new Set([...wanted.map(([name]) => name), ...(wishes.paper ? ['paperWidth', 'paperHeight'] : [])]);
  if (setup) return editStartTag(setup, ({ name }) => !replaced.has(name), added);
  const element = `<pageSetup xmlns="${sheet.uri}"${added}/>`;
  return margins ? { from: margins.end, to: margins.end, text: element } : appendTo(sheet, element);
}

/** Zero pages high: as many as it takes. */
function attributesOf({ paper, landscape, fit }: PageWishes): (readonly [name: string, value: string | number])[] {
  return [
    ...(paper ? [['paperSize', PAPER[paper].excel] as const] : []),
    ...(landscape ? [['orientation', 'landscape'] as const] : []),
    ...(fit ? [['fitToWidth', 1] as const, ['fitToHeight', fit === 'page' ? 1 : 0] as const] : []),
  ];
}

/** pageSetUpPr (18.3.1.65), the last child of sheetPr, which is the first one of the sheet. */
function enableFit(sheet: XmlElement, properties: XmlElement | undefined, fitted: XmlElement | undefined): Edit {
  const on = ' fitToPage="1"';
  if (fitted) return editStartTag(fitted, ({ name }) => name !== 'fitToPage', on);
  const element = `<pageSetUpPr xmlns="${sheet.uri}"${on}/>`;
  if (properties) return appendTo(properties, element);
  return {
    from: sheet.contentStart,
    to: sheet.contentStart,
    text: `<sheetPr xmlns="${sheet.uri}">${element}</sheetPr>`,
  };
}
