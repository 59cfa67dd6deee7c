/** The same game once more, as it was or with the sides swapped. */
import type { NewGame } from "../protocol";

/** A game as it was asked for: one's own side, and whether all sides sit at one screen. */
export interface Made {
  game: NewGame;
  seat: string;
  together: boolean;
}

/** The same game with the players in each other's places. */
export function swapped(made: Made, seats: readonly string[]): Made {
  const players: Record<string, string> = {};
  seats.forEach((seat, place) => {
    const player = made.game.players?.[seats[(place + 1) % seats.length]!];
    if (player) players[seat] = player;
  });
  const other = seats[(seats.indexOf(made.seat) + 1) % seats.length] ?? made.seat;
  const game = { ...made.game, players };
  const mine = (game.setup?.["lists"] as Record<string, unknown> | undefined)?.[made.seat];
  // A friend chooses his own list, so mine goes with me; a machine fights with the list of its side.
  if (!Object.keys(players).length && mine) game.setup = { ...game.setup, lists: { [other]: mine } };
  if (made.game.own_dice?.includes(made.seat)) game.own_dice = [other];
  return { ...made, seat: other, game };
}

/** Whether there is anything to swap: two sides, not both at this screen. */
export function canSwap(made: Made, seats: readonly string[]): boolean {
  return seats.length === 2 && !made.together;
}
