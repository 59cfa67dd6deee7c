/** The few forms of the protocol that the map works with. */
export type { Board, Figure, Ground, Shape, Sightline, Thing } from "../protocol";

export type Point = [number, number];
export type Place = [number, number, number];
export type Waypoint = [number, number, number, string];
