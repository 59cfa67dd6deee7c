import { expect, test } from "vitest";
import { canSwap, swapped, type Made } from "../src/lib/again";

const SEATS = ["blue", "red"];
const made: Made = {
  game: { ruleset: "c1", setup: { mission: "supplies" }, players: { red: "veteran" }, own_dice: ["blue"] },
  seat: "blue",
  together: false,
};

test("with the sides swapped the machine has mine and I have the machine's", () => {
  const other = swapped(made, SEATS);
  expect(other.seat).toBe("red");
  expect(other.game).toEqual({ ...made.game, players: { blue: "veteran" }, own_dice: ["red"] });
  expect(swapped(other, SEATS)).toEqual(made);
});

test("a friend stays a friend on the other side", () => {
  const friends = { ...made, game: { ruleset: "c1", players: {} } };
  expect(swapped(friends, SEATS)).toEqual({ ...friends, seat: "red" });
});

test("against a friend my list goes with me, and his is his own to choose", () => {
  const friends = { ...made, game: { ruleset: "c1", setup: { lists: { blue: "mine" } }, players: {} } };
  expect(swapped(friends, SEATS).game.setup).toEqual({ lists: { red: "mine" } });
  const machine = { ...made, game: { ...made.game, setup: { lists: { blue: "mine", red: "other" } } } };
  expect(swapped(machine, SEATS).game.setup).toEqual({ lists: { blue: "mine", red: "other" } });
});

test("at one screen there is nothing to swap", () => {
  expect(canSwap(made, SEATS)).toBe(true);
  expect(canSwap({ ...made, together: true }, SEATS)).toBe(false);
});
