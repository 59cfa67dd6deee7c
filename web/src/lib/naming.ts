/** Figures and sides that a text of the game names by their ids. No game in it. */
import type { Board, Called } from "../protocol";

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

/** What texts may name by an id, by the id: what stands on the table, and what was called otherwise before. */
export function calledOn(board: Board | null, then: readonly Called[] = []): Map<string, Called> {
  const things = (board?.things ?? []).flatMap((thing) =>
    thing.label ? [{ ...thing, label: thing.label }] : [],
  );
  const now: Called[] = [...(board?.figures ?? []), ...things];
  return new Map([...now, ...then].map((one) => [one.id, one]));
}

/** The text as it is spoken: ids as names. */
export function spokenText(text: string, called: ReadonlyMap<string, Called>): string {
  const spoken = (piece: Piece): string => {
    const one = called.get(piece.id);
    return one ? `${one.label} ${one.name}` : piece.text;
  };
  return pieces(text, [...called.keys()])
    .map(spoken)
    .join("");
}

/** In the order of their labels: 2 before 10. */
export function byLabel(a: Called | undefined, b: Called | undefined): number {
  return (a?.label ?? "").localeCompare(b?.label ?? "", undefined, { numeric: true });
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
