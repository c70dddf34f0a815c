/** Interprets content streams: what each operation paints, where, and whether it hides what is below. */
import { contentOperations, isName, PdfDict, type PdfObject, type PdfRevision, PdfStream } from '../../../pdf/index.js';
import { isImageRendered, isPatternRendered } from '../overlay/rendered.js';
import { type Font, fontExtent, MISSING_FONT } from './font-extent.js';
import {
  type Box,
  EVERYWHERE,
  formMatrix,
  IDENTITY,
  intersection,
  type Matrix,
  multiply,
  scaleOf,
  transformed,
  union,
} from './geometry.js';
import {
  addsToClip,
  applyParameters,
  fillEffect,
  type GraphicsState,
  type Ink,
  imageEffect,
  initialState,
  patternInk,
  replacesInherited,
  stateOfForm,
  strokeEffect,
  textEffect,
  textMode,
} from './graphics-state.js';
import { OPERATORS } from './operators.js';
import { Path } from './path.js';
import { dependsOnViewer, type Effect, type Paint, type Painting, Scene } from './scene.js';
import { TextObject } from './text-object.js';

/** Nesting of form XObjects, patterns, soft masks and glyph procedures. */
const MAX_DEPTH = 8;
const MAX_SAVED_STATES = 10_000;
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
  const scene = new Scene(revision);
  return scene.interpret(() => new Painter(scene, null, initialState(), 0).paintForm(form, IDENTITY));
}

/** Executes one content stream. The operators call its methods. */
export class Painter {
  path = new Path();
  readonly text = new TextObject();
  /** Depth of BX: unknown operators are ignored within (7.8.2). */
  #compatibility = 0;
  readonly #saved: GraphicsState[] = [];
  #clips = false;

  constructor(
    readonly scene: Scene,
    readonly resources: PdfDict | null,
    public state: GraphicsState,
    private readonly depth: number,
  ) {}

  get revision(): PdfRevision {
    return this.scene.revision;
  }

  run(bytes: Uint8Array): void {
    for (const { operator, operands } of contentOperations(bytes)) {
      this.scene.step();
      if (this.scene.isIncomplete) return;
      if (operator === null) this.scene.fail();
      else this.#execute(operator, operands);
    }
  }

  #execute(operator: string, operands: readonly PdfObject[]): void {
    const entry = OPERATORS.get(operator);
    if (entry === undefined) {
      if (this.#compatibility === 0) this.scene.fail();
      // readers differ on operands that are missing or of another type
    } else if (entry.accepts(operands)) entry.execute(this, operands);
    else this.scene.fail();
  }

  resource(category: string, name: PdfObject | undefined): PdfObject {
    if (name === null || typeof name !== 'object' || !('name' in name)) return null;
    return this.revision.get(this.revision.getDict(this.resources, category), name.name);
  }

  set(parameters: Partial<GraphicsState>): void {
    Object.assign(this.state, parameters);
  }

  enterCompatibility(levels: 1 | -1): void {
    this.#compatibility = Math.max(0, this.#compatibility + levels);
  }

  markContent(tag: PdfObject): void {
    if (isName(tag, 'OC')) this.scene.isVariable = true;
  }

  save(): void {
    if (this.#saved.length === MAX_SAVED_STATES) this.scene.fail();
    else this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.path.keepPlace(this.state.matrix);
    this.text.restoreState();
    this.state = this.#saved.pop() ?? this.state;
  }

  transform(matrix: Matrix): void {
    this.path.keepPlace(this.state.matrix);
    this.state.matrix = multiply(matrix, this.state.matrix);
  }

  /** Takes effect with the operator that ends the path (8.5.4). */
  clipWithPath(): void {
    this.#clips = true;
  }

  endPath(fills: boolean, strokes: boolean): void {
    const { path, state } = this;
    if (!path.isEmpty) {
      const box = path.fillBox(state);
      const isPlain = path.isRectangle(state.matrix);
      if (fills) this.#fill(box, isPlain);
      if (strokes) this.#stroke(path.strokeBox(state));
      if (this.#clips) this.#clip(box, isPlain);
      this.path = new Path();
    }
    this.#clips = false;
  }

  #fill(box: Box, isRectangle: boolean): void {
    const { state } = this;
    const plain = isRectangle && state.isClipPlain && !state.fill.isPattern;
    this.#add('fill', box, fillEffect(state), { plain });
    this.#usePattern(state.fill);
  }

  #stroke(box: Box): void {
    const { state } = this;
    const lineWidth = Math.abs(state.lineWidth) * scaleOf(state.matrix);
    this.#add('stroke', box, strokeEffect(state), { lineWidth });
    this.#usePattern(state.stroke);
  }

