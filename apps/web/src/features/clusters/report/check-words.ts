import type { ConnectionCheck } from '../cluster.ts'

type CheckId = ConnectionCheck['id']

/** Columns of the matrix, in the order in which a connection gets through them. */
export const nodeChecks = [
  'reachable',
  'tls',
  'authenticated',
  'version',
  'grants',
  'log_tables',
  'clock',
  'cluster_name',
] as const satisfies readonly CheckId[]

export const checkNames: Record<CheckId, string> = {
  reachable: 'Reachable',
  tls: 'TLS',
  authenticated: 'Sign-in',
  version: 'Version',
  grants: 'Grants',
  log_tables: 'Logs',
  clock: 'Clock',
  cluster_name: 'Cluster',
  same_policies: 'Same policies',
  distinct_servers: 'Distinct servers',
}

export const checkMeanings: Record<CheckId, string> = {
  reachable: 'The address answers as ClickHouse.',
  tls: 'The way to the node is encrypted, and its certificate is trusted.',
  authenticated: 'The server lets the user in.',
  version: 'The server is not too old.',
  grants: 'The user may do what the console needs.',
  log_tables: 'system.query_log and system.part_log explain what happened.',
  clock: "The node's clock agrees with ours.",
  cluster_name: 'The node knows the cluster by the given name.',
  same_policies: 'All nodes have the same storage policies.',
  distinct_servers: 'No two addresses lead to the same server.',
}
