/** What is on the table, for whatever names it. */
import { getContext, setContext } from "svelte";
import type { Board } from "../protocol";

/** The board as it stands, and whose screen this is. */
export interface OnTable {
  readonly board: Board | null;
  readonly seat: string;
}

const KEY = Symbol("table");
const NOTHING: OnTable = { board: null, seat: "" };

export const showTable = (table: OnTable): OnTable => setContext(KEY, table);
export const theTable = (): OnTable => getContext<OnTable | undefined>(KEY) ?? NOTHING;
