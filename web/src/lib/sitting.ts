/** Sitting down at a game that was just set up. */
import type { GameMade } from "../protocol";
import type { Made } from "./again";
import { newGame } from "./http";
import { go } from "./route.svelte";
import { remember, settings } from "./settings.svelte";

export async function begin(made: Made): Promise<void> {
  sitDown(await newGame(made.game), made);
}

/** Take one's place; `made` is not known of a game that was opened from a file. */
export function sitDown(game: GameMade, made: Made | null): void {
  const own = game.seats.find((one) => one.seat === made?.seat) ?? game.seats[0];
  if (!own) {
    remember(game.watch);
    return go("replay", game.watch);
  }
  const sitting = made?.together ? game.seats : [own];
  for (const one of sitting) remember(one.token);
  settings.links[own.token] = {
    seats: game.seats.filter((one) => !sitting.includes(one)),
    watch: game.watch,
    ownDice: made?.ownDice ?? false,
  };
  if (made) settings.madeOf[own.token] = made;
  go("play", sitting.map((one) => one.token).join("+"));
}
