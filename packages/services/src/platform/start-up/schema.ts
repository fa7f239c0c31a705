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
      'Bottleneck. requests: concurrent GETs. computing: cores. tables: concurrent tables. one-table: the largest table.',
    ),
  starts: z.number().int().describe('Number of measured starts used for calibration. 0: estimate only.'),
})

const source = z
  .enum(['start', 'running', 'usual'])
  .describe('A start of this node, its counters since, or typical values.')

const startAdvice = z.object({
  change: z
    .string()
    .describe('A setting of the server or of MergeTree tables, cache-over-store or fewer-parts.'),
  value: z.string().nullable(),
  proposed: z.string().nullable().describe('Null: leave it.'),
  effect: z.string(),
  savedMs: milliseconds.nullable().describe('Estimated, for a cold start. Null: not known.'),
  saves: z.enum(['tables', 'answers']).describe('Until all tables are loaded, or until the server answers.'),
})

/** Also kept in the ledger for a node that is down: no dates, no bigints. */
export const startFigures = z.object({
  version: z.string(),
  cores: z.number().int(),
  threads: z.number().int().describe('Threads that load active parts, for all tables together.'),
  tablesAtOnce: z.number().int(),
  answersFirst: z.boolean().describe('The server answers before its tables are loaded.'),
  answersMs: milliseconds
    .nullable()
    .describe('From process start to first answer: the slowest of the last five observed starts.'),
  tables: z.number().int().describe('Tables with active parts, including system tables.'),
  parts: partsByPlace,
  outdatedParts: partCount.describe('Loaded in the background after the start.'),
  cold: expectedLoad.describe('With empty caches.'),
  warm: expectedLoad.describe('With caches that have everything the start reads.'),
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
        share: z.number().describe('Share of the work of a cold start, 0 to 1.'),
      }),
    )
    .describe('The fifty tables with the most work in a cold start.'),
  advice: z.array(startAdvice),
})
export type StartFigures = z.infer<typeof startFigures>

export const nodeStart = z.object({
  startedAt: z.date(),
  version: z.string(),
  loading: z.boolean().describe('Not finished, or not known.'),
  firstSeenAt: z.date(),
  away: z
    .object({ minMs: milliseconds, maxMs: milliseconds })
    .nullable()
    .describe('Time without an answer, as seen by the worker. Null: the stop was not observed.'),
  answeredWithinMs: milliseconds
    .nullable()
    .describe('From process start to first answer. Null: not observed.'),
  loadMs: milliseconds
    .nullable()
    .describe('From the first table to the last. Null: not reported by the node.'),
  loadedParts: z.bigint(),
  loadedMicroseconds: z.bigint().describe('Sum over tables. Several tables are loaded at the same time.'),
  tables: z.number().int().nullable(),
  parts: partsByPlace.nullable().describe('When loading finished. Null: not finished, or observed too late.'),
  outdatedParts: partCount.nullable(),
  gets: z.bigint().nullable().describe('Null: observed too late to separate them from those of queries.'),
  getMs: milliseconds.nullable(),
  temperature: z
    .enum(['cold', 'warm', 'mixed', 'none'])
    .nullable()
    .describe('State of the caches, by the GETs. none: no part on object storage. Null: not known.'),
  expected: z
    .object({ cold: expectedLoad, warm: expectedLoad })
    .nullable()
    .describe('Expected time for the same parts, by earlier starts.'),
  slowTables: z.array(z.object({ name: z.string(), ms: milliseconds })),
})
export type NodeStartView = z.infer<typeof nodeStart>

const startUpOfNode = nodeObservation
  .pick({ name: true, shard: true, replica: true, state: true, message: true })
  .extend({
    awaySince: z.date().nullable().describe('Last answer to the worker, while the node does not answer.'),
    knownAt: z.date().nullable().describe('When the figures were read. Null: no figures.'),
  })

export const startUpSummary = startFigures.omit({ topTables: true, advice: true })

export const startUpList = observed(
  z.object({
    coverage,
    byNode: z.array(
      startUpOfNode.extend({
        figures: startUpSummary
          .nullable()
          .describe('For a node that does not answer: last known. Null: never seen.'),
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
    startsKept: z.number().int().describe('Max per node.'),
    lookSeconds: z.number().describe('Check interval for a running node.'),
    awayLookSeconds: z.number().describe('Check interval for a node that is down or loading.'),
  }),
)
export type NodeStartUp = z.infer<typeof nodeStartUp>
