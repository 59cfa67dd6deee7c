/** Which page is shown. It stands behind the # of the address: secrets there never reach a server's log. */

interface Route {
  page: string;
  rest: string;
  /** What stands behind a question mark: the words of a search, the book that is looked into. */
  query: Record<string, string>;
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/");
  return {
    page,
    rest: decodeURIComponent(rest.join("/")),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export const route: Route = $state(read());

export function followAddress(): () => void {
  const changed = (): void => void Object.assign(route, read());
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

export function go(page: string, rest = ""): void {
  location.hash = `/${page}${rest && `/${rest.split("/").map(encodeURIComponent).join("/").replaceAll("%2B", "+")}`}`;
}

/** The whole address of a page, to be sent to someone; `base` is where he reaches the server. */
export function linkTo(base: string, page: string, rest: string): string {
  return `${base}#/${page}/${rest}`;
}

/** Where the rulebook shows something: a page of it, within a game or one book, or what words find there. */
export interface Looking {
  page?: string | undefined;
  game?: string | undefined;
  book?: string | undefined;
  words?: string | undefined;
}

export function rulesLink({ page, ...query }: Looking): string {
  const said = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  const behind = new URLSearchParams(said).toString();
  return `#/rules${page ? `/${page}` : ""}${behind && `?${behind}`}`;
}
