/** The address under which others reach the server. */
import { reachable } from "./http";

export interface Reached {
  /** Nobody but this machine reaches the server. */
  onlyHere: boolean;
  /** Where others reach it, the best first; empty if that is not known. */
  bases: readonly string[];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
export const HERE = `${location.origin}${location.pathname}`;

/** A page that was not opened on the server's own machine was reached already: others reach it alike. */
export async function reach(token: string): Promise<Reached> {
  if (!LOOPBACK.test(location.hostname)) return { onlyHere: false, bases: [HERE] };
  const { only_here, addresses } = await reachable(token);
  return { onlyHere: only_here, bases: addresses };
}
