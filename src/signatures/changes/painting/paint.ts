/** Reads content streams: what each operation paints, where, and whether it hides what is below. */
import {
  type Box,
  type Colour,
  Content,
  type ContentEvent,
  dictOf,
  EVERYWHERE,
  formMatrix,
  type GraphicsState,
  IDENTITY,
  initialState,
  interpret,
  intersection,
  isName,
  type Matrix,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  scaleOf,
  stateOfForm,
  transformed,
  union,
} from '../../../pdf/index.js';
import { imageWork, streamWork } from './drawing-work.js';
import {
  type Effect,
  enterForm,
  fillEffect,
  imageEffect,
  NO_GROUP,
  replacesInherited,
  strokeEffect,
  textEffect,
  textMode,
} from './effect.js';
import { type Font, fontExtent, MISSING_FONT } from './font-extent.js';
import { areParametersAlike, isShadingAlike } from './parameters.js';
import { isImageRendered, isMarkImageRendered, isPatternRendered } from './rendered.js';
import { dependsOnViewer, type Paint, type Painting, Scene } from './scene.js';
import { TextObject } from './text-object.js';

/** Nesting of form XObjects, patterns, soft masks and glyph procedures. */
const MAX_DEPTH = 8;
/** Units of work for what is nested more deeply: where forms are drawn several times on each level, it adds up. */
const DEEP = 5_000;
/** Widths of a font that take as long to read as one operation. */
const WIDTHS_PER_OPERATION = 16;
const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };

/** `matrix` maps user space to the caller's space. */
export function paintsOf(
  revision: PdfRevision,
  bytes: Uint8Array,
  resources: PdfDict | null,
  matrix: Matrix,
): Painting {
  const scene = new Scene(revision);
  return scene.interpret(() => new Painter(scene, resources, initialState(matrix), 0).run(bytes));
}

/** In the space of the form, inside its /Matrix. */
export function paintsOfForm(revision: PdfRevision, form: PdfStream): Painting {
  const scene = new Scene(revision, true);
  return scene.interpret(() => new Painter(scene, null, initialState(), 0).paintForm(form, IDENTITY));
}

/** Reads the events of one content stream. */
class Painter {
  readonly #content: Content;
  readonly #text = new TextObject();

  constructor(
    private readonly scene: Scene,
    private readonly resources: PdfDict | null,
    state: GraphicsState,
    private readonly depth: number,
    private readonly group = NO_GROUP,
  ) {
    this.#content = new Content({ revision: scene.revision, resources, limit: scene.limit }, state);
  }

