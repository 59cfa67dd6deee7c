/** Which level of each building is drawn, and on which level everybody stands. */
import type { Figure, Ground, Shape } from "../protocol";
import type { Key } from "../text";
import { box, covers, overFigures } from "./geometry";

/** What is drawn: of every building one level; or everything below a height but what is over somebody inside. */
export type Cut = number | "auto";

export interface Building {
  id: string;
  /** The heights of its floors, from the ground up, and last of its roof if that can be stood on. */
  floors: number[];
  /** Whether the last of the floors is the roof. */
  roofed: boolean;
  shapes: readonly Shape[];
}

/** Where a figure stands: in which building, on which of its floors. */
export interface Storey {
  building: Building;
  floor: number;
}

/** What is drawn of a battlefield. */
export interface Levels {
  /** The shapes that are not drawn. */
  hidden: ReadonlySet<string>;
  /** The shapes that are drawn as outlines, since somebody stands below them. */
  lifted: ReadonlySet<string>;
  /** The floor that is drawn, of each building of which only one is. */
  drawn: ReadonlyMap<string, number>;
  /** The figures in and on buildings. */
  storeys: ReadonlyMap<string, Storey>;
  /** The figures that are drawn as rings, since another stands below them at the same place. */
  rings: ReadonlySet<string>;
}

/** Heights that differ by no more than this are the same floor. */
const SAME_FLOOR_MILS = 500;
/** Drawn flat on the ground, whatever is lifted off. */
const FLAT = new Set(["zone", "deployment"]);
const SLABS = new Set(["roof", "floor", "landing"]);
const WAYS_UP = new Set(["ladder", "stairs"]);

const known = new WeakMap<Ground, Building[]>();

/** The buildings of a battlefield: whatever has rooms. */
export function buildings(ground: Ground): Building[] {
  let found = known.get(ground);
  if (!found) {
    const rooms = ground.shapes.filter((shape) => shape.kind === "room" && shape.structure);
    found = [...new Set(rooms.map((room) => room.structure!))].map((id) => building(ground, id));
    known.set(ground, found);
  }
  return found;
}

function building(ground: Ground, id: string): Building {
  const shapes = ground.shapes.filter((shape) => shape.structure === id);
  const rooms = shapes.filter((shape) => shape.kind === "room");
  const floors = [...new Set(rooms.map((room) => room.bottom ?? 0))].sort((a, b) => a - b);
  const top = Math.max(...rooms.map((room) => room.top ?? 0));
  const roofed = shapes.some(
    ({ kind, walkable, top: height = 0 }) =>
      SLABS.has(kind) && walkable && Math.abs(height - top) <= SAME_FLOOR_MILS,
  );
  return { id, floors: roofed ? [...floors, top] : floors, roofed, shapes };
}

export function storeyOf(ground: Ground, figure: Figure): Storey | null {
  if (figure.away) return null;
  const [x, y, z] = [figure.x ?? 0, figure.y ?? 0, figure.z ?? 0];
  const within = (shape: Shape): boolean =>
    (shape.kind === "room" || SLABS.has(shape.kind)) && covers(shape, x, y);
  const found = buildings(ground).find(({ shapes }) => shapes.some(within));
  if (!found) return null;
  const floor = found.floors.findLastIndex((height) => height <= z + SAME_FLOOR_MILS);
  return { building: found, floor: Math.max(floor, 0) };
}

/** What is drawn: `leading` are figures whose level comes first, `chosen` the floors that were asked for. */
export function levelsOf(
  ground: Ground,
  figures: readonly Figure[],
  cut: Cut,
  leading: readonly string[] = [],
  chosen: ReadonlyMap<string, number> = new Map(),
): Levels {
  const here = figures.filter((figure) => !figure.away);
  const storeys = new Map<string, Storey>();
  for (const figure of here) {
    const storey = storeyOf(ground, figure);
    if (storey) storeys.set(figure.id, storey);
  }
  const hidden = new Set<string>();
  const drawn = new Map<string, number>();
  const entered = new Set([...storeys.values()].map((storey) => storey.building));
  for (const one of buildings(ground)) {
    if (cut !== "auto" && !entered.has(one)) continue;
    const floor = chosen.get(one.id) ?? usualFloor(one, storeys, leading);
    drawn.set(one.id, floor);
    for (const id of offFloor(one, floor)) hidden.add(id);
  }
  for (const shape of ground.shapes) {
    if (cut !== "auto" && !FLAT.has(shape.kind) && (shape.bottom ?? 0) >= cut) hidden.add(shape.id);
  }
  const lifted = [...overFigures(ground, here)].filter((id) => !hidden.has(id));
  return { hidden, lifted: new Set(lifted), drawn, storeys, rings: ringsOf(here) };
}

