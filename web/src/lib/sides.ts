import type { Board } from "../protocol";

/** How a side is drawn: its colour by its place among the sides, its pattern by whether it is the reader's. */
export function sideClass(board: Board | null, seat: string, side: string): string {
  if (!side) return "nobody";
  const order = (board?.sides ?? []).findIndex((one) => one.seat === side);
  const own = side === (seat || board?.sides?.[0]?.seat);
  return `hue-${order === 1 ? 1 : 0} ${own ? "own" : "other"}`;
}
