import { indexOfClose, scanExpression } from './scan-expression.ts'
import { type TtlToken, tokenizeTtl, unquoteTtl } from './tokenize-ttl.ts'
import { type TtlAction, type TtlFaultCode, TtlFaultFound, type TtlParse, type TtlRule } from './ttl-rule.ts'

/**
 * Parses a table's TTL, without the word TTL, into rules: as shown in system.tables.engine_full, or as entered. The
 * server's grammar (ParserTTLElement, checked against 26.7): a list of `expression [action]`, where a condition belongs
 * to DELETE only and SET to GROUP BY only. Names and types are not checked; an empty text has no rules.
 */
export function parseTtl(text: string): TtlParse {
  try {
    return { kind: 'parsed', rules: readRules(text, tokenizeTtl(text)) }
  } catch (thrown) {
    if (thrown instanceof TtlFaultFound) return { kind: 'refused', fault: thrown.fault }
    throw thrown
  }
}

function readRules(text: string, tokens: readonly TtlToken[]): TtlRule[] {
  const rules: TtlRule[] = []
  let index = 0

  const isWord = (at: number, ...words: string[]) => {
    const token = tokens[at]
    return token?.kind === 'word' && words.includes(token.text.toUpperCase())
  }
  const refuse = (code: TtlFaultCode, message: string): never => {
    throw new TtlFaultFound(code, tokens[index]?.start ?? text.length, message)
  }
  const slice = (from: number, to: number) => text.slice(tokens[from]?.start, tokens[to - 1]?.end)
  const readExpression = (code: TtlFaultCode, message: string): string => {
    const from = index
    index = scanExpression(tokens, from)
    return index > from ? slice(from, index) : refuse(code, message)
  }

  function readAction(): TtlAction {
    if (isWord(index, 'TO')) return readMove()
    if (isWord(index, 'GROUP') && isWord(index + 1, 'BY')) return readGroupBy()
    if (isWord(index, 'RECOMPRESS')) return readRecompress()
    if (isWord(index, 'DELETE')) index += 1
    if (!isWord(index, 'WHERE')) return { kind: 'delete', where: null }
    index += 1
    return {
      kind: 'delete',
      where: readExpression('missing-condition', 'A condition is missing after WHERE.'),
    }
  }

  function readMove(): TtlAction {
    index += 1
    if (!isWord(index, 'DISK', 'VOLUME')) refuse('unknown-target', 'Expected DISK or VOLUME after TO.')
    const to = isWord(index, 'DISK') ? 'disk' : 'volume'
    index += 1
    const ifExists = isWord(index, 'IF') && isWord(index + 1, 'EXISTS')
    if (ifExists) index += 2
    const name = tokens[index]
    if (name?.kind !== 'string')
      return refuse('missing-name', `Expected a name in single quotes after TO ${to.toUpperCase()}.`)
    index += 1
    return { kind: 'move', to, name: unquoteTtl(name.text), ifExists }
  }

  function readRecompress(): TtlAction {
    index += 1
    const open = index + 1
    const codec = indexOfClose(tokens, open)
    if (!isWord(index, 'CODEC') || tokens[open]?.text !== '(' || codec === open + 1)
      refuse('missing-codec', 'Expected CODEC(…) after RECOMPRESS.')
    index = codec + 1
    return { kind: 'recompress', codec: slice(open + 1, codec) }
  }

  function readGroupBy(): TtlAction {
    index += 2
    const from = index
    readExpression('missing-keys', 'A key is missing after GROUP BY.')
    while (tokens[index]?.kind === 'comma') {
      index += 1
      readExpression('missing-keys', 'A key is missing after a comma of GROUP BY.')
    }
    const keys = slice(from, index)
    if (!isWord(index, 'SET')) return { kind: 'group-by', keys, assignments: null }
    index += 1
    const first = index
    if (!isAssignment(index)) refuse('missing-assignment', 'Expected column = expression after SET.')
    readExpression('missing-assignment', 'Expected column = expression after SET.')
    // The server backtracks to a comma without a following assignment: the next rule starts there.
    while (tokens[index]?.kind === 'comma' && isAssignment(index + 1)) {
      index += 1
      readExpression('missing-assignment', 'Expected column = expression after SET.')
    }
    return { kind: 'group-by', keys, assignments: slice(first, index) }
  }

  function isAssignment(at: number): boolean {
    const [column, equals, value] = [tokens[at], tokens[at + 1], tokens[at + 2]]
    if (column?.kind !== 'word' && column?.kind !== 'name') return false
    return equals?.text === '=' && value !== undefined && !(value.text === '=' && value.start === equals.end)
  }

  while (index < tokens.length) {
    const expression = readExpression(
      'empty-expression',
      'An expression of a date or a time is missing here.',
    )
    rules.push({ expression, action: readAction() })
    if (index === tokens.length) break
    if (tokens[index]?.kind !== 'comma')
      refuse('unexpected-text', 'The rule ends here. Use a comma before the next rule.')
    index += 1
    if (index === tokens.length) refuse('empty-expression', 'A rule is missing after the last comma.')
  }
  return rules
}
