/** Compares the pictures of a document with those of its PDF. */
import type { ImageSize } from '../../input/inspect/images.js';
import type { DocumentContent } from '../../input/survey/index.js';
import type { Warnings } from '../../warnings.js';

/**
 * A picture of the document is found by its size in pixels. Images of another size may be cut or scaled, so that each of
 * them may be any picture that was not found.
 */
export function comparePictures(
  { shown, others }: DocumentContent['pictures'],
  found: readonly ImageSize[],
  warnings: Warnings,
): void {
  const left = new Map<string, number>();
  for (const size of found) left.set(keyOf(size), (left.get(keyOf(size)) ?? 0) + 1);
  const missing = shown.filter(size => !take(left, keyOf(size))).length;
  for (const size of others) take(left, keyOf(size));
  left.delete('1x1'); // stands in place of a picture that cannot be read
  const unknown = [...left.values()].reduce((sum, count) => sum + count, 0);
  if (missing > unknown) warnings.add('pictures_lost', { lost: missing - unknown, pictures: shown.length });
}

function keyOf({ width, height }: ImageSize): string {
  return `${width}x${height}`;
}

function take(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}
