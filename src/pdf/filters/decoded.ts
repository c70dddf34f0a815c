/** What a filter returns. */
/** `damaged`: the data ended early or was invalid; `bytes` is what could be decoded. */
export interface Decoded {
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
}

export type Parameters = (key: string, fallback: number) => number;
