import { parseSyntaxTree, walkTree } from './syntax-tree.ts'

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
