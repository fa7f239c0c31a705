/** The fourth argument of a Distributed table, from `system.tables.engine_full`; empty when it has none. */
export function readShardingKey(engineFull: string): string {
  const open = engineFull.indexOf('(')
  const args: string[] = []
  let depth = 0
  let from = open + 1
  for (const match of engineFull
    .slice(open + 1)
    .matchAll(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|[(),[\]]/gs)) {
    const at = open + 1 + match.index
    if (match[0] === '(' || match[0] === '[') depth += 1
    else if (depth > 0 && (match[0] === ')' || match[0] === ']')) depth -= 1
    else if (depth === 0 && (match[0] === ',' || match[0] === ')')) {
      args.push(engineFull.slice(from, at).trim())
      from = at + 1
      if (match[0] === ')') break
    }
  }
  return args[3] ?? ''
}
