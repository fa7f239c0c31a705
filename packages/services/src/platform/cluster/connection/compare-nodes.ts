import type { StoragePolicyRow } from '@frostline/clickhouse'
import { isOfOneTable } from '@frostline/domain'
import { type ConnectionCheck, makeCheck } from './connection-report.ts'

/** What a reachable node says about itself. */
export interface NodeFacts {
  name: string
  url: string
  hostName: string
  displayName: string
  tcpPort: number
  policies: readonly StoragePolicyRow[] | undefined
}

/** With two addresses of one server its data would be counted and moved twice. */
export function judgeDistinctServers(nodes: readonly NodeFacts[]): ConnectionCheck {
  const byServer = new Map<string, string[]>()
  for (const node of nodes) {
    const identity = JSON.stringify([node.hostName, node.tcpPort, node.displayName])
    byServer.set(identity, [...(byServer.get(identity) ?? []), node.name])
  }
  const shared = [...byServer.values()].filter((names) => names.length > 1)
  if (shared.length === 0)
    return makeCheck('distinct_servers', 'passed', 'Each address is a different server.')
  const list = shared.map((names) => names.join(' and ')).join('; ')
  return makeCheck('distinct_servers', 'failed', `These addresses lead to the same server: ${list}.`, {
    hint: 'Keep one address of each server.',
  })
}

/** A table's plan is valid on every replica only where the policies are the same. */
export function judgeSamePolicies(nodes: readonly NodeFacts[]): ConnectionCheck {
  const known = nodes.flatMap(({ name, policies }) =>
    policies ? [{ name, policies: byPolicy(policies) }] : [],
  )
  const [first, ...others] = known
  if (!first || others.length === 0) {
    return makeCheck('same_policies', 'skipped', 'Policies were not compared: fewer than two nodes answered.')
  }
  const differences = others.flatMap((other) => differencesOf(first, other))
  if (differences.length === 0) {
    return makeCheck('same_policies', 'passed', `All ${known.length} nodes have the same storage policies.`)
  }
  return makeCheck('same_policies', 'warning', `The storage policies differ: ${differences.join('; ')}.`, {
    hint: 'Give all nodes the same storage configuration, or move only where the target exists.',
  })
}

interface NamedPolicies {
  name: string
  policies: Map<string, string>
}

/** Policies of dynamic disks (`__name`) come with their table, so they are no configuration difference. */
function byPolicy(rows: readonly StoragePolicyRow[]): Map<string, string> {
  const volumes = new Map<string, unknown[]>()
  for (const row of rows) {
    if (isOfOneTable(row.policy_name)) continue
    const volume = [row.volume_name, [...row.disks].sort(), String(row.max_data_part_size), row.move_factor]
    volumes.set(row.policy_name, [...(volumes.get(row.policy_name) ?? []), volume])
  }
  return new Map([...volumes].map(([policy, list]) => [policy, JSON.stringify(list)]))
}

function differencesOf(first: NamedPolicies, other: NamedPolicies): string[] {
  const names = [...new Set([...first.policies.keys(), ...other.policies.keys()])].sort()
  return names.flatMap((policy) => {
    const here = first.policies.get(policy)
    const there = other.policies.get(policy)
    if (here === there) return []
    if (here === undefined) return [`${policy} is on ${other.name} but not on ${first.name}`]
    if (there === undefined) return [`${policy} is on ${first.name} but not on ${other.name}`]
    return [`${policy} differs between ${first.name} and ${other.name}`]
  })
}
