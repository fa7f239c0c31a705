import { isAllowedAggregate } from './allowed-aggregates.ts'
import { aggregateCallers, isAllowedFunction } from './allowed-functions.ts'
import { parseSyntaxTree, walkTree } from './syntax-tree.ts'

/** What a node says of a function, as `system.functions` has it. */
export interface KnownFunction {
  name: string
  /** Empty where it is no other name of a function. */
  aliasTo: string
  /** Neither SQL nor a program of a user. */
  builtIn: boolean
  isCaseInsensitive: boolean
}

export interface FunctionRules {
  /** Aggregate functions may be called too. */
  aggregates?: boolean | undefined
  isAllowed?: (name: string) => boolean
}

/**
 * The first of the names that must not be called, with what to do; null where all may be. A name counts as what the node makes
 * of it: another name of a function, or one in other case. Names of user-defined functions
 * count in their own case alone, and go before those of the engine that differ from them in case.
 */
export function judgeFunctions(
  names: readonly string[],
  known: readonly KnownFunction[],
  { aggregates = false, isAllowed = isAllowedFunction }: FunctionRules = {},
): string | null {
  const mayCall = (name: string) => isAllowed(name) || (aggregates && isAllowedAggregate(name))
  for (const name of names) {
    const alike = known.filter((each) => each.name.toLowerCase() === name.toLowerCase())
    const own =
      alike.find((each) => each.name === name) ??
      alike.find(({ builtIn, isCaseInsensitive }) => builtIn && isCaseInsensitive)
    if (own && !own.builtIn)
      return `${name}() is a user-defined function. Only built-in functions are allowed. Write out its expression.`
    // system.functions does not list aggregate functions with combinators (sumIf).
    if (!own && aggregates && isAllowedAggregate(name)) continue
    if (!own)
      return `The node has no function ${name}(). Check the spelling: names of functions are mostly case-sensitive.`
    // What they call was judged under this very name (judgeExpression).
    if (aggregateCallers.has(name)) continue
    if (!mayCall(name) && !mayCall(own.aliasTo === '' ? own.name : own.aliasTo))
      return `${name}() is not allowed. Use functions that depend only on their arguments, or prepare the value before the load.`
  }
  return null
}

/** What types are made of. The engine takes only literals for their arguments, and calls no function for them. */
const parts = new Set([
  ...['DataType', 'TupleDataType', 'EnumDataType', 'ExpressionList', 'Literal', 'Identifier', 'Function'],
  ...['ASTObjectTypeArgument', 'ObjectTypedPath', 'NameTypePair'],
])

/** One name, its arguments in brackets, and whether it holds NULL; quoted texts and what is in brackets is taken out before. */
const oneType = /^\w+(?: precision)?(?:\(\))?(?: (?:not )?null)?$/i

/**
 * Whether a text is the type of a column and nothing else: no DEFAULT, CODEC or TTL, and no second column.
 * @param printed EXPLAIN AST of `CREATE TABLE t (c <text>\n) ENGINE = Memory`
 * @returns what is wrong; null when nothing is.
 */
export function judgeType(text: string, printed: string): string | null {
  if (!oneType.test(skeletonOf(text)))
    return 'It is more than a type. DEFAULT, CODEC, TTL and so on are not allowed.'
  const tree = parseSyntaxTree(printed)
  const columns = tree?.children.find(({ kind }) => kind === 'Columns')
  const list = columns?.children.length === 1 ? columns.children[0] : null
  const column = list?.children.length === 1 ? list.children[0] : null
  const type = column?.children.length === 1 ? column.children[0] : null
  if (tree?.kind !== 'CreateQuery' || column?.kind !== 'ColumnDeclaration' || !type)
    return 'ClickHouse does not parse it as one type.'
  const odd = [...walkTree(type)].find(({ kind }) => !parts.has(kind))
  return odd ? `It contains a ${odd.kind}, which is not part of a type.` : null
}

/** `Map(String, Array(UInt8)) NULL` as `Map() NULL`. */
function skeletonOf(text: string): string {
  const bare = text.replace(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"/gs, '0')
  let depth = 0
  let skeleton = ''
  for (const sign of bare) {
    if (sign === ')') depth -= 1
    if (depth === 0) skeleton += sign
    if (sign === '(') depth += 1
  }
  return skeleton
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ (?=\()/g, '')
}
