/** The rule that is being looked up, wherever on the page it was asked for. */
export const asked = $state({ rule: "" });

export function openRule(rule: string): void {
  asked.rule = rule;
}
