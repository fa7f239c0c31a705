import { zeroCopyFaults } from '@frostline/domain'
import { z } from 'zod'
import { tableName, tableRef } from '../../placement/table/schema.ts'
import { coverage, observed } from '../../platform/reading/schema.ts'

export const getTableSharingInput = tableRef.extend({
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .describe('Parts to leave out, in the order of their names. At most 1,000 are read.'),
})
export type GetTableSharingInput = z.input<typeof getTableSharingInput>

const sharingReplica = z.object({
  node: z.string(),
  shard: z.number().int(),
  replica: z.string().describe('As Keeper has it.'),
  enabled: z.boolean().describe('allow_remote_fs_zero_copy_replication, of the table or the server.'),
  lockPath: z.string().describe('remote_fs_zero_copy_zookeeper_path'),
  uuid: z.string(),
  storagePolicy: z.string(),
})

const blob = z.object({
  blob: z.string().describe('The object of checksums.txt, as locks name it.'),
  lockPath: z.string().nullable().describe('In Keeper, without the replica. Null: nobody has a lock.'),
  owners: z.array(
    z.object({
      replica: z.string(),
      node: z.string().nullable(),
      standing: z
        .enum(['holds', 'left', 'none', 'dropped', 'unregistered', 'unknown'])
        .describe(
          'left: only metadata of a move is left. none: the replica has no such part. dropped: Keeper has no such replica, and no node its part. unregistered: Keeper has no such replica, and a node has its part.',
        ),
    }),
  ),
  unlocked: z.array(z.string()).describe('Nodes that have the part by these objects without a lock.'),
  bytes: z.bigint().describe('Of one copy. 0: no replica has it.'),
  holders: z.number().int(),
})

const sharedPart = z.object({
  part: z.string(),
  state: z
    .enum(['shared', 'single', 'apart', 'unheld', 'unknown'])
    .describe('apart: replicas have objects of their own. unheld: locks, and no replica has the part.'),
  blobs: z.array(blob),
  left: z.array(z.object({ node: z.string(), disk: z.string() })),
  storedBytes: z.bigint(),
  savedBytes: z.bigint(),
})

const zeroCopyFinding = z.object({
  fault: z.enum(zeroCopyFaults),
  severity: z.enum(['critical', 'warning', 'notice']),
  count: z.number().int(),
  evidence: z.array(z.string()).describe('The first 20.'),
  bytes: z.bigint().nullable().describe('Null: not known without an audit of the bucket.'),
  removablePaths: z.array(z.string()).describe('Nodes in Keeper that belong to no replica any more.'),
})

export const tableSharing = observed(
  tableName.extend({
    coverage,
    replicas: z.array(sharingReplica),
    sharing: z.boolean().describe('A replica has the setting on, or parts have locks.'),
    keeperFault: z.string().nullable().describe('Why locks are not known. Null: they are.'),
    lockRoots: z.array(z.string()).describe('In Keeper.'),
    prefixes: z.array(z.string()).describe('Of the objects of its parts.'),
    audit: z
      .object({ id: z.string(), finishedAt: z.date(), orphans: z.number().int(), bytes: z.bigint() })
      .nullable()
      .describe(
        'Objects below these prefixes that no replica knew at the last audit that concluded. Null: none has.',
      ),
    total: z.number().int().describe('Parts on object storage, or with locks.'),
    looked: z.number().int().describe('Parts read by this request.'),
    states: z.object({
      shared: z.number().int(),
      single: z.number().int(),
      apart: z.number().int(),
      unheld: z.number().int(),
      unknown: z.number().int(),
    }),
    storedBytes: z.bigint().describe('In the bucket, each object once, of the parts that were read.'),
    savedBytes: z.bigint().describe('Additional storage without sharing.'),
    findings: z.array(zeroCopyFinding).describe('Worst first.'),
    parts: z
      .array(sharedPart)
      .describe('At most 200 of the parts that were read, parts with findings first.'),
  }),
)
export type TableSharing = z.infer<typeof tableSharing>

export const zeroCopyReadiness = observed(
  tableName.extend({
    coverage,
    replicas: z.number().int(),
    on: z.number().int().describe('Replicas that have the setting on.'),
    gainBytes: z
      .bigint()
      .describe('Storage that replicas use on object storage now, in addition to one copy of each part.'),
    keeperNodes: z.number().int().describe('That locks of these parts take.'),
    checks: z.array(
      z.object({
        id: z.string(),
        outcome: z.enum(['passed', 'warning', 'blocking', 'unknown']),
        text: z.string(),
        hint: z.string().nullable(),
      }),
    ),
  }),
)
export type ZeroCopyReadiness = z.infer<typeof zeroCopyReadiness>
