import { describe, expect, test } from "vitest";
import { doorState, openingSign } from "../src/lib/openings";
import type { Shape, Thing } from "../src/protocol";

const door: Shape = {
  id: "d",
  kind: "door",
  name: "Door",
  door: "closed",
  points: [
    [1000, 2000],
    [3000, 2000],
    [3000, 2200],
    [1000, 2200],
  ],
};
const now = (state: string): Thing => ({
  id: "door:d",
  kind: "door",
  name: "Door",
  x: 2000,
  y: 2100,
  shape: "d",
  door: state,
  badges: [{ short: "", text: "as the game says" }],
});

describe("a door", () => {
  test("is as the game tells it, with a badge or without", () => {
    expect(doorState(door, now("closed"))).toBe("closed");
    expect(doorState(door, now("open"))).toBe("open");
    expect(doorState(door, now("destroyed"))).toBe("destroyed");
  });

  test("is as the battlefield has it where the game tells nothing", () => {
    expect(doorState(door)).toBe("closed");
    expect(doorState({ ...door, door: "open" })).toBe("open");
    expect(doorState({ ...door, kind: "window", door: "" })).toBe("");
  });

  test("has a sign of its own in each state, and so has a window", () => {
    const signs = (["open", "closed", "destroyed"] as const).map((state) => openingSign(door, 10000, state));
    expect(new Set(signs).size).toBe(3);
    expect(signs.every(Boolean)).toBe(true);
    expect(openingSign({ ...door, kind: "window" }, 10000, "")).toBe("M1000 7900L3000 7900");
  });

  test("stands open at its end, as long as it is wide", () => {
    expect(openingSign(door, 10000, "open")).toBe("M3000 7900A2000 2000 0 0 0 1000 5900L1000 7900");
  });
});
