import { isAllowedAggregate } from './allowed-aggregates.ts'
import { aggregateCallers, isAllowedFunction } from './allowed-functions.ts'
import { parseSyntaxTree, walkTree } from './syntax-tree.ts'

/** A function as `system.functions` describes it. */
export interface KnownFunction {
  name: string
  /** Empty unless it is an alias. */
  aliasTo: string
  /** Neither SQL-defined nor an executable UDF. */
  builtIn: boolean
  isCaseInsensitive: boolean
}

export interface FunctionRules {
  /** Aggregate functions are allowed too. */
  aggregates?: boolean | undefined
  isAllowed?: (name: string) => boolean
}

/**
 * The first forbidden name with a hint, or null. A name is resolved as on the node: an alias, or another case. Names of
 * user-defined functions are case-sensitive, and take precedence over built-in names that differ only in case.
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
    // Their aggregate was checked under this exact name (judgeExpression).
    if (aggregateCallers.has(name)) continue
    if (!mayCall(name) && !mayCall(own.aliasTo === '' ? own.name : own.aliasTo))
      return `${name}() is not allowed. Use functions that depend only on their arguments, or prepare the value before the load.`
  }
  return null
}

/** Parts of type names. The engine accepts only literals as their arguments, and calls no function for them. */
const parts = new Set([
  ...['DataType', 'TupleDataType', 'EnumDataType', 'ExpressionList', 'Literal', 'Identifier', 'Function'],
  ...['ASTObjectTypeArgument', 'ObjectTypedPath', 'NameTypePair'],
])

/** One name, its arguments in brackets, and optional NULL, after quoted strings and bracket contents are removed. */
const oneType = /^\w+(?: precision)?(?:\(\))?(?: (?:not )?null)?$/i

/**
 * Whether a text is only a column type: no DEFAULT, CODEC or TTL, and no second column.
 * @param printed EXPLAIN AST of `CREATE TABLE t (c <text>\n) ENGINE = Memory`
 * @returns what is wrong, or null.
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

/** Turns `Map(String, Array(UInt8)) NULL` into `Map() NULL`. */
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
