import { isAllowedAggregate } from './allowed-aggregates.ts'
import { aggregateCallers, allowedFunctions, higherOrderFunctions } from './allowed-functions.ts'
import { parseSyntaxTree, type SyntaxNode } from './syntax-tree.ts'

export interface ExpressionScope {
  /** Names that it may read. */
  columns: ReadonlySet<string>
  /** Aggregate functions are expected too, as in GROUP BY … SET of a TTL. */
  aggregates?: boolean
}

/** `functions`: names as written in the text; the node has to know each of them (judgeFunctions). */
export type ExpressionVerdict = { fault: string } | { fault: null; functions: string[] }

const unexplained = 'It cannot be checked, because the syntax tree of ClickHouse is not understood.'

/**
 * Whether EXPLAIN AST of `SELECT (<text>\n)` shows one expression that depends on columns only. Everything else is a
 * fault.
 */
export function judgeExpression(printed: string, scope: ExpressionScope): ExpressionVerdict {
  const tree = parseSyntaxTree(printed)
  if (!tree) return { fault: unexplained }
  const select = only(only(tree, 'SelectWithUnionQuery'), 'ExpressionList')
  const list = only(select, 'SelectQuery')
  const expression = list?.kind === 'ExpressionList' && list.children.length === 1 ? list.children[0] : null
  if (!expression) return { fault: 'It is more than one expression.' }
  const functions = new Set<string>()
  const fault = findFault(expression, { ...scope, functions })
  return fault === null ? { fault, functions: [...functions] } : { fault }
}

function only(node: SyntaxNode | null | undefined, kind: string): SyntaxNode | null {
  return node?.kind === kind && node.children.length === 1 ? (node.children[0] ?? null) : null
}

interface Look extends ExpressionScope {
  functions: Set<string>
}

function findFault(node: SyntaxNode, look: Look): string | null {
  if (hasAlias(node)) return 'It has an alias (AS). Enter only the expression.'
  switch (node.kind) {
    case 'Literal':
      return node.children.length === 0 ? null : unexplained
    case 'Identifier':
      return node.children.length === 0 ? findNameFault(node.label, look) : unexplained
    case 'Function':
      return findFunctionFault(node, look)
    default:
      return whatItIs[node.kind] ?? `It contains a ${node.kind}, which is not allowed in an expression.`
  }
}

/** String literals may contain these words too. They are checked first: an alias may contain a single quote itself. */
function hasAlias({ kind, label }: SyntaxNode): boolean {
  const bare = kind === 'Literal' ? label.replace(/'(?:[^'\\]|\\.)*'/gs, '') : label
  return bare.includes('(alias ') && bare.endsWith(')')
}

const whatItIs: Readonly<Record<string, string>> = {
  Subquery: 'It contains a subquery. Only columns of the source are allowed.',
  Asterisk: 'It contains a *. Name the column.',
  QualifiedAsterisk: 'It contains a *. Name the column.',
  ColumnsRegexpMatcher: 'It contains COLUMNS(). Name the column.',
}

function findNameFault(name: string, { columns }: Look): string | null {
  // `a.b` is a member of the column a, or a column of that name.
  const parts = name.split('.')
  if (parts.some((_, index) => columns.has(parts.slice(0, index + 1).join('.')))) return null
  return `${name} is not a column here. Write functions with parentheses and strings in single quotes.`
}

function findFunctionFault(node: SyntaxNode, look: Look): string | null {
  const { label: name } = node
  const [list, parameters, ...others] = node.children
  if (list?.kind !== 'ExpressionList') return unexplained
  if (name === 'lambda') return parameters ? unexplained : findLambdaFault(list.children, look)
  if (parameters) {
    const isParametric =
      look.aggregates &&
      isAllowedAggregate(name) &&
      parameters.kind === 'ExpressionList' &&
      others.length === 0
    if (!isParametric || parameters.children.some(({ kind }) => kind !== 'Literal'))
      return `${name} is used as a window or aggregate function. Only functions of a single row are allowed.`
  }
  look.functions.add(name)
  const given = list.children
  const [first, second] = given
  if (/in(?:ignoreset)?$/i.test(name) && isMembership(name) && !(second && isListOfValues(second)))
    return 'The right side of IN is not a list of values. Write IN (1, 2), or has(array, value) for an array.'
  if (aggregateCallers.has(name) && !(first && namesAggregate(first)))
    return `${name} needs the name of an aggregate function as a string: ${name}('sum', …).`
  if (higherOrderFunctions.has(name) && given.length > 1 && first?.kind === 'Identifier')
    return `${name} gets the function ${first.label} by name. Write a lambda: x -> ${first.label}(x).`
  for (const child of given) {
    const fault = findFault(child, look)
    if (fault !== null) return fault
  }
  return null
}

function isMembership(name: string): boolean {
  return /^(?:global)?(?:not)?(?:null)?in(?:ignoreset)?$/i.test(name)
}

/** A single value in brackets, as in `IN (toDate('2026-01-01'))`, has no list: it then consists of literals. */
function isListOfValues(node: SyntaxNode): boolean {
  const { kind, label } = node
  return (
    kind === 'Literal' || (kind === 'Function' && (label === 'tuple' || label === 'array')) || isValue(node)
  )
}

/**
 * Functions allowed on the right side of IN. None of them is also a table function, like format(), which the engine
 * would read from.
 */
export const valueFunctions: ReadonlySet<string> = new Set<string>([
  ...[...allowedFunctions.conversion, ...allowedFunctions.dates],
  ...['plus', 'minus', 'negate', 'tuple', 'array'],
])

function isValue({ kind, label, children }: SyntaxNode): boolean {
  if (kind === 'Literal') return children.length === 0
  const [list, ...others] = children
  return (
    kind === 'Function' &&
    valueFunctions.has(label) &&
    list?.kind === 'ExpressionList' &&
    others.length === 0 &&
    list.children.every(isValue)
  )
}

/** `'sum'` or `'quantiles(0.5, 0.9)'`: an allowed aggregate with numeric parameters only. */
function namesAggregate({ kind, label }: SyntaxNode): boolean {
  const [, name] = /^'(\w+)(?:\([\d., ]*\))?'$/.exec(label) ?? []
  return kind === 'Literal' && name !== undefined && isAllowedAggregate(name)
}

/** `(x, y) -> body`: its parameters are names within its body. */
function findLambdaFault([given, body, ...others]: readonly SyntaxNode[], look: Look): string | null {
  const names = given?.label === 'tuple' ? (given.children[0]?.children ?? []) : []
  // A dot would make it a member, and brackets could look like more than a name.
  const plain = names.every(
    ({ kind, label }) => kind === 'Identifier' && /^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(label),
  )
  if (given?.kind !== 'Function' || !body || others.length > 0 || !plain) return unexplained
  const columns = new Set([...look.columns, ...names.map(({ label }) => label)])
  return findFault(body, { ...look, columns })
}
