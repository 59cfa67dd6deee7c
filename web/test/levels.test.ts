import { describe, expect, test } from "vitest";
import { standAt } from "../src/lib/geometry";
import { buildings, floorName, isTold, levelsOf, storeyOf } from "../src/lib/levels";
import type { Figure, Ground, Shape } from "../src/protocol";

const shape = (
  structure: string,
  kind: string,
  bottom: number,
  top: number,
  left = 1000,
  walkable = false,
): Shape => ({
  id: `${structure}/${kind}-${bottom}-${left}`,
  kind,
  name: kind,
  structure,
  bottom,
  top,
  walkable,
  points: [
    [left, 1000],
    [left + 4000, 1000],
    [left + 4000, 5000],
    [left, 5000],
  ],
});
/** Two floors and a roof to stand on; beside it a hut with a roof that bears nobody. */
const ground: Ground = {
  name: "Street",
  width: 24000,
  depth: 24000,
  shapes: [
    shape("clinic", "room", 0, 3000),
    shape("clinic", "room", 3000, 6000),
    shape("clinic", "wall", 0, 3000),
    shape("clinic", "wall", 3000, 5800),
    shape("clinic", "stairs", 0, 3000),
    shape("clinic", "floor", 2800, 3000, 1000, true),
    shape("clinic", "roof", 5800, 6000, 1000, true),
    shape("clinic", "crate", 6000, 7000),
    shape("hut", "room", 0, 2500, 10000),
    shape("hut", "wall", 0, 2300, 10000),
    shape("hut", "roof", 2300, 2500, 10000),
    { ...shape("", "catwalk", 2800, 3000, 18000, true), structure: "" },
  ],
};
const figure = (id: string, z: number, x = 2000, away = ""): Figure => ({
  id,
  name: id,
  side: "blue",
  label: id,
  x,
  y: 2000,
  z,
  radius: 490,
  away,
});
const drawn = (levels: ReturnType<typeof levelsOf>): string[] =>
  ground.shapes.filter(({ id }) => !levels.hidden.has(id)).map(({ id }) => id);
const GROUND_FLOOR = ["clinic/room-0-1000", "clinic/wall-0-1000", "clinic/stairs-0-1000"];
const HUT = ["hut/room-0-10000", "hut/wall-0-10000"];
const CATWALK = "/catwalk-2800-18000";

describe("buildings", () => {
  test("have a floor for each height of their rooms, and the roof where it bears somebody", () => {
    expect(buildings(ground).map(({ id, floors, roofed }) => [id, floors, roofed])).toEqual([
      ["clinic", [0, 3000, 6000], true],
      ["hut", [0], false],
    ]);
  });

  test("hold those who stand in and on them", () => {
    const floor = (z: number, x = 2000): number | undefined => storeyOf(ground, figure("f", z, x))?.floor;
    expect([0, 3000, 6000].map((z) => floor(z))).toEqual([0, 1, 2]);
    expect(floor(0, 10500)).toBe(0);
    expect(floor(0, 8000)).toBeUndefined();
    expect(storeyOf(ground, figure("f", 0, 2000, "in reserve"))).toBeNull();
  });

  test("name their floors", () => {
    const [clinic] = buildings(ground);
    expect([0, 1, 2].map((floor) => floorName(clinic!, floor)[0])).toEqual([
      "floorGround",
      "floorUpper",
      "floorRoof",
    ]);
  });
});

describe("what is drawn", () => {
  test("is the ground floor of every building in which nobody stands, roofs open", () => {
    expect(drawn(levelsOf(ground, [], "auto"))).toEqual([...GROUND_FLOOR, ...HUT, CATWALK]);
  });

  test("is the floor where somebody stands, without the walls of the others", () => {
    const upper = drawn(levelsOf(ground, [figure("f", 3000)], "auto"));
    expect(upper).toEqual([
      "clinic/room-3000-1000",
      "clinic/wall-3000-1000",
      "clinic/stairs-0-1000",
      "clinic/floor-2800-1000",
      ...HUT,
      CATWALK,
    ]);
    const roof = drawn(levelsOf(ground, [figure("f", 6000)], "auto"));
    expect(roof).toContain("clinic/crate-6000-1000");
    expect(roof).toContain("clinic/roof-5800-1000");
    expect(roof).not.toContain("clinic/room-3000-1000");
  });

  test("is the lowest of several, unless somebody leads or a floor was asked for", () => {
    const both = [figure("low", 0), figure("high", 3000)];
    const floor = (...more: [string[]?, Map<string, number>?]): number | undefined =>
      levelsOf(ground, both, "auto", ...more).drawn.get("clinic");
    expect(floor()).toBe(0);
    expect(floor(["high"])).toBe(1);
    expect(floor(["", "high", "low"])).toBe(1);
    expect(floor(["high"], new Map([["clinic", 2]]))).toBe(2);
  });

  test("is everything below a height where that is asked for, but over somebody inside", () => {
    expect(drawn(levelsOf(ground, [], Infinity))).toHaveLength(ground.shapes.length);
    const roofs = ground.shapes.filter(({ structure }) => structure === "hut").map(({ id }) => id);
    expect(drawn(levelsOf(ground, [figure("f", 0)], Infinity))).toEqual([...GROUND_FLOOR, ...roofs, CATWALK]);
    expect(drawn(levelsOf(ground, [], 2800))).not.toContain(CATWALK);
    expect(drawn(levelsOf(ground, [], 2801))).toContain(CATWALK);
  });

  test("is what a click means", () => {
    const at = (figures: Figure[], cut: "auto" | number): number =>
      standAt(ground, 2000, 2000, levelsOf(ground, figures, cut));
    expect(at([], "auto")).toBe(0);
    expect(at([figure("f", 3000)], "auto")).toBe(3000);
    expect(at([figure("f", 6000)], "auto")).toBe(6000);
    expect(at([], Infinity)).toBe(6000);
  });
});

describe("two at the same place of the plan", () => {
  const [low, high] = [figure("low", 0), figure("high", 3000, 2300)];
  const levels = levelsOf(ground, [low, high], "auto");

  test("are both seen: the upper one as a ring", () => {
    expect([...levels.rings]).toEqual(["high"]);
    expect([...levelsOf(ground, [low, figure("apart", 3000, 3500)], "auto").rings]).toEqual([]);
    expect([...levelsOf(ground, [low, figure("beside", 0, 2300)], "auto").rings]).toEqual([]);
  });

  test("are both told with their floor, as is whoever is off the ground floor", () => {
    expect([low, high].map((one) => isTold(levels, one, [low, high]))).toEqual([true, true]);
    const alone = levelsOf(ground, [low], "auto");
    expect(isTold(alone, low, [low])).toBe(false);
    const inHut = figure("hut", 0, 12000);
    expect(isTold(levelsOf(ground, [inHut], "auto"), inHut, [inHut])).toBe(false);
  });
});
