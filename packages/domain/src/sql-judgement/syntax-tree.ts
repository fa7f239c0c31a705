/** A node of EXPLAIN AST. */
export interface SyntaxNode {
  /** The first word: Function, Identifier, Literal, … */
  kind: string
  /** The rest of the line, without the count of children. */
  label: string
  children: readonly SyntaxNode[]
}

/**
 * Parses the TabSeparated output of EXPLAIN AST: one node per line, one space deeper than its parent, with the number
 * of its children. The engine escapes line ends in literals, but not in names (26.7): text with such a name must not
 * reach this function (findTextFault).
 * @returns null where indentation and counts disagree, or it is no tree.
 */
export function parseSyntaxTree(printed: string): SyntaxNode | null {
  const lines = printed.replace(/\n$/, '').split('\n').map(readLine)
  let place = 0

  function take(depth: number): SyntaxNode | null {
    const line = lines[place]
    if (!line || line.depth !== depth || depth > maxDepth) return null
    place += 1
    const children: SyntaxNode[] = []
    for (let count = 0; count < line.children; count++) {
      const child = take(depth + 1)
      if (!child) return null
      children.push(child)
    }
    return { kind: line.kind, label: line.label, children }
  }

  const root = take(0)
  return place === lines.length ? root : null
}

/** The engine rejects deeper trees itself (max_ast_depth is 1000 by default). */
const maxDepth = 1_100

interface Line {
  depth: number
  kind: string
  label: string
  children: number
}

function readLine(escaped: string): Line | null {
  const [, indent, kind, rest, children = '0'] =
    /^( *)(\w+)(?: (.*?))?(?: ?\(children (\d+)\))?$/s.exec(unescapeTsv(escaped)) ?? []
  if (indent === undefined || kind === undefined) return null
  return { depth: indent.length, kind, label: rest ?? '', children: Number(children) }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' }

function unescapeTsv(text: string): string {
  return text.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign)
}

export function* walkTree(node: SyntaxNode): Iterable<SyntaxNode> {
  yield node
  for (const child of node.children) yield* walkTree(child)
}
