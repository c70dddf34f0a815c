/**
 * PowerPoint fits a text and its shape to one another when somebody edits it, LibreOffice when it loads the document. A shape
 * that grows and shrinks with its text (ECMA-376-1, 21.1.2.1.4) has the saved size. Text that PowerPoint has shrunk to its shape
 * has the scale that the document states (21.1.2.1.3), or 100 %, until somebody edits it; LibreOffice computes another one.
 * PowerPoint draws scaled letters in whole points, and subtracts the reduction from a line spacing in percent (measured by
 * others with PowerPoint for Mac).
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { appendTo, type Edit, editStartTag, enclosing, prependTo } from '../../../../xml.js';
import type { DocumentEdit } from '../../document.js';
import { type FirstChild, firstChildren } from '../children.js';
import { whereReadable } from '../tags.js';
import {
  type Inherited,
  InheritedStyles,
  type LevelStyle,
  type ListStyle,
  listStyleOf,
  percentOf,
  STYLE_NAMES,
  sizeOf,
  spacingOf,
} from './list-styles.js';
import { isDrawing, isRead, SLIDES, SLIDES_AND_MASTERS } from './slide-text.js';

const FITTED = /normAutofit|spAutoFit/;
const RUNS = ['r', 'fld', 'br', 'endParaRPr'];
/** Content of which each program draws the part that it knows, such as an equation (ECMA-376-3): a shape with it stays. */
const ALTERNATES = 'AlternateContent';
const FITS = ['bodyPr', 'normAutofit', 'spAutoFit'];
const NAMES = ['sp', 'ph', 'txBody', ALTERNATES, ...FITS, 'p', 'pPr', 'rPr', ...RUNS, ...STYLE_NAMES];
/** 100 %, the unit of scales. */
const WHOLE = 100_000;
/** Of text whose size nothing states: 18 points. */
const DEFAULT: LevelStyle = { size: 1800, spacing: WHOLE };
/** In hundredths, the unit of sizes. */
const POINT = 100;

/** Text of a shape that is scaled. */
interface Fitted {
  readonly body: XmlElement;
  /** In thousandths of a percent. */
  readonly scale: number;
  readonly reduction: number;
  /** The nearest first. */
  readonly styles: readonly ListStyle[];
}

export const keepSavedFit: DocumentEdit = whereReadable(async (document, { has }) => {
  const inherited = new InheritedStyles(document);
  for (const part of document.parts) {
    if (!(await isRead(document, part, SLIDES_AND_MASTERS)) || !FITTED.test(document.text(part)!)) continue;
    const all = await document.elements(part, NAMES);
    const elements = all.filter(isDrawing);
    const childOf = firstChildren(elements);
    const isSlide = SLIDES.test(await document.contentType(part));
    const alternates = new Set(all.filter(({ local }) => local === ALTERNATES).map(each => enclosing(each, 'txBody')));
    const isShrunk = isSlide && has('computedFit');
    const fitted = isShrunk ? fittedTexts(elements, childOf, await inherited.of(part)) : [];
    const texts = fitted.filter(({ body }) => !alternates.has(body));
    const bodies = new Set(texts.map(({ body }) => body));
    const fits = elements.filter(fit => {
      if (fit.local === 'spAutoFit') return has('computedHeight');
      if (fit.local !== 'normAutofit' || !has('computedFit')) return false;
      return isWhole(fit) || bodies.has(enclosing(fit, 'txBody')!);
    });
    document.change(part, [...fits.map(withoutFit), ...scaled(texts, elements, childOf)]);
  }
});

const scaleOf = (fit: XmlElement): number => percentOf(attributeOf(fit, 'fontScale') ?? `${WHOLE}`);
const reductionOf = (fit: XmlElement): number => percentOf(attributeOf(fit, 'lnSpcReduction') ?? '0');
const isWhole = (fit: XmlElement): boolean => scaleOf(fit) === WHOLE && reductionOf(fit) === 0;

function withoutFit(fit: XmlElement): Edit {
  return { from: fit.start, to: fit.end, text: `<${prefixOf(fit)}noAutofit/>` };
}

