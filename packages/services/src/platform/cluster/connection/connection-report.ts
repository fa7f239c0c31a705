import { z } from 'zod'

const checkStatus = z.enum(['passed', 'warning', 'failed', 'skipped'])

/** One check. `statements` are for a ClickHouse administrator to run. */
const connectionCheck = z.object({
  id: z.enum([
    'reachable',
    'tls',
    'authenticated',
    'version',
    'grants',
    'log_tables',
    'clock',
    'cluster_name',
    'same_policies',
    'distinct_servers',
  ]),
  status: checkStatus,
  message: z.string(),
  hint: z.string().nullable(),
  statements: z.array(z.string()),
})
export type ConnectionCheck = z.infer<typeof connectionCheck>

const nodeReport = z.object({
  name: z.string(),
  url: z.string(),
  shard: z.int(),
  replica: z.int(),
  /** Null while the node has not answered. */
  version: z.string().nullable(),
  displayName: z.string().nullable(),
  /** Usable: reachable, signed in, of a supported version. */
  usable: z.boolean(),
  checks: z.array(connectionCheck),
})
export type NodeReport = z.infer<typeof nodeReport>

export const connectionReport = z.object({
  testedAt: z.date(),
  /** Every node is usable, and no two addresses lead to the same server. */
  usable: z.boolean(),
  nodes: z.array(nodeReport),
  /** Checks that compare the nodes. */
  comparison: z.array(connectionCheck),
})
export type ConnectionReport = z.infer<typeof connectionReport>

type Extra = { hint?: string; statements?: string[] }

export function makeCheck(
  id: ConnectionCheck['id'],
  status: ConnectionCheck['status'],
  message: string,
  extra: Extra = {},
): ConnectionCheck {
  return { id, status, message, hint: extra.hint ?? null, statements: extra.statements ?? [] }
}
