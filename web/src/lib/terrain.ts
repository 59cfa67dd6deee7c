/** How each kind of terrain is drawn: a tint and a hatching, so that colour is never the only sign. */
import type { Ground, Shape } from "../protocol";
import { box, centre, covers, inches } from "./geometry";

type Tint =
  "stone" | "wall" | "wood" | "metal" | "leaf" | "earth" | "glass" | "water" | "rust" | "white" | "none";
type Hatch = "" | "slash" | "back" | "across" | "down" | "cross" | "dots" | "rings" | "rungs";

const STYLES: Record<string, [Tint, Hatch]> = {
  wall: ["wall", ""],
  roof: ["stone", ""],
  floor: ["white", "down"],
  container: ["rust", "down"],
  shed: ["wood", "across"],
  tank: ["metal", "rings"],
  tower: ["stone", "cross"],
  platform: ["stone", "down"],
  rock: ["stone", "back"],
  pillar: ["stone", "cross"],
  tree: ["leaf", "dots"],
  machine: ["metal", "slash"],
  vehicle: ["metal", "slash"],
  truck: ["metal", "slash"],
  hedgerow: ["leaf", "rings"],
  hedge: ["leaf", "rings"],
  stack: ["wood", "cross"],
  crate: ["wood", "cross"],
  barrel: ["rust", "dots"],
  "low-wall": ["stone", "slash"],
  sandbags: ["earth", "rings"],
  pipe: ["metal", "across"],
  planter: ["earth", "dots"],
  "air-conditioner": ["metal", "cross"],
  furniture: ["wood", "back"],
  fence: ["metal", ""],
  railing: ["metal", ""],
  parapet: ["stone", ""],
  catwalk: ["metal", "cross"],
  landing: ["white", "cross"],
  door: ["rust", ""],
  window: ["glass", ""],
  ladder: ["white", "rungs"],
  stairs: ["white", "rungs"],
  rough: ["earth", "dots"],
  sand: ["earth", "dots"],
  jungle: ["leaf", "back"],
  water: ["water", "across"],
  "deep-water": ["water", "across"],
  crop: ["earth", "down"],
  road: ["earth", ""],
  room: ["white", ""],
  zone: ["none", "back"],
  deployment: ["none", ""],
  smoke: ["metal", "dots"],
};
const PLAIN: [Tint, Hatch] = ["stone", ""];
const FLAT = ["road", "crop", "sand", "rough", "jungle", "water", "deep-water", "deployment", "zone", "room"];

export interface Drawn {
  shape: Shape;
  path: string;
  tint: Tint;
  hatch: Hatch;
  /** How much darker than at the ground, in per cent. */
  shade: number;
  flat: boolean;
  label: string[];
  at: [number, number];
  /** The room that a label has, in mils. */
  wide: number;
  deep: number;
}

export function pathOf(shape: Shape, depth: number): string {
  if (shape.centre) {
    const [x, y] = shape.centre;
    const r = shape.radius ?? 0;
    return `M${x - r} ${depth - y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  return "M" + (shape.points ?? []).map(([x, y]) => `${x} ${depth - y}`).join("L") + "z";
}

/** All shapes, from the ground up. Doors and windows lie over the lintels above them, and under roofs. */
export function drawn(ground: Ground): Drawn[] {
  const walls = ground.shapes.filter(({ kind }) => kind === "wall");
  const place = new Map(ground.shapes.map((shape) => [shape, order(shape, walls)]));
  return ground.shapes
    .map((shape) => draw(shape, ground.depth))
    .sort((a, b) => place.get(a.shape)! - place.get(b.shape)!);
}

export function draw(shape: Shape, depth: number): Drawn {
  const [tint, hatch] = STYLES[shape.kind] ?? PLAIN;
  const top = shape.top ?? 0;
  const flat = FLAT.includes(shape.kind);
  const bounds = shape.centre
    ? { wide: (shape.radius ?? 0) * 2, deep: (shape.radius ?? 0) * 2 }
    : box(shape.points ?? []);
  const [x, y] = labelAt(shape);
  return {
    shape,
    path: pathOf(shape, depth),
    tint,
    hatch,
    shade: flat ? 0 : Math.round((Math.min(Math.max(top, 0), 9000) / 9000) * 60),
    flat,
    label: labelOf(shape, flat),
    at: [x, depth - y],
    wide: bounds.wide,
    deep: bounds.deep,
  };
}

/** Roofs and rooms have their names at their far edge, out of the way of what stands on them. */
function labelAt(shape: Shape): [number, number] {
  if (shape.centre) return shape.centre;
  const points = shape.points ?? [];
  const middle = centre(points);
  if (shape.kind !== "roof" && shape.kind !== "room") return middle;
  const edge = box(points);
  const far: [number, number] = [middle[0], edge.y + edge.deep - 900];
  return covers(shape, ...far) && edge.deep > 2500 ? far : middle;
}

/** The top of the lintel over a door or window; its own where it has none. */
function lintel(opening: Shape, walls: readonly Shape[]): number {
  const middle = centre(opening.points ?? []);
  const above = walls.filter(
    (wall) => wall.structure === opening.structure && (wall.bottom ?? 0) === (opening.top ?? 0),
  );
  const over = above.find((wall) => covers(wall, ...middle));
  return over?.top ?? opening.top ?? 0;
}

function order(shape: Shape, walls: readonly Shape[]): number {
  const flat = FLAT.indexOf(shape.kind);
  if (flat >= 0 && shape.kind !== "room") return flat - 100;
  if (shape.kind === "room") return (shape.bottom ?? 0) - 50 + 1e-6;
  const top = shape.top ?? 0;
  if (shape.kind === "door" || shape.kind === "window") return lintel(shape, walls) + 1;
  if (shape.kind === "wall") return top;
  return shape.kind === "ladder" || shape.kind === "stairs" ? top + 3 : top + 2;
}

const SILENT = new Set([
  "wall",
  "door",
  "window",
  "ladder",
  "stairs",
  "fence",
  "railing",
  "parapet",
  "deployment",
]);

/** The lines of a label: rooms and roofs have names, whatever has a top has its height. */
function labelOf(shape: Shape, flat: boolean): string[] {
  if (shape.kind === "room") return [shape.name];
  if (SILENT.has(shape.kind) || flat) return [];
  const high = `${inches(shape.top ?? 0)}″`;
  return shape.kind === "roof" || shape.kind === "floor" ? [shape.name, high] : [high];
}

/** Those whose middle is not hidden below something that is drawn over it. */
export function readable(shown: readonly Drawn[], lifted: ReadonlySet<string>, depth: number): Drawn[] {
  return shown.filter(
    ({ label, shape: { kind }, at: [x, y] }, i) =>
      label.length &&
      !shown
        .slice(i + 1)
        .some(
          ({ shape, flat }) =>
            (!flat || (kind === "room" && shape.kind === "room")) &&
            !lifted.has(shape.id) &&
            covers(shape, x, depth - y),
        ),
  );
}
