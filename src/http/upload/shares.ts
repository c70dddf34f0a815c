/** Something that there is only so much of, for all together and for each one. */
export interface Shares {
  /** Gives back what was taken; null: there is not so much left. */
  take(who: string, amount: number): (() => void) | null;
}

export function createShares(forAll: number, forOne: number): Shares {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(who, amount) {
      const own = taken.get(who) ?? 0;
      if (all + amount > forAll || own + amount > forOne) return null;
      all += amount;
      taken.set(who, own + amount);
      return () => {
        all -= amount;
        const rest = (taken.get(who) ?? 0) - amount;
        if (rest > 0) taken.set(who, rest);
        else taken.delete(who);
      };
    },
  };
}
