/** A ClickHouse type, such as `Tuple(a UInt8, b Array(String))`, as a tree. */
export interface TypeTree {
  name: string
  /** Types inside. Names of elements, literals and functions are left out. */
  inner: TypeTree[]
  /** The text of the arguments, split at the top level. */
  args: string[]
}

/** Types whose arguments are types, each perhaps after the name of an element. */
const containers = new Set(['Array', 'Nullable', 'LowCardinality', 'Map', 'Tuple', 'Nested', 'Variant'])

export function parseType(text: string): TypeTree {
  const trimmed = text.trim()
  const open = trimmed.indexOf('(')
  if (open === -1 || !trimmed.endsWith(')')) return { name: trimmed, inner: [], args: [] }
  const name = trimmed.slice(0, open).trim()
  const args = splitArguments(trimmed.slice(open + 1, -1))
  return { name, args, inner: typesAmong(name, args).map(parseType) }
}

function typesAmong(name: string, args: readonly string[]): string[] {
  if (containers.has(name)) return args.map(withoutElementName)
  // The first one is the function.
  if (name === 'SimpleAggregateFunction') return args.slice(1)
  return []
}

/** `a UInt8` and `` `a b` Array(String) `` have a name, `Array(String)` and `DateTime64(3, 'UTC')` have none. */
function withoutElementName(argument: string): string {
  const [, named] = /^(?:`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"|\w+)\s+(.+)$/s.exec(argument) ?? []
  return named ?? argument
}

/** At commas outside brackets and quotes. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const match of text.matchAll(
    /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"|[(),]/gs,
  )) {
    const [sign] = match
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, match.index).trim())
      from = match.index + 1
    }
  }
  const last = text.slice(from).trim()
  return last === '' ? parts : [...parts, last]
}
