/** Pictures of documents of any kind. */
import { isNoPicture } from '../inspect/damage/index.js';
import type { ImageSize } from '../inspect/images.js';
import type { Surveyed, Surveyor } from './surveyor.js';

/** Also those that are missing, and printed ones that are empty or text. */
export function damagedPictures({ isPrinted, missing }: Surveyed): Surveyor {
  const names: string[] = [];
  const others: string[] = [];
  return {
    damagedPicture: name => void names.push(name),
    part({ name }, _size, head) {
      if (isNoPicture(head)) others.push(name);
    },
    *warnings() {
      const all = [...names, ...others.filter(isPrinted), ...missing().pictures];
      const [first] = all;
      if (first !== undefined) yield ['picture_damaged', { damaged: all.length, first: first.slice(0, 200) }];
    },
  };
}

/** A document that is a picture. */
export function imageDocument(): Surveyor {
  const shown: ImageSize[] = [];
  return { image: size => void shown.push(size), pictures: () => ({ shown, others: [] }) };
}
