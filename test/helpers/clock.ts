/** A clock that the test advances; it begins on 1 January 2026, UTC. */
export function testClock() {
  let time = Date.UTC(2026, 0, 1);
  return {
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
  };
}
