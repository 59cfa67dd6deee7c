/** One finger or the mouse moves the map or drags a figure; two fingers zoom and move it at once. */
import type { Point } from "./forms";
import { toTable, zoomAt, type View } from "./geometry";

/** Less than this is a tremble, not a drag. */
const TREMBLE = 6;

/** The map as the hand finds it. Points are pixels of the map. */
export interface Surface {
  readonly view: View;
  readonly wide: number;
  readonly high: number;
  /** The figure that a press there takes hold of. */
  grip(event: PointerEvent): string;
  movable(figure: string): boolean;
  show(view: View): void;
  drop(figure: string, place: Point): void;
  tap(event: PointerEvent, place: Point): void;
}

interface Press {
  at: Point;
  view: View;
  figure: string;
  moved: boolean;
}

interface Pinch {
  apart: number;
  middle: Point;
}

export class Gestures {
  /** A figure in the hand and where it is held. */
  drag: { figure: string; to: Point } | null = $state.raw(null);
  #fingers = new Map<number, Point>();
  #press: Press | null = null;
  #pinch: Pinch | null = null;
  #on: Surface;

  constructor(on: Surface) {
    this.#on = on;
  }

  holds(event: PointerEvent): boolean {
    return this.#fingers.has(event.pointerId);
  }

  down(event: PointerEvent): void {
    if (event.button > 0) return;
    this.#fingers.set(event.pointerId, within(event));
    const alone = this.#fingers.size === 1;
    this.drag = null;
    this.#pinch = this.#fingers.size === 2 ? this.#spread() : null;
    this.#press = {
      at: within(event),
      view: this.#on.view,
      figure: alone ? this.#on.grip(event) : "",
      moved: !alone,
    };
  }

  move(event: PointerEvent): void {
    this.#fingers.set(event.pointerId, within(event));
    if (this.#fingers.size === 2) this.#twoFingers();
    else if (this.#press && this.#fingers.size === 1) this.#oneFinger(event, this.#press);
  }

  #twoFingers(): void {
    const { view, wide, high } = this.#on;
    const before = this.#pinch;
    const now = (this.#pinch = this.#spread());
    if (!before?.apart) return;
    const nearer = zoomAt(view, now.apart / before.apart, wide, high, ...before.middle);
    this.#on.show(shifted(nearer, now.middle[0] - before.middle[0], now.middle[1] - before.middle[1]));
  }

  #spread(): Pinch {
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    return {
      apart: Math.hypot(a[0] - b[0], a[1] - b[1]),
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
    };
  }

  #oneFinger(event: PointerEvent, press: Press): void {
    const here = within(event);
    const [dx, dy] = [here[0] - press.at[0], here[1] - press.at[1]];
    if (!press.moved && Math.hypot(dx, dy) < TREMBLE) return;
    if (!press.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    press.moved = true;
    const { view, wide, high } = this.#on;
    if (this.#on.movable(press.figure)) {
      this.drag = { figure: press.figure, to: toTable(view, wide, high, ...here) };
    } else this.#on.show(shifted(press.view, dx, dy));
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    const [left] = this.#fingers.values();
    if (left) {
      // The finger that stays goes on moving the map from where it is.
      this.#pinch = null;
      this.#press = { at: left, view: this.#on.view, figure: "", moved: true };
      return;
    }
    const { drag } = this;
    const press = this.#press;
    this.drag = null;
    this.#press = null;
    if (event.type !== "pointerup") return;
    if (drag) this.#on.drop(drag.figure, drag.to);
    else if (press && !press.moved) {
      const { view, wide, high } = this.#on;
      this.#on.tap(event, toTable(view, wide, high, ...within(event)));
    }
  }
}

function within(event: PointerEvent): Point {
  const frame = (event.currentTarget as Element).getBoundingClientRect();
  return [event.clientX - frame.left, event.clientY - frame.top];
}

function shifted(view: View, dx: number, dy: number): View {
  const px = 1000 / view.zoom;
  return { ...view, x: view.x - dx * px, y: view.y + dy * px };
}
