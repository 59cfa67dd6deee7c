import { expect, test } from "vitest";
import { wholeBoard } from "../src/lib/board";
import type { Board, Figure, State } from "../src/protocol";

const figure = (id: string, x: number): Figure => ({ id, name: id, side: "blue", label: id, x });
const told = (board: Board, still: Record<string, string[]>): State => ({
  type: "state",
  mark: "1",
  board,
  prompts: [],
  waiting: [],
  answered: [],
  standing: [],
  agreed_draw: [],
  outcome: null,
  log_from: 0,
  log: [],
  still,
});

test("what was not sent again is as it was, in the order of now", () => {
  const before: Board = { title: "one", figures: [figure("a", 1), figure("b", 2), figure("c", 3)] };
  const next = told(
    { title: "two", figures: [figure("b", 5), figure("d", 4)] },
    { figures: ["d", "a", "b"] },
  );
  expect(wholeBoard(next, before)).toEqual({
    title: "two",
    figures: [figure("d", 4), figure("a", 1), figure("b", 5)],
  });
});

test("a list without ids is as it was", () => {
  const before: Board = { title: "one", figures: [figure("b", 1), figure("a", 2)] };
  expect(wholeBoard(told({ title: "two" }, { figures: [] }), before)).toEqual({ ...before, title: "two" });
});

test("a list that is sent whole, or is empty now, takes nothing from before", () => {
  const before: Board = { title: "one", figures: [figure("a", 1)], things: [] };
  expect(wholeBoard(told({ title: "two" }, {}), before)).toEqual({ title: "two" });
  const anew: Board = { title: "two", figures: [figure("a", 2)] };
  expect(wholeBoard(told(anew, {}), before)).toEqual(anew);
  expect(wholeBoard(told(anew, {}), undefined)).toEqual(anew);
});
