/** Numbers as people read them. */

/** +3, −3, with a true minus sign. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** Per cent: whole ones, and tenths where whole ones would say nothing or all. */
export function percent(chance: number): string {
  const hundred = chance * 100;
  if (hundred > 0 && hundred < 0.05) return "<0.1%";
  if (hundred < 100 && hundred > 99.95) return ">99.9%";
  return hundred < 10 || hundred > 99
    ? `${hundred.toFixed(1).replace(/\.0$/, "")}%`
    : `${Math.round(hundred)}%`;
}
