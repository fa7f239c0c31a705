/**
 * The settings a table was created or altered with, from `system.tables.engine_full`: the text after the last top-level
 * `SETTINGS`. No system table has the settings of one table, so this is the only source. Values keep the server's
 * spelling without the outer quotes; a `disk(…)` expression is kept whole.
 */
export function parseEngineSettings(engineFull: string): Record<string, string> {
  const tokens = tokenize(engineFull)
  const start = findSettings(tokens)
  const settings: Record<string, string> = {}
  if (start === -1) return settings
  let index = start + 1
  while (index < tokens.length) {
    const name = tokens[index]
    const equals = tokens[index + 1]
    if (name === undefined || equals !== '=') break
    let depth = 0
    let value = ''
    for (index += 2; index < tokens.length; index += 1) {
      const token = tokens[index] ?? ''
      if (token === ',' && depth === 0) break
      if (token === '(') depth += 1
      if (token === ')') depth -= 1
      value += token === ',' ? ', ' : depth > 0 && token === '=' ? ' = ' : token
    }
    settings[name] = unquote(value)
    index += 1
  }
  return settings
}

/** Strings and quoted names stay one token with their quotes, so that `SETTINGS` inside one is not taken for the clause. */
function tokenize(text: string): string[] {
  return text.match(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|[\w.-]+|[^\s\w]/gs) ?? []
}

function findSettings(tokens: readonly string[]): number {
  let depth = 0
  let found = -1
  tokens.forEach((token, index) => {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (token === 'SETTINGS' && depth === 0) found = index
  })
  return found
}

function unquote(value: string): string {
  const quoted = /^'(.*)'$/s.exec(value)
  return quoted?.[1] === undefined ? value : quoted[1].replace(/\\(.)/g, '$1')
}
