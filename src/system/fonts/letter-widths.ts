/** Advance widths of fonts for which systems without them have one of the same widths. */
import { ownValue } from '../collections.js';
import { hasWidths } from './twins.js';

/** Thousandths of an em of the characters from U+0020 to U+007E, then of the MARKS. */
type Widths = readonly number[];

const MARKS = '‘’“”–—…•€';
/** Of U+0020 to U+007E. */
const ASCII = 95;

interface FontWidths {
  readonly regular: Widths;
  readonly bold: Widths;
}

const widths = (numbers: string): Widths => numbers.trim().split(/\s+/).map(Number);

/** Names of fonts. */
export const ARIAL = 'arial';
export const TIMES = 'times new roman';

const FONTS: Readonly<Record<string, FontWidths>> = {
  [ARIAL]: {
    regular: widths(`
      278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
      584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667
      611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500
      722 500 500 500 334 260 334 584
      222 222 333 333 556 1000 1000 350 556
    `),
    bold: widths(`
      278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584
      584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667
      611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556
      778 556 556 500 389 280 389 584
      278 278 500 500 556 1000 1000 350 556
    `),
  },
  [TIMES]: {
    regular: widths(`
      250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564
      564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722
      611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500
      722 500 500 444 480 200 480 541
      333 333 444 444 500 1000 1000 350 500
    `),
    bold: widths(`
      250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570
      570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722
      667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500
      722 500 500 444 394 220 394 520
      333 333 500 500 500 1000 1000 350 500
    `),
  },
  calibri: {
    regular: widths(`
      226 326 401 498 507 715 682 221 303 303 498 498 250 306 252 386 507 507 507 507 507 507 507 507 507 507 268 268 498
      498 498 463 894 579 544 533 615 488 459 631 623 252 319 520 420 855 646 662 517 673 543 459 487 642 567 890 519 487
      468 307 386 307 498 498 291 479 525 423 525 498 305 471 525 229 239 455 229 799 525 527 525 525 349 391 335 525 452
      715 433 453 395 314 460 314 498
      250 250 418 418 498 905 690 498 507
    `),
    bold: widths(`
      226 326 438 498 507 729 705 233 312 312 498 498 258 306 267 430 507 507 507 507 507 507 507 507 507 507 276 276 498
      498 498 463 898 606 561 529 630 488 459 637 631 267 331 547 423 874 659 676 532 686 563 473 495 653 591 906 551 520
      478 325 430 325 498 498 300 494 537 418 537 503 316 474 537 246 255 480 246 813 537 538 537 537 355 399 347 537 473
      745 459 474 397 344 475 344 498
      258 258 435 435 498 905 711 498 507
    `),
  },
};

/** Letters with marks are as wide as those without; these are about as wide as another character. */
const LIKE: Readonly<Record<string, string>> = { '\u00a0': ' ', '·': '-' };

/** In ems; null for a font or a character whose width is not known. */
export function advanceWidth(font: string, isBold: boolean, text: string): number | null {
  const known = ownValue(FONTS, font)?.[isBold ? 'bold' : 'regular'];
  if (!known) return null;
  let sum = 0;
  for (const character of text.normalize('NFD').replace(/\p{Mn}/gu, '')) {
    const width = known[placeOf(LIKE[character] ?? character)];
    if (width === undefined) return null;
    sum += width;
  }
  return sum / 1000;
}

/** As advanceWidth(); null also for a font that another one of other widths replaces. `fonts`: see hasWidths(). */
export function widthsWith(fonts: ReadonlySet<string>): typeof advanceWidth {
  const replaced = new Set(Object.keys(FONTS).filter(font => !hasWidths(font, fonts)));
  return (font, isBold, text) => (replaced.has(font) ? null : advanceWidth(font, isBold, text));
}

/** Among the widths of a font; that of no character for others. */
function placeOf(character: string): number {
  const mark = MARKS.indexOf(character);
  if (mark >= 0) return ASCII + mark;
  const place = character.codePointAt(0)! - 0x20;
  return place < ASCII ? place : -1;
}