function fittedTexts(elements: readonly XmlElement[], childOf: FirstChild, inheritedBy: Inherited): Fitted[] {
  const placeholders = new Map(elements.filter(({ local }) => local === 'ph').map(ph => [enclosing(ph, 'sp'), ph]));
  return elements.flatMap(body => {
    const fit = body.local === 'txBody' ? childOf(childOf(body, 'bodyPr'), 'normAutofit') : undefined;
    if (!fit || body.parent?.local !== 'sp' || isWhole(fit)) return [];
    const [scale, reduction] = [scaleOf(fit), reductionOf(fit)];
    if (!(scale > 0 && scale <= WHOLE && reduction >= 0 && reduction < WHOLE)) return [];
    const own = listStyleOf(childOf(body, 'lstStyle'), childOf);
    return [{ body, scale, reduction, styles: [own, ...inheritedBy(placeholders.get(body.parent))] }];
  });
}

function scaled(texts: readonly Fitted[], elements: readonly XmlElement[], childOf: FirstChild): Edit[] {
  const byBody = new Map(texts.map(text => [text.body, text]));
  const paragraphs = elements.filter(({ local, parent }) => local === 'p' && byBody.has(parent!));
  const known = new Set(paragraphs);
  const runs = elements.filter(({ local, parent }) => RUNS.includes(local) && known.has(parent!));
  const withRuns = new Set(runs.map(({ parent }) => parent));
  return [
    ...paragraphs.flatMap(each => paragraphEdits(byBody.get(each.parent!)!, each, !withRuns.has(each), childOf)),
    ...runs.flatMap(run => runEdits(byBody.get(run.parent!.parent!)!, run, childOf)),
  ];
}

function runEdits(text: Fitted, run: XmlElement, childOf: FirstChild): Edit[] {
  const properties = run.local === 'endParaRPr' ? run : childOf(run, 'rPr');
  const size = sizeIn(text, childOf(run.parent!, 'pPr'), properties);
  if (size === null) return [];
  if (properties) return [editStartTag(properties, ({ local }) => local !== 'sz', ` sz="${size}"`)];
  return [prependTo(run, `<${prefixOf(run)}rPr sz="${size}"/>`)];
}

/** `isEmpty`: it has no runs, and the size of its line is written behind it. */
function paragraphEdits(text: Fitted, paragraph: XmlElement, isEmpty: boolean, childOf: FirstChild): Edit[] {
  const prefix = prefixOf(paragraph);
  const properties = childOf(paragraph, 'pPr');
  const percent = reduced(text, properties, childOf);
  const spacing = percent && `<${prefix}lnSpc><${prefix}spcPct val="${percent}"/></${prefix}lnSpc>`;
  const size = isEmpty ? sizeIn(text, properties, undefined) : null;
  const end = size === null ? '' : `<${prefix}endParaRPr sz="${size}"/>`;
  if (!properties) {
    const content = (spacing ? `<${prefix}pPr>${spacing}</${prefix}pPr>` : '') + end;
    return content ? [prependTo(paragraph, content)] : [];
  }
  const own = childOf(properties, 'lnSpc');
  return [
    ...(spacing ? [own ? { from: own.start, to: own.end, text: spacing } : prependTo(properties, spacing)] : []),
    ...(end ? [appendTo(paragraph, end)] : []),
  ];
}

const prefixOf = ({ name, local }: XmlElement): string => name.slice(0, -local.length);

/** The nearest value that a level states. */
function stated<K extends keyof LevelStyle>(text: Fitted, properties: XmlElement | undefined, name: K) {
  const level = Number((properties && attributeOf(properties, 'lvl')) ?? 0);
  const found = text.styles.find(style => style[level]?.[name] !== undefined);
  return found ? found[level]![name] : DEFAULT[name];
}

/** Null where it stays. */
function sizeIn(text: Fitted, ofParagraph: XmlElement | undefined, ofRun: XmlElement | undefined): number | null {
  const size = sizeOf(ofRun) ?? stated(text, ofParagraph, 'size') ?? Number.NaN;
  const points = Math.floor((size * text.scale) / WHOLE / POINT + 0.5);
  return text.scale < WHOLE && points >= 1 ? points * POINT : null;
}

/** Null where it stays. */
function reduced(text: Fitted, properties: XmlElement | undefined, childOf: FirstChild): number | null {
  const own = spacingOf(properties, childOf);
  const spacing = own === undefined ? stated(text, properties, 'spacing') : own;
  const rest = (spacing ?? Number.NaN) - text.reduction;
  return text.reduction > 0 && rest > 0 ? rest : null;
}
