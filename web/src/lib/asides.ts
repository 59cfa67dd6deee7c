import type { AsideGiven } from "../protocol";

export type AnyAside = AsideGiven["said"];
