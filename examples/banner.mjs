/** Draws the banner of the report: documents, an arrow, and a PDF with a seal. */
import { PNG } from 'pngjs';

/** Size of the drawing, in its own units. */
const WIDTH = 1600;
const HEIGHT = 420;
/** Units per pixel, and samples per pixel in each direction: a pixel is the mean of its samples. */
const STEP = 1.6;
const SAMPLES = 4;

const DARK_BLUE = [24, 62, 112];
const BLUE = [31, 95, 168];
const PAPER = [255, 255, 255];
const TEXT = [155, 176, 200];
const GREEN = [56, 161, 105];

/** Shapes are functions that say whether a point is inside; later shapes cover earlier ones. */
const box =
  (left, top, width, height, radius = 0) =>
  (x, y) => {
    const dx = Math.max(left + radius - x, x - (left + width - radius), 0);
    const dy = Math.max(top + radius - y, y - (top + height - radius), 0);
    return (
      x >= left && x <= left + width && y >= top && y <= top + height && Math.hypot(dx, dy) <= Math.max(radius, 0.001)
    );
  };
const disc = (cx, cy, radius) => (x, y) => Math.hypot(x - cx, y - cy) <= radius;
/** A line with round ends. */
const stroke = (x1, y1, x2, y2, width) => (x, y) => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const t = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= width / 2;
};
/** A star of rays around a disc: the rim of a seal. */
const rays = (cx, cy, inner, outer, count) => (x, y) => {
  const angle = Math.atan2(y - cy, x - cx);
  return Math.hypot(x - cx, y - cy) <= inner + (outer - inner) * (0.5 + 0.5 * Math.cos(count * angle));
};

function sheet(left, top, lines) {
  return [
    [box(left + 8, top + 10, 200, 260, 12), [18, 48, 90]],
    [box(left, top, 200, 260, 12), PAPER],
    ...lines.map(([width, color = TEXT, height = 12], i) => [
      box(left + 28, top + 40 + i * 30, width, height, 6),
      color,
    ]),
  ];
}

const SHAPES = [
  ...sheet(330, 80, [[90, BLUE, 16], [144], [144], [120], [144], [144], [76]]),
  ...sheet(560, 80, [[60, BLUE, 16], [0], [0], [0], [0], [144], [110]]),
  [box(588, 120, 144, 100, 4), [237, 243, 250]],
  [box(604, 176, 22, 36, 2), TEXT],
  [box(634, 150, 22, 62, 2), BLUE],
  [box(664, 164, 22, 48, 2), TEXT],
  [box(694, 134, 22, 78, 2), BLUE],
  [stroke(830, 210, 960, 210, 14), PAPER],
  [stroke(960, 210, 920, 172, 14), PAPER],
  [stroke(960, 210, 920, 248, 14), PAPER],
  ...sheet(1040, 80, [[90, BLUE, 16], [144], [144], [120], [144], [70], [50]]),
  [rays(1225, 318, 58, 66, 16), GREEN],
  [disc(1225, 318, 46), [47, 133, 90]],
  [stroke(1204, 320, 1219, 336, 11), PAPER],
  [stroke(1219, 336, 1248, 302, 11), PAPER],
];

/** A gradient from dark to light blue, with rounded corners. */
function background(x, y) {
  if (!box(0, 0, WIDTH, HEIGHT, 28)(x, y)) return [255, 255, 255];
  const t = x / WIDTH;
  return DARK_BLUE.map((from, i) => from + (BLUE[i] - from) * t);
}

function colorAt(x, y) {
  for (let i = SHAPES.length - 1; i >= 0; i--) if (SHAPES[i][0](x, y)) return SHAPES[i][1];
  return background(x, y);
}

function pixelAt(column, row) {
  const sum = [0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const x = (column + ((i % SAMPLES) + 0.5) / SAMPLES) * STEP;
    const y = (row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) * STEP;
    const color = colorAt(x, y);
    for (const channel of [0, 1, 2]) sum[channel] += color[channel];
  }
  return [...sum.map(value => Math.round(value / SAMPLES ** 2)), 255];
}

export function drawBanner() {
  const [width, height] = [Math.floor(WIDTH / STEP), Math.floor(HEIGHT / STEP)];
  const picture = new PNG({ width, height });
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) picture.data.set(pixelAt(column, row), (row * width + column) * 4);
  return { png: PNG.sync.write(picture, { colorType: 2 }), width, height }; // no alpha: a mask costs engines time
}
