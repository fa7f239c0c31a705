export interface ShownStatement {
  node: string
  sql: string
}

const maxOnPage = 200
/** Custom SQL may be long: so many characters are highlighted without a delay. */
const maxCharacters = 200_000

/** As a script: the node is named where it changes. */
export function renderScript(statements: readonly ShownStatement[]): string {
  return statements
    .flatMap(({ node, sql }, index) => [
      ...(statements[index - 1]?.node === node ? [] : [`-- On ${node.replace(/\s/g, ' ')}`]),
      `${sql};`,
    ])
    .join('\n')
}

/** Start of each page. A page has at least one statement. */
export function pageStatements(statements: readonly ShownStatement[]): number[] {
  const starts: number[] = []
  let characters = 0
  for (const [index, { sql }] of statements.entries()) {
    const begun = starts.at(-1)
    characters += sql.length
    if (begun !== undefined && index - begun < maxOnPage && characters <= maxCharacters) continue
    starts.push(index)
    characters = sql.length
  }
  return starts
}