/** The floor of the first who leads, else the lowest on which somebody stands, else the ground. */
function usualFloor(one: Building, storeys: ReadonlyMap<string, Storey>, leading: readonly string[]): number {
  const first = leading.map((id) => storeys.get(id)).find((storey) => storey?.building === one);
  if (first) return first.floor;
  const floors = [...storeys.values()].filter((storey) => storey.building === one).map(({ floor }) => floor);
  return floors.length ? Math.min(...floors) : 0;
}

/** What of a building is not drawn with one of its floors: all above its ceiling, and the floors below. */
function offFloor({ floors, roofed, shapes }: Building, floor: number): string[] {
  const height = floors[floor] ?? 0;
  const roof = roofed && floor === floors.length - 1;
  const ceiling = roof
    ? Infinity
    : Math.min(
        Infinity,
        ...shapes
          .filter(({ kind, bottom = 0 }) => SLABS.has(kind) && bottom > height + SAME_FLOOR_MILS)
          .map(({ bottom = 0 }) => bottom),
      );
  return shapes
    .filter(({ kind, bottom = 0, top = 0 }) => {
      if (kind === "room") return roof || bottom !== height;
      const below = floor > 0 && top <= height && !SLABS.has(kind) && !WAYS_UP.has(kind);
      return bottom >= ceiling || below;
    })
    .map(({ id }) => id);
}

/** Those who stand above another at the same place of the plan. */
function ringsOf(figures: readonly Figure[]): Set<string> {
  const rings = new Set<string>();
  for (const upper of figures) {
    const below = figures.some((lower) => {
      const apart = Math.hypot((upper.x ?? 0) - (lower.x ?? 0), (upper.y ?? 0) - (lower.y ?? 0));
      const above = (upper.z ?? 0) - (lower.z ?? 0);
      return above > SAME_FLOOR_MILS && apart < ((upper.radius || 490) + (lower.radius || 490)) * 0.8;
    });
    if (below) rings.add(upper.id);
  }
  return rings;
}

/** The name of a floor, and its number where there are several above the ground. */
export function floorName({ floors, roofed }: Building, floor: number): [Key, { n: number }] {
  if (roofed && floor === floors.length - 1) return ["floorRoof", { n: floor }];
  if (floor === 0) return ["floorGround", { n: 0 }];
  return [floors.length - (roofed ? 1 : 0) > 2 ? "floorNumber" : "floorUpper", { n: floor }];
}

/** Whether it is told on which floor a figure stands: not where it can be on one only, or is on the usual one. */
export function isTold(levels: Levels, figure: Figure, others: readonly Figure[]): boolean {
  const storey = levels.storeys.get(figure.id);
  if (!storey || storey.building.floors.length < 2) return false;
  if (storey.floor > 0 || (levels.drawn.get(storey.building.id) ?? 0) !== 0) return true;
  return others.some((other) => levels.rings.has(other.id) && overlap(figure, other));
}

const overlap = (a: Figure, b: Figure): boolean =>
  a.id !== b.id &&
  Math.hypot((a.x ?? 0) - (b.x ?? 0), (a.y ?? 0) - (b.y ?? 0)) < (a.radius || 490) + (b.radius || 490);

/** The middle of the far edge of a building: where the floor that is drawn is told. */
export function edgeOf({ shapes }: Building): { x: number; y: number; wide: number } {
  const points = shapes.filter(({ kind }) => kind === "room").flatMap((shape) => shape.points ?? []);
  const { x, y, wide, deep } = box(points);
  return { x: x + wide / 2, y: y + deep, wide };
}
