/** Which page is shown. It stands behind the # of the address: secrets there never reach a server's log. */

interface Route {
  page: string;
  rest: string;
}

function read(): Route {
  const [page = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  return { page, rest: decodeURIComponent(rest.join("/")) };
}

export const route: Route = $state(read());

export function followAddress(): () => void {
  const changed = (): void => void Object.assign(route, read());
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

export function go(page: string, rest = ""): void {
  location.hash = `/${page}${rest && `/${encodeURIComponent(rest).replaceAll("%2B", "+")}`}`;
}

/** The whole address of a page, to be sent to someone. */
export function linkTo(page: string, rest: string): string {
  return `${location.origin}${location.pathname}#/${page}/${rest}`;
}
