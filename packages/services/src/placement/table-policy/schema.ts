import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed, queryFlag } from '../../platform/reading/schema.ts'

const identifier = z.string().min(1).max(255)

const tableAt = z.object({ cluster: clusterKey, database: identifier, table: identifier })

export const getTablePolicyInput = tableAt.extend({ fresh: freshFlag })
export type GetTablePolicyInput = z.input<typeof getTablePolicyInput>

export const changeTablePolicyInput = tableAt.extend({
  policy: identifier.describe('The target policy of the table on all nodes.'),
  withoutMissingNodes: queryFlag
    .default(false)
    .describe('Change the nodes that answer and exclude the others. Finish these later.'),
})
export type ChangeTablePolicyInput = z.input<typeof changeTablePolicyInput>

const policyChangeCheck = z.object({
  id: z.string(),
  node: z.string().nullable(),
  outcome: z.enum(['passed', 'warning', 'blocking']),
  text: z.string(),
  hint: z.string().nullable(),
})

const volumeBytes = z.object({
  name: z.string().describe("Name of a volume, or of a disk outside of the policy's volumes."),
  bytes: z.bigint().describe('Active parts of this table on it.'),
})

const policyChoice = z.object({
  policy: z.string(),
  verdict: z
    .enum(['current', 'finish', 'allowed', 'refused'])
    .describe('current: in use on all nodes. finish: in use on some nodes and possible on the others.'),
  volumes: z.array(z.string()).describe('In the order in which the server fills them.'),
  checks: z.array(policyChangeCheck),
  nodes: z.array(
    z.object({
      node: z.string(),
      from: z.string(),
      state: z.enum(['current', 'allowed', 'refused']),
      statement: z
        .string()
        .nullable()
        .describe(
          'The statement to send. Null: none is needed, or a Replicated database replicates the change.',
        ),
      bytesDueAtOnce: z
        .bigint()
        .describe('Max bytes that the server would move at once because of move_factor.'),
    }),
  ),
})
export type PolicyChoice = z.infer<typeof policyChoice>

export const tablePolicyView = observed(
  z.object({
    coverage,
    database: z.string(),
    table: z.string(),
    policy: z.string().nullable().describe('Null: the nodes differ because a change is half-applied.'),
    byNode: z.array(
      z.object({
        node: z.string(),
        shard: z.number().int(),
        replica: z.number().int(),
        policy: z.string(),
        volumes: z.array(volumeBytes),
        bytes: z.bigint(),
      }),
    ),
    absentFrom: z.array(z.string()),
    choices: z.array(policyChoice).describe('All policies of any node.'),
  }),
)
export type TablePolicyView = z.infer<typeof tablePolicyView>

export const tablePolicyChange = z.object({
  policy: z.string(),
  complete: z.boolean().describe('All nodes that have the table were read back and use the policy.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      outcome: z
        .enum(['already', 'changed', 'refused', 'unknown', 'not-tried'])
        .describe('As read back from the node. not-tried: an earlier node failed, or it was excluded.'),
      policy: z.string().nullable().describe('Current value on the node. Null: it could not be read back.'),
      statement: z.string().nullable(),
      queryId: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
})
export type TablePolicyChange = z.infer<typeof tablePolicyChange>
