/** `node bench/history.mjs PAGE.html`: draws the results that benchmarks recorded with BENCH_RECORD=1, over time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { RESULTS } from './lib.mjs';

const [WIDTH, HEIGHT, MARGIN] = [640, 120, 8];
const STYLE = `body { font: 15px/1.5 sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h3 { font-weight: normal; margin: 1.2rem 0 0; } svg { width: 100%; border: 1px solid #ccd; } polyline { fill: none; stroke: #357; }
circle { fill: #357; } p { margin: 0; color: #567; }`;

const page = process.argv[2];
if (page === undefined) throw new Error('Name the page to write.');
const lines = readFileSync(RESULTS, 'utf8').trim().split('\n').map(JSON.parse);
writeFileSync(
  page,
  `<!doctype html><meta charset="utf-8"><title>docconv: benchmarks</title><style>${STYLE}</style>\n${draw()}`,
);

function draw() {
  const byTitle = groupBy(lines, titleOf);
  return [...byTitle].map(([title, runs]) => `<h2>${escapeHtml(title)}</h2>\n${figuresOf(runs).join('\n')}`).join('\n');
}

function titleOf({ bench, title }) {
  return `${bench}: ${title}`;
}

/** A drawing of each figure that is a number with a unit. */
function figuresOf(runs) {
  const names = new Set(runs.flatMap(({ figures }) => Object.keys(figures)));
  return [...names].map(name => {
    const points = runs.flatMap(run => pointOf(run, run.figures[name]));
    return points.length === 0 ? '' : `<h3>${escapeHtml(name)}</h3>\n${chart(points)}`;
  });
}

function pointOf({ date, commit, machine }, text) {
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? [] : [{ value, label: `${text}, ${commit}, ${date.slice(0, 10)}, ${machine.cpu}` }];
}

/** From 0, so that a change has its true size; one step to the right for each run. */
function chart(points) {
  const top = Math.max(...points.map(({ value }) => value)) || 1;
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, points.length - 1);
  const placed = points.map(({ value, label }, i) => {
    const y = HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
    return { x: (MARGIN + i * step).toFixed(1), y: y.toFixed(1), label };
  });
  const line = placed.map(({ x, y }) => `${x},${y}`).join(' ');
  const dots = placed.map(
    ({ x, y, label }) => `<circle cx="${x}" cy="${y}" r="3"><title>${escapeHtml(label)}</title></circle>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}"><polyline points="${line}"/>${dots.join('')}</svg><p>last: ${escapeHtml(placed.at(-1).label)}</p>`;
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
