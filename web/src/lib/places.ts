/** The seats that this browser holds. Addresses name a room and seats; the secrets stay in the browser. */
import { untrack } from "svelte";
import { remember, settings } from "./settings.svelte";

const WATCH = "watch";
/** A name in place of the secret of an invitation, which is held while its page is open. */
const OPENED = "firelane-invitation";

/** What stands for a seat in addresses. */
export function placeIn(room: string, seat: string): string {
  return `${room}/${seat || WATCH}`;
}

/** Keeps the secret of a seat; returns its place. Whatever keeps one is not done again when others come to be held:
 * the table of one game would put its address back over that of the next. */
export function hold(room: string, seat: string, token: string): string {
  const place = placeIn(room, seat);
  untrack(() => {
    if (settings.held[place] !== token) settings.held[place] = token;
    remember(token);
  });
  return place;
}

/** The address of several seats of one room. */
export function together(places: readonly string[]): string {
  const [room = ""] = (places[0] ?? "").split("/");
  return `${room}/${places.map((place) => place.split("/")[1]).join("+")}`;
}

/** The secrets for what stands in an address: those held for a place, or what came in a link. */
export function tokensAt(rest: string): string[] {
  const [first = "", seats] = rest.split("/");
  if (seats === undefined) return first ? first.split("+") : [];
  return seats.split("+").flatMap((seat) => settings.held[`${first}/${seat}`] ?? []);
}

/** Puts a place into the address bar where a secret stood, in the history as well. */
export function conceal(page: string, place: string): void {
  const wanted = `#/${page}${place && `/${place}`}`;
  if (location.hash !== wanted) history.replaceState(null, "", wanted);
}

/** The invitation that this tab has open: it comes in the address, and is taken out of it. */
export function openedInvitation(rest: string): string {
  if (!rest) return sessionStorage.getItem(OPENED) ?? "";
  sessionStorage.setItem(OPENED, rest);
  conceal("join", "");
  return rest;
}