  #clip(box: Box, isPlain: boolean): void {
    this.state.clip = intersection(this.state.clip, box);
    this.state.isClipPlain &&= isPlain;
  }

  #add(kind: Paint['kind'], box: Box, effect: Effect, more?: Partial<Paint>): void {
    const visible = intersection(box, this.state.clip);
    this.scene.add({ kind, box: visible, plain: false, effect, lineWidth: null, ...more });
  }

  nextLine(): void {
    this.text.moveBy(0, -this.state.leading);
  }

  setRenderingMode(mode: number): void {
    if (Number.isInteger(mode) && mode >= 0 && mode <= 7) this.state.renderingMode = mode;
    else this.scene.fail();
  }

  showText(items: readonly PdfObject[]): void {
    const { state } = this;
    const box = this.text.show(state, items);
    if (box === null) return;
    if (state.font?.isType3) {
      // the rendering mode does not apply (9.3.6); the procedures choose colours of their own
      this.#add('text', box, 'opaque');
      this.#add('fill', box, 'opaque');
      return;
    }
    const { fills, strokes } = textMode(state);
    this.#add('text', box, textEffect(state), state.font?.isUncertain ? { isUncertain: true } : {});
    if (fills) this.#usePattern(state.fill);
    if (strokes) this.#stroke(box);
    if (addsToClip(state)) state.isClipPlain = false;
  }

  paintShading(): void {
    this.#add('shading', EVERYWHERE, imageEffect(this.state));
  }

  /** `isStencil`: painted with the current colour (8.9.6.2). */
  paintImage(image: PdfDict | PdfStream, isStencil: boolean): void {
    const { revision, state } = this;
    const isRendered = isImageRendered(revision, image, revision.getDict(this.resources, 'ColorSpace'));
    const effect = isStencil ? fillEffect(state) : imageEffect(state);
    this.#add('image', transformed(UNIT, state.matrix), effect, isRendered ? {} : { isUncertain: true });
    if (isStencil) this.#usePattern(state.fill);
  }

  paintObject(object: PdfObject): void {
    const { revision } = this;
    const stream = object instanceof PdfStream ? object : null;
    const subtype = revision.getName(stream, 'Subtype');
    const matrix = stream && formMatrix(revision, stream);
    if (stream && subtype === 'Image') this.#paintImageObject(stream);
    else if (stream && subtype === 'Form' && matrix) this.paintForm(stream, matrix);
    else this.scene.fail();
  }

  #paintImageObject(image: PdfStream): void {
    this.scene.isVariable ||= dependsOnViewer(this.revision, image);
    this.paintImage(image, this.revision.get(image, 'ImageMask') === true);
  }

  /** `matrix` maps the space of the form to user space. */
  paintForm(form: PdfStream, matrix: Matrix): void {
    const { revision, scene } = this;
    const bytes = this.depth < MAX_DEPTH ? scene.bytesOf(form) : null;
    scene.isVariable ||= dependsOnViewer(revision, form);
    if (bytes === null) scene.fail();
    else {
      const state = stateOfForm(revision, form, { ...this.state, matrix: multiply(matrix, this.state.matrix) });
      const resources = revision.getDict(form, 'Resources') ?? this.resources;
      new Painter(scene, resources, state, this.depth + 1).run(bytes);
    }
  }

  /** A pattern cell, soft mask or glyph procedure, in its own space. */
  #part(stream: PdfStream, resources: PdfDict | null = null): Painting {
    return this.scene.part(stream, part =>
      new Painter(part, resources ?? this.resources, initialState(), this.depth).paintForm(stream, IDENTITY),
    );
  }

  #usePattern({ cell }: Ink): void {
    if (!cell) return;
    this.scene.isUncertain ||= !isPatternRendered(this.revision, cell);
    this.#part(cell);
  }

  patternNamed(name: PdfObject | undefined): Ink {
    return patternInk(this.resource('Pattern', name));
  }

  setParameters(parameters: PdfObject): void {
    if (parameters instanceof PdfDict) this.#applyParameters(parameters);
    else this.scene.fail();
  }

  #applyParameters(parameters: PdfDict): void {
    const { revision, state } = this;
    applyParameters(revision, state, parameters);
    if (replacesInherited(state)) this.scene.isVariable = true;
    const mask = revision.get(revision.getDict(parameters, 'SMask'), 'G');
    if (mask instanceof PdfStream) this.#part(mask);
    const [font, size] = revision.getArray(parameters, 'Font')?.items.map(item => revision.resolve(item)) ?? [];
    if (font !== undefined && typeof size === 'number') this.setFont(font, size);
  }

  setFont(font: PdfObject, size: number): void {
    this.state.font = font instanceof PdfDict ? this.#extentOf(font) : MISSING_FONT;
    this.state.size = size;
  }

  #extentOf(dict: PdfDict): Font {
    const { fonts, revision } = this.scene;
    const known = fonts.get(dict);
    if (known !== undefined) return known;
    const font = fontExtent(revision, dict, () => this.#glyphBox(dict));
    this.scene.step(Math.ceil(font.widthCount / WIDTHS_PER_OPERATION));
    fonts.set(dict, font);
    return font;
  }

  /** In glyph space. Procedures paint regardless of /FontBBox and of the box given to `d1`. */
  #glyphBox(font: PdfDict): Box {
    const resources = this.revision.getDict(font, 'Resources');
    const procedures = this.revision.getDict(font, 'CharProcs')?.entries.values() ?? [];
    let box: Box = { left: 0, bottom: 0, right: 0, top: 0 };
    for (const value of procedures) {
      const procedure = this.revision.resolve(value);
      if (!(procedure instanceof PdfStream)) continue;
      for (const paint of this.#part(procedure, resources).paints) box = union(box, paint.box);
    }
    return box;
  }
}
