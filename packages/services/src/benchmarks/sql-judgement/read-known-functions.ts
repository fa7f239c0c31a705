import { knownFunctions, type NodeClient } from '@frostline/clickhouse'
import type { KnownFunction } from '@frostline/domain'

/** A server can be replaced by another version, which may lack a function. */
const keepForMs = 3_600_000

/** By node and exact name. */
const kept = new WeakMap<object, Map<string, { found: KnownFunction; untilMs: number }>>()

/**
 * How a node resolves these names.
 *
 * Each read of `system.functions` makes the server try all functions, which adds some thirty errors to its `system.errors`.
 * So built-in functions are kept for an hour, under their exact name only: no user-defined function can take it. For other
 * names the node is asked each time, since one can be created at any time.
 * @throws QueryFailedError
 */
export async function readKnownFunctions(
  client: Pick<NodeClient, 'query'>,
  names: readonly string[],
): Promise<KnownFunction[]> {
  const ofNode = kept.get(client) ?? new Map<string, { found: KnownFunction; untilMs: number }>()
  kept.set(client, ofNode)
  const nowMs = performance.now()
  const known: KnownFunction[] = []
  const asked = new Set<string>()
  for (const name of names) {
    const entry = ofNode.get(name)
    if (entry && entry.untilMs > nowMs) known.push(entry.found)
    else asked.add(name)
  }
  if (asked.size === 0) return known
  const { rows } = await client.query(knownFunctions, { names: [...asked] })
  for (const row of rows) {
    const found = {
      name: row.name,
      aliasTo: row.alias_to,
      builtIn: row.built_in,
      isCaseInsensitive: row.case_insensitive,
    }
    known.push(found)
    if (found.builtIn && asked.has(found.name)) ofNode.set(found.name, { found, untilMs: nowMs + keepForMs })
  }
  return known
}
