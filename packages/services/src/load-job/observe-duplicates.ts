import { deduplicationFacts, parseEngineSettings, QueryFailedError } from '@frostline/clickhouse'
import type { DuplicateFacts } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { ServiceContext } from '../base/context.ts'
import type { ChosenStrategy } from './choose-strategy.ts'
import type { LoadTargetView, ParsedLoadDraft } from './schema.ts'

/** What of these objects the table got before, by the ledger, and for how long its nodes leave out equal content. */
export async function observeDuplicates(
  ctx: ServiceContext,
  draft: Pick<ParsedLoadDraft, 'cluster' | 'source' | 'duplicates'>,
  { landing }: Pick<LoadTargetView, 'landing'>,
  { nodes }: Pick<ChosenStrategy, 'nodes'>,
  objects: readonly StoredObject[],
): Promise<DuplicateFacts> {
  const cluster = await ctx.clusters.get(draft.cluster)
  const at = { database: landing.database, table: landing.table }
  const windows = await Promise.all(
    cluster.nodes
      .filter(({ name }) => nodes.includes(name))
      .map(async ({ client }) => {
        try {
          const { rows } = await client.query(deduplicationFacts, at)
          return rows.map((facts) => {
            const own = parseEngineSettings(facts.engine_full)
            return {
              seconds: Number(own.replicated_deduplication_window_seconds ?? facts.default_seconds),
              blocks: Number(own.replicated_deduplication_window ?? facts.default_blocks),
            }
          })
        } catch (error) {
          // Whatever is wrong with the node is told by the other checks.
          if (error instanceof QueryFailedError) return []
          throw error
        }
      }),
  )
  const [before] = await ctx.db.$queryRaw<{ objects: number; last: Date | null; title: string | null }[]>`
    SELECT count(DISTINCT file.key)::int AS objects, max(file."loadedAt") AS last,
      (array_agg(job.title ORDER BY file."loadedAt" DESC))[1] AS title
    FROM unnest(
      ${objects.map(({ key }) => key)}::text[], ${objects.map(({ etag }) => etag)}::text[]
    ) AS given(key, etag)
    JOIN load_file AS file ON file.key = given.key AND file.etag = given.etag AND file.status = 'loaded'
    JOIN load_job AS job ON job.id = file."jobId" JOIN run ON run.id = job.id
    WHERE run."clusterId" = ${cluster.id} AND job."sourceId" = ${draft.source.id}
      AND job.spec->'source'->>'bucket' = ${draft.source.bucket}
      AND job.spec->'landing'->>'database' = ${at.database} AND job.spec->'landing'->>'table' = ${at.table}`
  const windowsSeen = windows.flat()
  const longest = windowsSeen.toSorted((a, b) => b.seconds - a.seconds)[0]
  return {
    rule: draft.duplicates,
    window: longest ?? null,
    loaded:
      before?.last && before.title !== null
        ? { objects: before.objects, last: before.last.toISOString(), title: before.title }
        : null,
  }
}
