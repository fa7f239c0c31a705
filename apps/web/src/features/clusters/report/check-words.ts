import type { ConnectionCheck } from '../cluster.ts'

type CheckId = ConnectionCheck['id']

/** Columns of the matrix, in the order in which a connection passes them. */
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
  reachable: 'The address responds as ClickHouse.',
  tls: 'The connection is encrypted and the certificate is trusted.',
  authenticated: 'The server accepts the user.',
  version: 'The version is supported.',
  grants: 'The user has the grants that Frostline needs.',
  log_tables: 'system.query_log and system.part_log exist.',
  clock: "The node's clock matches the console's clock.",
  cluster_name: 'The node has a cluster with this name.',
  same_policies: 'All nodes have the same storage policies.',
  distinct_servers: 'No two addresses lead to the same server.',
}
