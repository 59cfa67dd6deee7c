/** Dice that a player throws on his own desk, by what they are for. */
import type { Throw } from "../protocol";

export interface Thrown {
  /** The place of the first of these dice among all. */
  first: number;
  /** The sides of each. */
  dice: number[];
  text: string;
}

/** The dice in their order by what they are thrown for; what nothing is said of comes last, without a text. */
export function thrownFor(dice: readonly number[], throws: readonly Throw[]): Thrown[] {
  const found: Thrown[] = [];
  let first = 0;
  for (const { count, text } of [...throws, { count: dice.length, text: "" }]) {
    const these = dice.slice(first, first + count);
    if (these.length) found.push({ first, dice: these, text });
    first += these.length;
  }
  return found;
}
