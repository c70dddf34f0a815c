/**
 * Counts the elements of an SVG image as often as they are drawn: `use`, patterns, masks and markers repeat what they refer
 * to, so that 40 lines can stand for a million million elements (SVG 2, 5.6).
 */
import { requireWithin } from '../../limits.js';
import type { TagWatch } from './tags.js';
import type { Tally } from './tally.js';

const ID = /(?:^|\s)(?:xml:)?id\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const HREF = /(?:^|[\s:])href\s*=\s*["']\s*#([^"'\s]+)/;
const URL = /url\(\s*["']?#([^"')\s]+)/g;

/** An element with an id, and what it draws. */
interface Node {
  /** Depth of the element. */
  readonly depth: number;
  elements: number;
  /** Ids that it refers to, and nodes within it. */
  readonly draws: (string | Node)[];
  total: number | null;
}

/** For every element of an SVG image. */
export function svgWatch(tally: Tally): TagWatch {
  const { limits } = tally;
  let count = 0;
  let open = [nodeAt(-1)];
  let byId = new Map<string, Node>();
  return {
    names: null,
    tag(text, name, part, depth) {
      while (open.length > 1 && open.at(-1)!.depth >= depth) open.pop();
      const id = ID.exec(text);
      if (id) {
        const node = nodeAt(depth);
        open.at(-1)!.draws.push(node);
        const key = id[1] ?? id[2] ?? '';
        if (!byId.has(key)) byId.set(key, node);
        open.push(node);
      }
      const node = open.at(-1)!;
      node.elements++;
      requireWithin(limits, 'svgElements', ++count, part);
      const href = name === 'use' ? HREF.exec(text)?.[1] : undefined;
      if (href !== undefined) node.draws.push(href);
      for (const [, target = ''] of text.matchAll(URL)) {
        requireWithin(limits, 'svgElements', ++count, part);
        node.draws.push(target);
      }
    },
    end(part) {
      requireWithin(limits, 'svgElements', totalOf(open[0]!, byId), part);
      count = 0;
      open = [nodeAt(-1)];
      byId = new Map();
    },
  };
}

const nodeAt = (depth: number): Node => ({ depth, elements: 0, draws: [], total: null });

/** Elements that a node draws, by a walk without recursion. A reference to itself draws nothing. */
function totalOf(root: Node, byId: ReadonlyMap<string, Node>): number {
  const stack = [{ node: root, next: 0, sum: root.elements }];
  root.total = 0;
  for (;;) {
    const frame = stack.at(-1)!;
    const target = frame.node.draws[frame.next++];
    if (target === undefined) {
      frame.node.total = Math.min(frame.sum, Number.MAX_SAFE_INTEGER);
      stack.pop();
      const parent = stack.at(-1);
      if (!parent) return frame.node.total;
      parent.sum += frame.node.total;
      continue;
    }
    const node = typeof target === 'string' ? byId.get(target) : target;
    if (!node) continue;
    if (node.total !== null) frame.sum += node.total;
    else {
      node.total = 0;
      stack.push({ node, next: 0, sum: node.elements });
    }
  }
}
