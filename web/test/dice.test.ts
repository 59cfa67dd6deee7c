import { expect, test } from "vitest";
import { thrownFor } from "../src/lib/dice";

test("each die stands with what it is thrown for, in order", () => {
  const throws = [
    { count: 2, text: "shoots" },
    { count: 1, text: "dodges" },
  ];
  expect(thrownFor([20, 20, 20], throws)).toEqual([
    { first: 0, dice: [20, 20], text: "shoots" },
    { first: 2, dice: [20], text: "dodges" },
  ]);
});

test("dice of which nothing is said are thrown too", () => {
  expect(thrownFor([10, 10], [])).toEqual([{ first: 0, dice: [10, 10], text: "" }]);
  expect(thrownFor([20, 6], [{ count: 1, text: "shoots" }])).toEqual([
    { first: 0, dice: [20], text: "shoots" },
    { first: 1, dice: [6], text: "" },
  ]);
});