  get #state(): GraphicsState {
    return this.#content.state;
  }

  run(bytes: Uint8Array): void {
    this.scene.work += streamWork(bytes.length);
    for (const event of interpret(this.#content, bytes)) {
      this.#read(event);
      if (this.scene.isIncomplete) return;
    }
  }

  #read(event: ContentEvent): void {
    const { scene } = this;
    if (event.kind === 'path') this.#paintPath(event);
    else if (event.kind === 'text') this.#showText(event);
    else if (event.kind === 'font') this.#font();
    else if (event.kind === 'parameters') this.#useParameters(event.parameters);
    else if (event.kind === 'shading') this.#paintShading(event.shading);
    else if (event.kind === 'inline-image') this.#paintImage(event.image, isStencil(event.image));
    else if (event.kind === 'object') this.#paintObject(event.object);
    else if (event.kind === 'marked') scene.isVariable ||= isName(event.tag, 'OC');
    else if (event.kind === 'unreadable') this.#stop();
  }

  /** Readers go on where an operation is not readable, and beyond the limits. */
  #stop(): void {
    if (this.scene.limit.isExceeded) this.scene.exceed();
    else this.scene.fail();
  }

  #paintPath({ path, fills, strokes }: ContentEvent & { readonly kind: 'path' }): void {
    const state = this.#state;
    if (path.isEmpty) return;
    this.scene.isUncertain ||= strokes && path.hasPoint;
    if (fills) {
      const plain = path.isRectangle(state.matrix) && state.isClipPlain && state.fill.pattern === undefined;
      this.#add('fill', path.fillBox(state.matrix), fillEffect(state, this.group), { plain });
      this.#usePattern(state.fill);
    }
    if (strokes) this.#stroke(path.strokeBox(state));
  }

  #stroke(box: Box): void {
    const state = this.#state;
    const lineWidth = Math.abs(state.lineWidth) * scaleOf(state.matrix);
    this.#add('stroke', box, strokeEffect(state, this.group), { lineWidth });
    this.#usePattern(state.stroke);
  }

  #paintShading(shading: PdfObject): void {
    const isAlike = isShadingAlike(this.scene.revision, shading);
    this.#add('shading', EVERYWHERE, imageEffect(this.#state, this.group), isAlike ? {} : { isUncertain: true });
  }

  #add(kind: Paint['kind'], box: Box, effect: Effect, more?: Partial<Paint>): void {
    const state = this.#state;
    const visible = intersection(box, state.clip);
    const blended = isBlended(state) ? ({ isBlended: true } as const) : {};
    this.scene.add({ kind, box: visible, plain: false, effect, lineWidth: null, ...blended, ...more });
  }

  #showText({ items, place }: ContentEvent & { readonly kind: 'text' }): void {
    const state = this.#state;
    const font = this.#font();
    const box = this.#text.show(state, font, place, items);
    if (box === null) return;
    if (font.isType3) {
      // the rendering mode does not apply (9.3.6); the procedures choose colours of their own
      this.#add('text', box, 'opaque', font.isUncertain ? { isUncertain: true } : {});
      this.#add('fill', box, 'opaque');
      return;
    }
    const { fills, strokes } = textMode(state);
    this.#add('text', box, textEffect(state, this.group), font.isUncertain ? { isUncertain: true } : {});
    if (fills) this.#usePattern(state.fill);
    if (strokes) this.#stroke(box);
  }

  /** `isStencil`: painted with the current colour (8.9.6.2). */
  #paintImage(image: PdfDict | PdfStream, isStencil: boolean): void {
    const { revision } = this.scene;
    const state = this.#state;
    const spaces = revision.getDict(this.resources, 'ColorSpace');
    const isRendered = (this.scene.isOfMark ? isMarkImageRendered : isImageRendered)(revision, image, spaces);
    const effect = (isStencil ? fillEffect : imageEffect)(state, this.group);
    this.scene.work += imageWork(revision, image);
    this.#add('image', transformed(UNIT, state.matrix), effect, isRendered ? {} : { isUncertain: true });
    if (isStencil) this.#usePattern(state.fill);
  }

  #paintObject(object: PdfObject): void {
    const { revision } = this.scene;
    const stream = object instanceof PdfStream ? object : null;
    const subtype = revision.getName(stream, 'Subtype');
    const matrix = stream && formMatrix(revision, stream);
    if (stream && subtype === 'Image') this.#paintImageObject(stream);
    else if (stream && subtype === 'Form' && matrix) this.paintForm(stream, matrix);
    else this.scene.fail();
  }

  #paintImageObject(image: PdfStream): void {
    this.scene.isVariable ||= dependsOnViewer(this.scene.revision, image);
    this.#paintImage(image, this.scene.revision.get(image, 'ImageMask') === true);
  }

  /** `matrix` maps the space of the form to user space. */
  paintForm(form: PdfStream, matrix: Matrix): void {
    const { scene } = this;
    const { revision } = scene;
    const isTooDeep = this.depth >= MAX_DEPTH;
    const bytes = isTooDeep ? null : scene.bytesOf(form);
    scene.isVariable ||= dependsOnViewer(revision, form);
    if (isTooDeep) scene.work += DEEP;
    if (bytes === null) scene.fail();
    else {
      const state = stateOfForm(revision, form, this.#state, matrix);
      const group = enterForm(revision, form.dict, state, this.group);
      if (form.dict.has('Group')) scene.layers.push(state.clip);
      const resources = revision.getDict(form, 'Resources') ?? this.resources;
      new Painter(scene, resources, state, this.depth + 1, group).run(bytes);
    }
  }

  /** A pattern cell, soft mask or glyph procedure, in its own space. */
  #part(stream: PdfStream, resources: PdfDict | null = null): Painting {
    return this.scene.part(stream, part =>
      new Painter(part, resources ?? this.resources, initialState(), this.depth).paintForm(stream, IDENTITY),
    );
  }

  /** Some viewers paint although the pattern is missing, or the colorant is None. */
  #usePattern({ space, pattern }: Colour): void {
    this.scene.isUncertain ||= space === 'None' || (space === 'Pattern' && !dictOf(pattern ?? null));
    if (!(pattern instanceof PdfStream)) return;
    this.scene.isUncertain ||= !isPatternRendered(this.scene.revision, pattern);
    this.#part(pattern);
  }

  #useParameters(parameters: PdfDict): void {
    const { revision } = this.scene;
    if (replacesInherited(this.#state, this.group)) this.scene.isVariable = true;
    this.scene.isUncertain ||= !areParametersAlike(revision, parameters);
    const mask = revision.get(revision.getDict(parameters, 'SMask'), 'G');
    if (mask instanceof PdfStream) this.#part(mask);
    if (parameters.has('Font')) this.#font();
  }

  #font(): Font {
    const dict = this.#state.font?.dict;
    if (!(dict instanceof PdfDict)) return MISSING_FONT;
    const { fonts, limit, revision } = this.scene;
    const known = fonts.get(dict);
    if (known !== undefined) return known;
    const font = fontExtent(revision, dict, () => this.#glyphBox(dict));
    if (!limit.count(Math.ceil(font.widthCount / WIDTHS_PER_OPERATION))) this.scene.exceed();
    fonts.set(dict, font);
    return font;
  }

  /** In glyph space. Procedures paint regardless of /FontBBox and of the box given to `d1`. */
  #glyphBox(font: PdfDict): Box {
    const { revision } = this.scene;
    const resources = revision.getDict(font, 'Resources');
    let box: Box = { left: 0, bottom: 0, right: 0, top: 0 };
    for (const procedure of revision.values(revision.getDict(font, 'CharProcs'))) {
      if (!(procedure instanceof PdfStream)) continue;
      for (const paint of this.#part(procedure, resources).paints) box = union(box, paint.box);
    }
    return box;
  }
}

const isBlended = ({ blend, fill, stroke, isMasked, fillAlpha, strokeAlpha }: GraphicsState): boolean =>
  isMasked || blend !== 'normal' || Math.min(fillAlpha, strokeAlpha) < 1 || Boolean(fill.pattern || stroke.pattern);

/** Inline images may abbreviate keys (8.9.7). */
const isStencil = (image: PdfDict): boolean => (image.get('IM') ?? image.get('ImageMask')) === true;
