import { type CommandRequest, knownSettings } from '@frostline/clickhouse'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'

/**
 * The settings that the node's version knows: an unknown one would fail the statement.
 * @throws QueryFailedError where the node does not answer
 */
export async function findKnownSettings<Settings extends NonNullable<CommandRequest['settings']>>(
  node: ConnectedNode,
  wanted: Settings,
): Promise<Partial<Settings>> {
  const names = Object.keys(wanted)
  const { rows } = await node.client.query(knownSettings, { names }, { timeoutMs: 10_000 })
  const known = new Set(rows.map(({ name }) => name))
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => known.has(name))) as Partial<Settings>
}
