/** The board as it is now, out of what has changed and the one before. */
import type { Board, State } from "../protocol";

/** Lists of which only what has changed is sent. */
type Listed = "figures" | "things" | "hand" | "open_cards" | "goals";

export function wholeBoard(told: State, before: Board | undefined): Board {
  const lists = Object.entries(told.still ?? {}).map(([name, ids]) => {
    const had = before?.[name as Listed] ?? [];
    if (!ids.length) return [name, had];
    const known = new Map([...had, ...(told.board[name as Listed] ?? [])].map((one) => [one.id, one]));
    return [name, ids.map((id) => known.get(id)).filter(Boolean)];
  });
  return { ...told.board, ...Object.fromEntries(lists) };
}
