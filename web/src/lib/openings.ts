/** The signs of doors and windows, the same on every map: a shape of its own for each state. */
import type { Shape, Thing } from "../protocol";
import type { Key } from "../text";

export type DoorState = "open" | "closed" | "destroyed";

export const DOOR_NAMES: Record<DoorState, Key> = {
  open: "doorOpen",
  closed: "doorClosed",
  destroyed: "doorDestroyed",
};

/** The state of a door: as the game tells it, else as the battlefield has it. Nothing for other shapes. */
export function doorState(shape: Shape, now?: Thing): DoorState | "" {
  if (shape.kind !== "door") return "";
  const state = now?.door || shape.door;
  return state === "open" || state === "destroyed" ? state : "closed";
}

/** The strokes over an opening: a leaf that stands open, a cross for a broken door, a pane. */
export function openingSign(shape: Shape, depth: number, state: DoorState | ""): string {
  const points = shape.points ?? [];
  if (points.length !== 4) return "";
  const [a, b, c, d] = points.map(([x, y]) => [x, depth - y] as const);
  const middle = (p: readonly number[], q: readonly number[]): [number, number] => [
    (p[0]! + q[0]!) / 2,
    (p[1]! + q[1]!) / 2,
  ];
  const long = Math.hypot(b![0] - a![0], b![1] - a![1]) > Math.hypot(c![0] - b![0], c![1] - b![1]);
  const [from, to] = long ? [middle(d!, a!), middle(b!, c!)] : [middle(a!, b!), middle(c!, d!)];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const at = ([x, y]: readonly [number, number]): string => `${Math.round(x)} ${Math.round(y)}`;
  if (shape.kind === "window" || state === "closed") return `M${at(from)}L${at(to)}`;
  if (state === "open") {
    const length = Math.round(Math.hypot(dx, dy));
    const leaf: [number, number] = [from[0] + dy, from[1] - dx];
    return `M${at(to)}A${length} ${length} 0 0 0 ${at(leaf)}L${at(from)}`;
  }
  if (state === "destroyed") {
    const [mx, my] = middle(from, to);
    const arm = (u: number, v: number): string => `M${at([mx - u, my - v])}L${at([mx + u, my + v])}`;
    return arm((dx - dy) * 0.3, (dy + dx) * 0.3) + arm((dx + dy) * 0.3, (dy - dx) * 0.3);
  }
  return "";
}
