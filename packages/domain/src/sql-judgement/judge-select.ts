import { higherOrderFunctions, isAllowedFunction } from './allowed-functions.ts'
import { parseSyntaxTree, type SyntaxNode } from './syntax-tree.ts'

/** What a SELECT calls and reads, from EXPLAIN AST. */
export interface SelectFacts {
  /** Kind of the root node: SelectWithUnionQuery for a SELECT. Empty: no tree. */
  root: string
  tableFunctions: readonly string[]
  functions: readonly string[]
  /** `* APPLY(…)`: the tree does not show what is called. */
  appliesFunctions: boolean
  hasFormat: boolean
  hasOutfile: boolean
  hasSettings: boolean
  /** A table is qualified with its database. */
  namesDatabase: boolean
}

/** Parts of the language that are printed as functions. */
const language = new Set(['lambda', 'exists', 'untuple', 'grouping', 'CODEC'])

export function readSelectFacts(printed: string): SelectFacts {
  const tree = parseSyntaxTree(printed)
  const found = {
    tableFunctions: [] as string[],
    functions: [] as string[],
    appliesFunctions: false,
    hasSettings: false,
    namesDatabase: false,
  }

  function look(node: SyntaxNode, parent: SyntaxNode | null): void {
    const name = nameOf(node)
    if (node.kind === 'Function' && !language.has(name)) {
      const isTable = parent?.kind === 'TableExpression' || (parent !== null && isArgumentOf(parent, name))
      ;(isTable ? found.tableFunctions : found.functions).push(name)
      const given = node.children[0]?.children ?? []
      // A function name in place of a lambda calls it.
      if (higherOrderFunctions.has(name) && given.length > 1 && given[0]?.kind === 'Identifier')
        found.functions.push(given[0].label)
    }
    if (node.kind === 'ColumnsApplyTransformer') found.appliesFunctions = true
    if (node.kind === 'Set') found.hasSettings = true
    if (node.kind === 'TableIdentifier' && name.includes('.')) found.namesDatabase = true
    const isCall = node.kind === 'Function' && found.tableFunctions.includes(name)
    for (const child of node.children)
      if (isCall && child.kind === 'ExpressionList') for (const given of child.children) look(given, node)
      else look(child, node)
  }

  if (tree) look(tree, null)
  return {
    root: tree?.kind ?? '',
    ...found,
    hasFormat: tree?.children.some(({ kind }) => kind === 'Identifier') ?? false,
    hasOutfile: tree?.children.some(({ kind }) => kind === 'Literal') ?? false,
  }
}

function nameOf({ label }: SyntaxNode): string {
  const from = label.indexOf(' (alias ')
  return from >= 0 && label.endsWith(')') ? label.slice(0, from) : label
}

/** `cluster(c, view(SELECT …))`: a table function inside another. */
function isArgumentOf(parent: SyntaxNode, name: string): boolean {
  return parent.kind === 'Function' && staysInside(nameOf(parent)) && staysInside(name)
}

/** Table functions that stay within the cluster. Any other counts as reaching outside. */
const inside = new Set([
  ...['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'primes', 'generateseries', 'generate_series'],
  ...['generaterandom', 'values', 'null', 'view', 'viewifpermitted', 'merge', 'dictionary'],
  ...['cluster', 'clusterallreplicas', 'mergetreeindex', 'mergetreeprojection', 'mergetreeparts'],
])

export function staysInside(tableFunction: string): boolean {
  return inside.has(tableFunction.toLowerCase())
}

/**
 * What a SELECT may call in addition to expression functions: dictionaries and Join tables, which ClickHouse has grants
 * for, information about the server or the position among the rows, and functions that name aggregates as text.
 * formatRow is excluded because formats read host files (format_template_row), and hasColumnInTable because it queried
 * other hosts before 26.7.
 */
const ofSelects = new Set(
  `
    dictGet dictGetAll dictGetChildren dictGetDate dictGetDateOrDefault dictGetDateTime
    dictGetDateTimeOrDefault dictGetDescendants dictGetFloat32 dictGetFloat32OrDefault dictGetFloat64
    dictGetFloat64OrDefault dictGetHierarchy dictGetInt16 dictGetInt16OrDefault dictGetInt32
    dictGetInt32OrDefault dictGetInt64 dictGetInt64OrDefault dictGetInt8 dictGetInt8OrDefault dictGetIPv4
    dictGetIPv4OrDefault dictGetIPv6 dictGetIPv6OrDefault dictGetKeys dictGetOrDefault dictGetOrNull
    dictGetRoot dictGetString dictGetStringOrDefault dictGetUInt16 dictGetUInt16OrDefault dictGetUInt32
    dictGetUInt32OrDefault dictGetUInt64 dictGetUInt64OrDefault dictGetUInt8 dictGetUInt8OrDefault
    dictGetUUID dictGetUUIDOrDefault dictHas dictIsIn
    joinGet joinGetOrNull globalIn globalNotIn globalNullIn globalNotNullIn nullIn notNullIn arrayReduce
    arrayReduceInRanges finalizeAggregation initializeAggregation runningAccumulate runningDifference
    runningDifferenceStartingWithFirstValue neighbor blockNumber blockSize hostName FQDN displayName tcpPort
    currentDatabase currentUser version uptime timezone serverTimezone shardNum shardCount queryID
    initialQueryID getMacro partitionId sleep sleepEachRow throwIf toColumnTypeName
    dumpColumnStructure formatQuery formatQuerySingleLine normalizeQuery
    normalizedQueryHash encrypt decrypt tryDecrypt HMAC indexHint
  `
    .trim()
    .split(/\s+/),
)

export function isAllowedInSelect(name: string): boolean {
  return isAllowedFunction(name) || ofSelects.has(name)
}

/** Why a user's SELECT may not run, functions aside (judgeFunctions). Null: it may. */
export function judgeSelect(facts: SelectFacts): string | null {
  if (facts.root !== 'SelectWithUnionQuery') return 'It is not a SELECT.'
  if (facts.hasOutfile) return 'It writes a file.'
  if (facts.appliesFunctions) return 'It uses APPLY, which cannot be checked. Write the calls out.'
  const beyond = facts.tableFunctions.find((name) => !staysInside(name))
  return beyond === undefined
    ? null
    : `The table function ${beyond}() reads data outside of the tables of the cluster. Load this data into a table first.`
}
