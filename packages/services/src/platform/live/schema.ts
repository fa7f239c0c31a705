import { runKindSchema, runStatuses, tiers } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed } from '../reading/schema.ts'

const nodeName = z.string().min(1).max(255).describe('Name of a node of the cluster.')
const queryId = z.string().min(1).max(1_000)
const fingerprint = z
  .string()
  .regex(/^[0-9A-F]{1,16}$/)
  .describe('Hash of the whole text, as listed.')

export const listLiveInput = z.object({ cluster: clusterKey, fresh: freshFlag })

export const liveStatementInput = z.object({
  cluster: clusterKey,
  node: nodeName,
  queryId: queryId.describe('Id of the query on this node.'),
  fresh: freshFlag,
})

const ownRun = z
  .object({
    id: z.string(),
    kind: runKindSchema,
    name: z.string().describe('What it works on, such as a table.'),
    objectType: z.string().describe('With objectId: its page, as in the audit.'),
    objectId: z.string(),
    clusterSlug: z.string(),
    status: z.enum(runStatuses),
  })
  .nullable()
  .describe('The run of Frostline that it belongs to. Null: none that is known.')
export type OwnRun = z.infer<typeof ownRun>

const liveStatement = z.object({
  node: z.string(),
  queryId: z.string(),
  initialQueryId: z.string().describe('Differs for parts of a distributed query.'),
  isPart: z.boolean().describe('Sent by another node: a part of a distributed query.'),
  user: z.string().describe('Of the initial query.'),
  startedAt: z.date(),
  elapsedSeconds: z.number(),
  isStopping: z.boolean().describe('It was killed and has not ended yet.'),
  kind: z.string().describe('Select, Insert, Alter, …'),
  database: z.string(),
  text: z.string().describe('Cut. Secrets are hidden by the server.'),
  textChars: z.bigint().describe('Length of the whole text.'),
  fingerprint: z.string(),
  readRows: z.bigint(),
  readBytes: z.bigint().describe('Uncompressed.'),
  totalRows: z.bigint().describe('To read, estimated by the server. 0: unknown.'),
  writtenRows: z.bigint(),
  writtenBytes: z.bigint(),
  memoryBytes: z.bigint(),
  storeBytes: z.bigint().describe('Read from object storage, through a cache or not.'),
  storeWrittenBytes: z.bigint().describe('Written to object storage. Not counted for Azure.'),
  storeRequests: z.bigint().describe('GETs.'),
  cacheBytes: z.bigint().describe('Read from a filesystem cache.'),
  missedBytes: z.bigint().describe('Requested from a cache and read from the store.'),
  frostline: z
    .object({
      kind: z.enum(['read', 'work']).describe('read: ends at its time limit. work: may belong to a run.'),
      purpose: z.string(),
    })
    .nullable()
    .describe('Null: not a statement of Frostline.'),
  run: ownRun,
})
export type LiveStatement = z.infer<typeof liveStatement>

const place = z.object({ node: z.string(), database: z.string(), table: z.string() })

const partWork = place.extend({
  part: z.string().describe('The part that results.'),
  partitionId: z.string(),
  disk: z.string().nullable().describe('Of that part. Null: unknown.'),
  tier: z.enum(tiers),
  elapsedSeconds: z.number(),
  progress: z.number().describe('0 to 1.'),
  bytes: z.bigint().describe('Compressed, of the whole.'),
})

const liveMerge = partWork.extend({
  isMutation: z.boolean().describe('Rewrites a part for a mutation.'),
  kind: z.string().describe('Regular, TTLDelete, TTLRecompress, …'),
  sourceParts: z.bigint(),
  readRows: z.bigint(),
  memoryBytes: z.bigint(),
})
export type LiveMerge = z.infer<typeof liveMerge>

const liveFetch = partWork.extend({
  readBytes: z.bigint(),
  source: z.string().describe('Host of the replica it is fetched from.'),
  toDetached: z.boolean(),
})
export type LiveFetch = z.infer<typeof liveFetch>

const liveMove = place.extend({
  part: z.string(),
  bytes: z.bigint(),
  elapsedSeconds: z.number(),
  disk: z.string().describe('The target.'),
  tier: z.enum(tiers),
  run: ownRun,
})
export type LiveMove = z.infer<typeof liveMove>

const liveMutation = place.extend({
  mutationId: z.string(),
  command: z.string().describe('Cut.'),
  commandChars: z.bigint().describe('Length of the whole command.'),
  fingerprint: z.string(),
  createdAt: z.date(),
  ageSeconds: z.number(),
  partsLeft: z.bigint(),
  failedPart: z.string().nullable(),
  failedAt: z.date().nullable(),
  failure: z.string().nullable().describe('The latest. The server tries again.'),
  isReplicated: z.boolean().describe('All replicas of the table share it.'),
})
export type LiveMutation = z.infer<typeof liveMutation>

const cut = z
  .array(z.object({ node: z.string(), shown: z.number().int(), count: z.bigint() }))
  .describe('Nodes with more rows than are listed: the oldest are.')

export const liveWork = observed(
  z.object({
    coverage,
    queries: z.object({
      count: z.bigint(),
      storeBytes: z.bigint(),
      readBytes: z.bigint(),
      cut,
      rows: z.array(liveStatement),
    }),
    merges: z.object({ count: z.bigint(), bytes: z.bigint(), cut, rows: z.array(liveMerge) }),
    moves: z.object({ count: z.bigint(), bytes: z.bigint(), cut, rows: z.array(liveMove) }),
    fetches: z.object({ count: z.bigint(), bytes: z.bigint(), cut, rows: z.array(liveFetch) }),
    mutations: z.object({
      count: z.bigint().describe('Of all nodes. Replicas share a mutation.'),
      partsLeft: z.bigint(),
      cut,
      rows: z.array(liveMutation),
    }),
  }),
)
export type LiveWork = z.infer<typeof liveWork>

export const oneLiveStatement = observed(
  z.object({
    coverage,
    statement: liveStatement.nullable().describe('With up to 100,000 characters of text. Null: not running.'),
  }),
)
export type OneLiveStatement = z.infer<typeof oneLiveStatement>

export const killQueryInput = z.object({
  cluster: clusterKey,
  node: nodeName,
  queryId: queryId.describe('Id of the query on this node, as listed.'),
  fingerprint,
  startedAt: z.coerce
    .date<Date | string>()
    .describe('As listed. A later query with the same id is not killed.'),
})

export const killMutationInput = z.object({
  cluster: clusterKey,
  node: nodeName,
  database: z.string().min(1).max(255),
  table: z.string().min(1).max(255),
  mutationId: z.string().min(1).max(255),
  fingerprint,
  createdAt: z.coerce
    .date<Date | string>()
    .describe('As listed. A later mutation with the same id is not killed.'),
})

export const killReport = z.object({
  result: z
    .enum(['killed', 'already_ended', 'stopping', 'not_allowed', 'rejected', 'unknown'])
    .describe('What the node shows afterwards. unknown: it could not be read, or did not confirm.'),
  message: z.string(),
  grant: z
    .string()
    .nullable()
    .describe('The GRANT to run, where the ClickHouse user of Frostline lacks one.'),
})
export type KillReport = z.infer<typeof killReport>
