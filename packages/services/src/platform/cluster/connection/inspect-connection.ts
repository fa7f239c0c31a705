import type { Connection } from '../cluster-input.ts'
import type { NodeGate } from '../node-address.ts'
import { judgeDistinctServers, judgeSamePolicies } from './compare-nodes.ts'
import type { ConnectionReport } from './connection-report.ts'
import { inspectNode } from './inspect-node.ts'

/** Inspects all nodes at once and then compares them. Never throws because of a node. */
export async function inspectConnection(
  connection: Connection,
  testedAt: Date,
  gateOf: (url: string) => NodeGate,
): Promise<ConnectionReport> {
  const inspected = await Promise.all(
    connection.nodes.map((node) => inspectNode(connection, node, gateOf(node.url))),
  )
  const nodes = inspected.map(({ report }) => report)
  const facts = inspected.flatMap(({ facts }) => facts ?? [])
  const comparison = [judgeDistinctServers(facts), judgeSamePolicies(facts)]
  const usable = nodes.every((node) => node.usable) && comparison.every((check) => check.status !== 'failed')
  return { testedAt, usable, nodes, comparison }
}
