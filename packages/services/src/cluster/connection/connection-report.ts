import { z } from 'zod'

const checkStatus = z.enum(['passed', 'warning', 'failed', 'skipped'])

/** One thing that was read. `statements` are for an administrator of ClickHouse to run. */
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
  /** Null as long as the node gave no answer. */
  version: z.string().nullable(),
  displayName: z.string().nullable(),
  /** It can be worked with: reachable, signed in, of a supported version. */
  usable: z.boolean(),
  checks: z.array(connectionCheck),
})
export type NodeReport = z.infer<typeof nodeReport>

export const connectionReport = z.object({
  testedAt: z.date(),
  /** Every node can be worked with, and no two addresses lead to the same server. */
  usable: z.boolean(),
  nodes: z.array(nodeReport),
  /** What only shows when the nodes are compared. */
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
