/** Plan geometry for the map. Lengths are thousandths of an inch; on the screen y runs down. */
import type { Figure, Ground, Point, Shape, Waypoint } from "./forms";

export interface View {
  /** What lies in the middle of the window, and how many pixels an inch is. */
  x: number;
  y: number;
  zoom: number;
}

export const MIN_ZOOM = 4;
export const MAX_ZOOM = 160;
/** Pixels around the table, for the scale. */
const MARGIN = 22;

/** The view that holds the whole table. */
export function fit(ground: { width: number; depth: number }, wide: number, high: number): View {
  const across = ((wide - 2 * MARGIN) * 1000) / ground.width;
  const down = ((high - 2 * MARGIN) * 1000) / ground.depth;
  const zoom = Math.max(MIN_ZOOM, Math.min(across, down));
  return { x: ground.width / 2, y: ground.depth / 2, zoom };
}

/** From a pixel of the window to a place on the table. */
export function toTable(view: View, wide: number, high: number, px: number, py: number): Point {
  return [
    Math.round(view.x + ((px - wide / 2) / view.zoom) * 1000),
    Math.round(view.y - ((py - high / 2) / view.zoom) * 1000),
  ];
}

export function toWindow(view: View, wide: number, high: number, [x, y]: Point): Point {
  return [wide / 2 + ((x - view.x) / 1000) * view.zoom, high / 2 - ((y - view.y) / 1000) * view.zoom];
}

/** Nearer or farther, with the place under the pointer staying where it is. */
export function zoomAt(view: View, factor: number, wide: number, high: number, px: number, py: number): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom * factor));
  const [x, y] = toTable(view, wide, high, px, py);
  return {
    x: x - ((px - wide / 2) / zoom) * 1000,
    y: y + ((py - high / 2) / zoom) * 1000,
    zoom,
  };
}

export function inside(points: readonly Point[], x: number, y: number): boolean {
  let within = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i]!;
    const [bx, by] = points[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

export function covers(shape: Shape, x: number, y: number): boolean {
  if (shape.centre) {
    return Math.hypot(x - shape.centre[0], y - shape.centre[1]) <= (shape.radius ?? 0);
  }
  return inside(shape.points ?? [], x, y);
}

/** The height of what a click at a place means: the topmost surface that is drawn whole, else the table. */
export function standAt(
  ground: Ground,
  x: number,
  y: number,
  { hidden, lifted }: { hidden: ReadonlySet<string>; lifted: ReadonlySet<string> },
): number {
  let z = 0;
  for (const shape of ground.shapes) {
    const top = shape.top ?? 0;
    if (!shape.walkable || top <= z || hidden.has(shape.id) || lifted.has(shape.id)) continue;
    if (covers(shape, x, y)) z = top;
  }
  return z;
}

/** The heights at which something can be lifted off, lowest first: undersides of roofs and floors. */
export function cuts(ground: Ground): number[] {
  const heights = new Set<number>();
  for (const shape of ground.shapes) {
    const bottom = shape.bottom ?? 0;
    if (bottom > 0 && (shape.walkable || shape.kind === "roof" || shape.kind === "floor"))
      heights.add(bottom);
  }
  const sorted = [...heights].sort((a, b) => a - b);
  // Roofs within half an inch of one another go together.
  return sorted.filter((height, i) => i === 0 || height - sorted[i - 1]! > 500);
}

/** The ids of shapes that lie over a figure and would hide it. */
export function overFigures(ground: Ground, figures: readonly Figure[]): Set<string> {
  const hidden = new Set<string>();
  for (const figure of figures) {
    if (figure.away) continue;
    for (const shape of ground.shapes) {
      if (hidden.has(shape.id) || NEVER_HIDES.has(shape.kind)) continue;
      if ((shape.bottom ?? 0) > (figure.z ?? 0) && covers(shape, figure.x ?? 0, figure.y ?? 0)) {
        hidden.add(shape.id);
      }
    }
  }
  return hidden;
}

const NEVER_HIDES = new Set(["room", "zone", "deployment"]);

export function centre(points: readonly Point[]): Point {
  let area = 0;
  let cx = 0;
  let cy = 0;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[j]!;
    const [bx, by] = points[i]!;
    const cross = ax * by - bx * ay;
    area += cross;
    cx += (ax + bx) * cross;
    cy += (ay + by) * cross;
  }
  if (area === 0) return points[0] ?? [0, 0];
  return [Math.round(cx / (3 * area)), Math.round(cy / (3 * area))];
}

export function box(points: readonly Point[]): { x: number; y: number; wide: number; deep: number } {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, wide: Math.max(...xs) - x, deep: Math.max(...ys) - y };
}

/** A sector of a circle as a path, on a screen whose y runs down. */
export function sector(x: number, y: number, radius: number, facing: number, arc: number): string {
  if (arc >= 360)
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
  const [from, to] = [facing + arc / 2, facing - arc / 2];
  const corner = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${Math.round(x + radius * Math.cos(angle))} ${Math.round(y - radius * Math.sin(angle))}`;
  };
  return `M${x} ${y}L${corner(from)}A${radius} ${radius} 0 ${arc > 180 ? 1 : 0} 1 ${corner(to)}z`;
}

/** The length of a route from where the figure stands, over its way-points. */
export function lengthOf(start: readonly [number, number, number], route: readonly Waypoint[]): number {
  let length = 0;
  let [x, y, z] = start;
  for (const next of route) {
    length += Math.hypot(next[0] - x, next[1] - y, next[2] - z);
    [x, y, z] = next;
  }
  return Math.round(length);
}

/** The whole degrees from one place towards another. */
export function bearing(from: Point, to: Point): number {
  const degrees = Math.round((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
  return (degrees + 360) % 360;
}

/** Mils as inches for people: 12.5, 3. */
export function inches(mils: number): string {
  return (mils / 1000).toFixed(1).replace(/\.0$/, "");
}

/** Where on the clock a bearing points as seen from above, up being away from the reader. */
export function clock(degrees: number): number {
  const hour = Math.round((((90 - degrees) % 360) + 360) / 30) % 12;
  return hour === 0 ? 12 : hour;
}
