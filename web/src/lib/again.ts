/** The same game once more, as it was or with the sides swapped. */
import type { NewGame } from "../protocol";

/** A game as it was asked for: one's own side, and whether all sides sit at one screen. */
export interface Made {
  game: NewGame;
  seat: string;
  together: boolean;
  ownDice: boolean;
}

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
