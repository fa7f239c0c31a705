import { loadLimits } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, coverage, freshFlag, nodeObservation, observed } from '../reading/schema.ts'

export const listStartUpInput = z.object({ cluster: clusterKey, fresh: freshFlag })

export const getNodeStartUpInput = listStartUpInput.extend({
  node: z.string().min(1).max(255).describe('Name of the node in its cluster.'),
})

const partCount = z.number().int()
const milliseconds = z.number()

const partsByPlace = z.object({
  local: partCount,
  store: partCount.describe('On object storage, read directly.'),
  cached: partCount.describe('On object storage, behind a filesystem cache.'),
})

const expectedLoad = z.object({
  ms: milliseconds,
  lowMs: milliseconds,
  highMs: milliseconds,
  gets: z.number().int(),
  limit: z
    .enum(loadLimits)
    .describe(
      'What keeps it from being faster. requests: GETs under way at once. computing: cores. tables: tables at a time. one-table: the largest alone.',
    ),
  starts: z.number().int().describe('Measured starts that it is calibrated by. 0: by the estimate alone.'),
})

const source = z
  .enum(['start', 'running', 'usual'])
  .describe('A start of this node; what it counts while it runs; or what is usual elsewhere.')

export const startAdvice = z.object({
  change: z
    .string()
    .describe('A setting of the server or of MergeTree tables, cache-over-store or fewer-parts.'),
  value: z.string().nullable(),
  proposed: z.string().nullable().describe('Null: leave it.'),
  effect: z.string(),
  savedMs: milliseconds.nullable().describe('By the estimate, of a cold start. Null: cannot be said.'),
  saves: z.enum(['tables', 'answers']).describe('Until all tables are loaded, or until the server answers.'),
})

/** Kept in the ledger too, as what was known of a node that is away: no dates, no bigints. */
export const startFigures = z.object({
  version: z.string(),
  cores: z.number().int(),
  threads: z.number().int().describe('That load active parts, of all tables together.'),
  tablesAtOnce: z.number().int(),
  answersFirst: z.boolean().describe('The server answers before its tables are loaded.'),
  answersMs: milliseconds
    .nullable()
    .describe(
      'From the start of the process to its first answer: the slowest of the last five that were watched.',
    ),
  tables: z.number().int().describe('With active parts, system tables too.'),
  parts: partsByPlace,
  outdatedParts: partCount.describe('Loaded behind the start.'),
  cold: expectedLoad.describe('With caches that have nothing.'),
  warm: expectedLoad.describe('With caches that have all that the start reads.'),
  basis: z.object({
    getsPerPart: z.number(),
    getsPerPartBy: source,
    getMs: milliseconds.describe('Of one GET.'),
    getMsBy: source,
  }),
  topTables: z
    .array(
      z.object({
        database: z.string(),
        table: z.string(),
        parts: partsByPlace,
        outdatedParts: partCount,
        gets: z.number().int().describe('Of a cold start.'),
        share: z.number().describe('Of the work of a cold start, 0 to 1.'),
      }),
    )
    .describe('The fifty with the most work at a cold start.'),
  advice: z.array(startAdvice),
})
export type StartFigures = z.infer<typeof startFigures>

export const nodeStart = z.object({
  startedAt: z.date(),
  version: z.string(),
  loading: z.boolean().describe('Not over yet, or not known to be.'),
  firstSeenAt: z.date(),
  away: z
    .object({ leastMs: milliseconds, mostMs: milliseconds })
    .nullable()
    .describe('Without an answer, as seen from the worker. Null: nobody saw it go.'),
  answeredWithinMs: milliseconds
    .nullable()
    .describe('From the start of the process to its first answer. Null: nobody watched.'),
  loadMs: milliseconds.nullable().describe('From the first table to the last. Null: the node does not tell.'),
  loadedParts: z.bigint(),
  loadedMicroseconds: z.bigint().describe('A sum over tables, several of which are loaded at a time.'),
  tables: z.number().int().nullable(),
  parts: partsByPlace
    .nullable()
    .describe('When the loading was over. Null: it is not, or was seen too late.'),
  outdatedParts: partCount.nullable(),
  gets: z.bigint().nullable().describe('Null: seen too late to tell them from those of queries.'),
  getMs: milliseconds.nullable(),
  temperature: z
    .enum(['cold', 'warm', 'mixed', 'none'])
    .nullable()
    .describe('Of the caches, by the GETs. none: no part on object storage. Null: not known.'),
  expected: z
    .object({ cold: expectedLoad, warm: expectedLoad })
    .nullable()
    .describe('What the starts before it would have it take, with these very parts.'),
  slowTables: z.array(z.object({ name: z.string(), ms: milliseconds })),
})
export type NodeStartView = z.infer<typeof nodeStart>

const startUpOfNode = nodeObservation
  .pick({ name: true, shard: true, replica: true, state: true, message: true })
  .extend({
    awaySince: z.date().nullable().describe('The last answer that the worker had, while there is none.'),
    knownAt: z.date().nullable().describe('When the figures were read. Null: there are none.'),
  })

export const startUpSummary = startFigures.omit({ topTables: true, advice: true })

export const startUpList = observed(
  z.object({
    coverage,
    byNode: z.array(
      startUpOfNode.extend({
        figures: startUpSummary
          .nullable()
          .describe('Of a node that is away: as they were last known. Null: never seen.'),
        lastStart: nodeStart.nullable(),
      }),
    ),
  }),
)
export type StartUpList = z.infer<typeof startUpList>

export const nodeStartUp = observed(
  startUpOfNode.extend({
    figures: startFigures.nullable(),
    starts: z.array(nodeStart).describe('The latest first.'),
    startsKept: z.number().int().describe('Of one node, at most.'),
    lookSeconds: z.number().describe('Between the looks of a worker at a node that runs.'),
    awayLookSeconds: z.number().describe('At one that is away or still loading.'),
  }),
)
export type NodeStartUp = z.infer<typeof nodeStartUp>
