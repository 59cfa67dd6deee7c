/** Sitting down at a game that was just set up, and setting up the same one again. */
import type { GameMade } from "../protocol";
import { newGame } from "./http";
import { go } from "./route.svelte";
import { remember, settings, type Made } from "./settings.svelte";

/** The same game with the players in each other's places. */
export function swapped(made: Made, seats: readonly string[]): Made {
  const players: Record<string, string> = {};
  seats.forEach((seat, place) => {
    const player = made.game.players?.[seats[(place + 1) % seats.length]!];
    if (player) players[seat] = player;
  });
  const other = seats[(seats.indexOf(made.seat) + 1) % seats.length] ?? made.seat;
  return { ...made, seat: other, game: { ...made.game, players } };
}

/** Whether there is anything to swap: two sides, not both at this screen. */
export function canSwap(made: Made, seats: readonly string[]): boolean {
  return seats.length === 2 && !made.together;
}

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
