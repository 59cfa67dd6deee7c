/** What is asked over HTTP. A secret goes into a header, never into an address. */
import type {
  AttackForm,
  AttackOdds,
  AttackTyped,
  Complaint,
  Contents,
  Coverage,
  DeviceLink,
  DiceShown,
  Exchange,
  GameMade,
  Games,
  InvitationShown,
  MomentShown,
  NewGame,
  OddsShown,
  Reachable,
  ReasonShown,
  ReasonsShown,
  ReplayShown,
  RuleCompared,
  RuleHits,
  RuleShown,
  SeatTaken,
  SetUps,
  WeaponTable,
} from "../protocol";
import { settings, t } from "./settings.svelte";

type Query = Record<string, string | number>;

/** Something the server could not take, in the reader's words. */
export class Trouble extends Error {}

async function ask(path: string, query: Query = {}, init: RequestInit = {}): Promise<Response> {
  const words = new URLSearchParams({ lang: settings.lang });
  for (const [key, value] of Object.entries(query)) if (value !== "") words.set(key, String(value));
  let response: Response;
  try {
    response = await fetch(`/api/${path}?${words}`, init);
  } catch {
    throw new Trouble(t("noServer"));
  }
  if (!response.ok) {
    const complaint = (await response.json().catch(() => null)) as Complaint | null;
    throw new Trouble(complaint?.text ?? `${response.status} ${response.statusText}`);
  }
  return response;
}

async function get<T>(path: string, query?: Query, token?: string): Promise<T> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  return (await ask(path, query, headers && { headers })).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown, query?: Query, token?: string): Promise<T> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  };
  return (await ask(path, query, init)).json() as Promise<T>;
}

export const setUps = (): Promise<SetUps> => get("setups");
export const newGame = (game: NewGame): Promise<GameMade> => post("games", game);
export const myGames = (tokens: string[]): Promise<Games> => post("games/mine", { tokens });
export const invitation = (link: string): Promise<InvitationShown> => get("invitation", {}, link);
export const takeSeat = (link: string, list: string | null): Promise<SeatTaken> =>
  post("invitation/take", { list }, {}, link);
export const deviceLink = (token: string): Promise<DeviceLink> => post("seat/device", {}, {}, token);
export const diceOf = (token: string): Promise<DiceShown> => get("seat/dice", {}, token);
export const reachable = (token: string): Promise<Reachable> => get("reachable", {}, token);
export const replay = (token: string): Promise<ReplayShown> => get("replay", {}, token);
export const momentOf = (token: string, moment: number, side: string): Promise<MomentShown> =>
  get("replay/moment", { moment, side }, token);
export const reasonsOf = (token: string): Promise<ReasonsShown> => get("replay/reasons", {}, token);
export const reasonOf = (token: string, moment: number): Promise<ReasonShown> =>
  get("replay/reason", { moment }, token);
export const attackForm = (): Promise<AttackForm> => get("odds/units");
export const attackOdds = (typed: AttackTyped): Promise<AttackOdds> => post("odds/attack", typed);
export const searchRules = (words: string, catalogue: string, game: string): Promise<RuleHits> =>
  get("rules/search", { words, catalogue, game, limit: 40 });
export const contentsOf = (catalogue: string, game: string): Promise<Contents> =>
  get("rules/contents", { catalogue, game });
export const weaponTable = (ruleset: string): Promise<WeaponTable> => get("rules/weapons", { ruleset });
export const showRule = (id: string): Promise<RuleShown> => get("rules/show", { id });
export const compareRule = (id: string): Promise<RuleCompared> => get("rules/compare", { id });
export const coverage = (): Promise<Coverage> => get("rules/coverage");
export const oddsOf = (ruleset: string, exchange: Exchange): Promise<OddsShown> =>
  post("odds", exchange, { ruleset });

/** Takes a game file in; `together`: all its seats are played at this screen. */
export async function openFile(file: Blob, seat: string, together: boolean): Promise<GameMade> {
  const init = { method: "POST", headers: { "Content-Type": "application/jsonl" }, body: file };
  return (await ask("games/open", { seat, one_screen: String(together) }, init)).json() as Promise<GameMade>;
}

export async function gameFile(token: string): Promise<Blob> {
  return (await ask("replay/file", {}, { headers: { Authorization: `Bearer ${token}` } })).blob();
}
