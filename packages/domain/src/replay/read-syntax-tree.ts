import type { QueryFacts } from './judge-replayable.ts'

interface Node {
  depth: number
  kind: string
  /** What stands behind the kind, without the count of children and the alias. */
  rest: string
}

/**
 * Reads what EXPLAIN AST prints: a node a line, a space deeper than its parent. It is read in a format that escapes line ends,
 * so that no literal can pass for a node.
 */
export function readSyntaxTree(printed: string): QueryFacts {
  const nodes = printed.split('\n').flatMap((line) => readNode(line) ?? [])
  const [root] = nodes
  const top = nodes.filter(({ depth }) => depth === 1)
  const functions: string[] = []
  const tableFunctions: string[] = []
  const path: Node[] = []
  for (const node of nodes) {
    while (path.length > 0 && (path.at(-1)?.depth ?? 0) >= node.depth) path.pop()
    if (node.kind === 'Function')
      (path.at(-1)?.kind === 'TableExpression' ? tableFunctions : functions).push(node.rest)
    path.push(node)
  }
  return {
    root: root?.kind ?? '',
    tableFunctions,
    functions,
    hasFormat: top.some(({ kind }) => kind === 'Identifier'),
    hasOutfile: top.some(({ kind }) => kind === 'Literal'),
    hasSettings: nodes.some(({ kind }) => kind === 'Set'),
    namesDatabase: nodes.some(({ kind, rest }) => kind === 'TableIdentifier' && rest.includes('.')),
  }
}

function readNode(line: string): Node | null {
  const [, indent, kind, rest = ''] = /^( *)(\w+)(?: (.*))?$/.exec(line) ?? []
  if (indent === undefined || kind === undefined) return null
  return {
    depth: indent.length,
    kind,
    rest: withoutAlias(rest.replace(/ ?\(children \d+\)$/, '')),
  }
}

function withoutAlias(text: string): string {
  const from = text.indexOf(' (alias ')
  return from >= 0 && text.endsWith(')') ? text.slice(0, from) : text
}
