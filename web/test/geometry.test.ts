import { describe, expect, test } from "vitest";
import {
  bearing,
  centre,
  clock,
  cuts,
  fit,
  inches,
  lengthOf,
  overFigures,
  sector,
  standAt,
  toTable,
  toWindow,
  zoomAt,
} from "../src/lib/geometry";
import { levelsOf } from "../src/lib/levels";
import type { Figure, Ground, Shape } from "../src/protocol";
import { drawn, readable } from "../src/lib/terrain";

const square = (id: string, kind: string, bottom: number, top: number, walkable = false): Shape => ({
  id,
  kind,
  name: id,
  bottom,
  top,
  walkable,
  points: [
    [1000, 1000],
    [5000, 1000],
    [5000, 5000],
    [1000, 5000],
  ],
});
const ground: Ground = {
  name: "Yard",
  width: 24000,
  depth: 24000,
  shapes: [
    square("roof", "roof", 2800, 3000, true),
    square("floor", "room", 0, 2800),
    square("door", "door", 0, 2000),
  ],
};
const figure = (x: number, y: number, z: number): Figure => ({
  id: "f",
  name: "f",
  side: "blue",
  label: "1",
  x,
  y,
  z,
});

describe("the view", () => {
  const view = fit(ground, 800, 600);
  test("holds the whole table, and pixels and places turn into one another", () => {
    for (const corner of [
      [0, 0],
      [24000, 24000],
    ] as [number, number][]) {
      const [px, py] = toWindow(view, 800, 600, corner);
      expect(px).toBeGreaterThanOrEqual(0);
      expect(py).toBeGreaterThanOrEqual(0);
      expect(px).toBeLessThanOrEqual(800);
      expect(py).toBeLessThanOrEqual(600);
      expect(toTable(view, 800, 600, px, py)).toEqual(corner);
    }
  });
  test("y runs up on the table and down on the screen", () => {
    expect(toTable(view, 800, 600, 400, 100)[1]).toBeGreaterThan(12000);
  });
  test("zooming leaves the place under the pointer where it is", () => {
    const before = toTable(view, 800, 600, 200, 150);
    expect(toTable(zoomAt(view, 2, 800, 600, 200, 150), 800, 600, 200, 150)).toEqual(before);
  });
});

describe("heights", () => {
  test("a click means the roof, or the ground once the roof is lifted off", () => {
    const none = new Set<string>();
    expect(standAt(ground, 2000, 2000, levelsOf(ground, [], Infinity))).toBe(3000);
    expect(standAt(ground, 2000, 2000, levelsOf(ground, [], 2800))).toBe(0);
    expect(standAt(ground, 2000, 2000, { hidden: none, lifted: new Set(["roof"]) })).toBe(0);
    expect(standAt(ground, 9000, 2000, levelsOf(ground, [], Infinity))).toBe(0);
  });
  test("levels are the undersides of what can be lifted off", () => {
    expect(cuts(ground)).toEqual([2800]);
  });
  test("only what lies above a figure hides it", () => {
    expect([...overFigures(ground, [figure(2000, 2000, 0)])]).toEqual(["roof"]);
    expect([...overFigures(ground, [figure(2000, 2000, 3000)])]).toEqual([]);
    expect([...overFigures(ground, [{ ...figure(2000, 2000, 0), away: "in reserve" }])]).toEqual([]);
  });
  test("a roof hides the names of the rooms below until it is lifted", () => {
    const all = drawn(ground);
    const names = (lifted: string[]): string[] =>
      readable(all, new Set(lifted), 24000).map(({ shape }) => shape.id);
    expect(names([])).toEqual(["roof"]);
    expect(names(["roof", "door"])).toContain("floor");
  });
  test("doors and windows lie over lintels, however high, and under roofs", () => {
    const storey = [
      square("ceiling", "roof", 2800, 3000),
      square("lintel", "wall", 2000, 3000),
      square("pane", "window", 800, 2000),
      square("gate", "door", 0, 2000),
    ];
    const order = drawn({ ...ground, shapes: storey }).map(({ shape }) => shape.id);
    expect(order).toEqual(["lintel", "pane", "gate", "ceiling"]);
  });
  test("doors lie over rooms and under roofs", () => {
    expect(drawn(ground).map(({ shape }) => shape.id)).toEqual(["floor", "door", "roof"]);
  });
});

test("bearings are whole degrees from the x axis towards y", () => {
  expect(bearing([0, 0], [1000, 0])).toBe(0);
  expect(bearing([0, 0], [0, 1000])).toBe(90);
  expect(bearing([0, 0], [0, -1000])).toBe(270);
});

test("the clock has twelve away from the reader", () => {
  expect([90, 0, 270, 180, 60].map(clock)).toEqual([12, 3, 6, 9, 1]);
});

test("a route is as long as its legs, climbing included", () => {
  expect(
    lengthOf(
      [0, 0, 0],
      [
        [3000, 4000, 0, "walk"],
        [3000, 4000, 2000, "ladder"],
      ],
    ),
  ).toBe(7000);
});

test("inches are told to the tenth", () => {
  expect([0, 3000, 12500, 118].map(inches)).toEqual(["0", "3", "12.5", "0.1"]);
});

test("the middle of a shape is that of its area", () => {
  expect(
    centre([
      [0, 0],
      [4000, 0],
      [4000, 2000],
      [0, 2000],
    ]),
  ).toEqual([2000, 1000]);
});

test("an arc of 180 degrees that looks along x ends straight above and below", () => {
  expect(sector(0, 0, 100, 0, 180)).toBe("M0 0L0 -100A100 100 0 0 1 0 100z");
});
