/** Figures and sides that a text of the game names by their ids. No game in it. */

/** A piece of a text: plain words, or the id of a figure or side. */
export type Piece = { text: string; id: string };

/** The text in pieces. An id counts where it stands alone: `red-1` is not found in `red-12`. */
export function pieces(text: string, ids: readonly string[]): Piece[] {
  if (!text) return [];
  const known = [...ids].filter(Boolean).sort((a, b) => b.length - a.length);
  if (!known.length) return [{ text, id: "" }];
  const any = new RegExp(`(?<![\\w-])(${known.map(escaped).join("|")})(?![\\w-]|[.]\\w)`, "g");
  return text
    .split(any)
    .map((part, place) => ({ text: part, id: place % 2 ? part : "" }))
    .filter((piece) => piece.text);
}

/** The text as it is spoken: ids as names. */
export function spokenText(text: string, names: ReadonlyMap<string, string>): string {
  return pieces(text, [...names.keys()])
    .map((piece) => names.get(piece.id) ?? piece.text)
    .join("");
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
