/** Known to whoever has the id of the look, so that any process can tell its progress and stop it. */
export function residencyQueryId(look: string, node: string): string {
  return `frostline-residency/${look}/${node}`
}
