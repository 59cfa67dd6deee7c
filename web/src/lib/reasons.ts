/** Which lines of a log stand beside machine moves that can be opened. */
import type { ReasonAt } from "../protocol";

/** The moments to open, by the number of the line that they stand beside. */
export function besides(reasons: readonly ReasonAt[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { log, moment } of reasons) found.set(log, [...(found.get(log) ?? []), moment]);
  return found;
}
