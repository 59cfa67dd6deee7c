/** Sitting down at a game that was just set up. */
import type { GameMade } from "../protocol";
import type { Made } from "./again";
import { newGame } from "./http";
import { hold, together as placeOf } from "./places";
import { go } from "./route.svelte";
import { settings } from "./settings.svelte";

/** Have the game set up, with its maker's seat. */
export function ask(made: Made): Promise<GameMade> {
  return newGame({ ...made.game, seat: made.seat, one_screen: made.together });
}

export async function begin(made: Made): Promise<void> {
  sitDown(await ask(made), made, made.together);
}

/** Take one's place, or all of them; `made` is not known of a game that was opened from a file. */
export function sitDown(game: GameMade, made: Made | null, together: boolean): void {
  const own = game.seats.find((one) => one.seat === made?.seat) ?? game.seats[0];
  if (!own) return go("replay", hold(game.room, "", game.watch));
  const sitting = together ? game.seats : [own];
  const places = sitting.map((one) => hold(game.room, one.seat, one.token));
  settings.links[own.token] = {
    seats: [],
    invitations: [...game.invitations],
    watch: game.watch,
  };
  if (made) settings.madeOf[own.token] = made;
  go("play", placeOf(places));
}
