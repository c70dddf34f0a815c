/** Sets of pixels, and how many of them a rectangle contains. */

/** In pixels; right and bottom are exclusive. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function intersection(a: Frame, b: Frame): Frame {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function union(a: Frame, b: Frame): Frame {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

export const isEmpty = ({ left, top, right, bottom }: Frame): boolean => !(left < right && top < bottom);

export function grown({ left, top, right, bottom }: Frame, by: number): Frame {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

export const frameOf = ({ width, height }: { width: number; height: number }): Frame => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
});

/** A property of the square tile that contains a pixel, determined when it is first needed. */
export function byTile<T>(
  { width, height }: { width: number; height: number },
  side: number,
  determine: (tile: Frame) => T,
): (x: number, y: number) => T {
  const columns = Math.ceil(width / side);
  const known: (T | undefined)[] = new Array(columns * Math.ceil(height / side));
  return (x, y) => {
    const [left, top] = [x - (x % side), y - (y % side)];
    const tile = (top * columns + left) / side;
    known[tile] ??= determine({ left, top, right: left + side, bottom: top + side });
    return known[tile];
  };
}

/** The number of pixels of a mask in a rectangle, in constant time (summed-area table). */
export type Count = (frame: Frame) => number;

/** `mask`: 1 for each pixel of the set. The rectangles may exceed the image. */
export function counter(mask: Uint8Array, width: number, height: number): Count {
  const row = width + 1;
  const sums = new Uint32Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    let inRow = 0;
    for (let x = 0; x < width; x++) {
      inRow += mask[y * width + x]!;
      sums[(y + 1) * row + x + 1] = sums[y * row + x + 1]! + inRow;
    }
  }
  const image = frameOf({ width, height });
  return frame => {
    const { left, top, right, bottom } = intersection(frame, image);
    if (left >= right || top >= bottom) return 0;
    return (
      sums[bottom * row + right]! - sums[top * row + right]! - sums[bottom * row + left]! + sums[top * row + left]!
    );
  };
}
