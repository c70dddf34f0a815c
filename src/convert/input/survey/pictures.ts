/** Pictures of documents of any kind. */
import type { ImageSize } from '../inspect/images.js';
import type { Surveyor } from './surveyor.js';

export function damagedPictures(): Surveyor {
  const names: string[] = [];
  return {
    damagedPicture: name => void names.push(name),
    *warnings() {
      const [first] = names;
      if (first !== undefined) yield ['picture_damaged', { damaged: names.length, first: first.slice(0, 200) }];
    },
  };
}

/** A document that is a picture. */
export function imageDocument(): Surveyor {
  const shown: ImageSize[] = [];
  return { image: size => void shown.push(size), pictures: () => ({ shown, others: [] }) };
}
