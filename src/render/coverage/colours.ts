/** Colours of pixels: numbers with a byte for each channel, the highest for alpha, which is not looked at. */

/** The largest difference in a channel. */
export function distance(a: number, b: number): number {
  if (a === b) return 0;
  const red = Math.abs((a & 255) - (b & 255));
  const green = Math.abs(((a >>> 8) & 255) - ((b >>> 8) & 255));
  const blue = Math.abs(((a >>> 16) & 255) - ((b >>> 16) & 255));
  return Math.max(red, green, blue);
}

/** Weights of the channels in the luminance (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114];

/**
 * How much of the contrast that `ink` has to `background` is left in `inkNow` and `backgroundNow`: 1 = all; 0 = none;
 * negative: the contrast is reversed. For greys this is the quotient of the luminance contrasts. For other colours, the part of
 * the new contrast that has the direction of the old one: red on green has little luminance contrast.
 */
export function contrastLeft(ink: number, background: number, inkNow: number, backgroundNow: number): number {
  const red = (ink & 255) - (background & 255);
  const green = ((ink >>> 8) & 255) - ((background >>> 8) & 255);
  const blue = ((ink >>> 16) & 255) - ((background >>> 16) & 255);
  const redNow = (inkNow & 255) - (backgroundNow & 255);
  const greenNow = ((inkNow >>> 8) & 255) - ((backgroundNow >>> 8) & 255);
  const blueNow = ((inkNow >>> 16) & 255) - ((backgroundNow >>> 16) & 255);
  const now = RED * red * redNow + GREEN * green * greenNow + BLUE * blue * blueNow;
  return now / (RED * red * red + GREEN * green * green + BLUE * blue * blue);
}

/** Sixteen levels for each channel. */
const BINS = 4096;
/** Counts colours by bins. Forgetting them costs no more than adding them. */
export class Histogram {
  readonly #counts = new Uint32Array(BINS);
  #used: number[] = [];

  add(colour: number): void {
    const bin = ((colour >>> 4) & 0xf) | ((colour >>> 8) & 0xf0) | ((colour >>> 12) & 0xf00);
    if (this.#counts[bin]!++ === 0) this.#used.push(bin);
  }

  /** The centre of the fullest bin; afterwards nothing is counted. */
  take(): number {
    let best = 0;
    for (const bin of this.#used) if (this.#counts[bin]! > this.#counts[best]!) best = bin;
    for (const bin of this.#used) this.#counts[bin] = 0;
    this.#used = [];
    return ((best & 0xf) << 4) | ((best & 0xf0) << 8) | ((best & 0xf00) << 12) | 0x080808;
  }
}

/** Collects colours and returns the median of each channel. */
export class Median {
  readonly #colours: Int32Array;
  readonly #counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const;
  #size = 0;

  constructor(capacity: number) {
    this.#colours = new Int32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  add(colour: number): void {
    this.#colours[this.#size++] = colour;
  }

  /** The median; afterwards nothing is collected. */
  take(): number {
    const colour = this.#majority() ?? this.#median();
    this.#size = 0;
    return colour;
  }

  /** Most backgrounds have one colour in more than half of their pixels (found by the algorithm of Boyer and Moore). */
  #majority(): number | null {
    let [candidate, votes, times] = [0, 0, 0];
    for (let i = 0; i < this.#size; i++) {
      const colour = this.#colours[i]!;
      if (votes === 0) candidate = colour;
      votes += colour === candidate ? 1 : -1;
    }
    for (let i = 0; i < this.#size; i++) if (this.#colours[i] === candidate) times++;
    return times * 2 > this.#size ? candidate : null;
  }

  #median(): number {
    const [red, green, blue] = this.#counts;
    for (let i = 0; i < this.#size; i++) {
      const colour = this.#colours[i]!;
      red[colour & 255]!++;
      green[(colour >>> 8) & 255]!++;
      blue[(colour >>> 16) & 255]!++;
    }
    let median = 0;
    for (const [channel, counts] of this.#counts.entries()) {
      let level = 0;
      for (let below = counts[0]!; below < this.#size / 2; below += counts[level]!) level++;
      median |= level << (8 * channel);
      counts.fill(0);
    }
    return median;
  }
}
