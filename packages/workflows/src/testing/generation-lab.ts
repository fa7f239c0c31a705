import type { ClickHouseClient } from '@clickhouse/client'
import type { Run } from '@frostline/db'
import { type DataTemplateName, dataTemplates, renderTemplate } from '@frostline/domain'
import { type GenerationDraft, startGeneration } from '@frostline/services'
import { generationWork } from '../data-generation/run-generation.ts'
import type { WorkflowDeps } from '../deps.ts'
import { driveOnce } from './drive-once.ts'
import { labDeps } from './lab-deps.ts'
import { openLoadLab, sourceAddresses } from './load-lab.ts'

export interface Sum {
  rows: string
  sum: string
}

export type GenerationLab = Awaited<ReturnType<typeof openGenerationLab>>

/** Real environment of a generation: nodes, a bucket and a source over it. */
export async function openGenerationLab() {
  const lab = await openLoadLab({ shards: 2, own: { nodes: 'it kills nodes' } })
  const { endpoint, accessKeyId, secretAccessKey } = lab.store
  const [[, admin] = []] = lab.admins
  if (!admin) throw new Error('The lab has no node.')

  async function ask<Row>(query: string): Promise<Row | undefined> {
    const [row] = await lab.rows<Row>(admin as ClickHouseClient, query)
    return row
  }

  const as = (role: 'viewer' | 'operator' | 'admin') => ({
    ...lab.loadCtx,
    actor: { ...lab.loadCtx.actor, role },
  })

  return {
    ...lab,
    ask,
    as,

    /** 1,000 trips in ten files, with the given changes. */
    draft(prefix: string, change: Partial<GenerationDraft['spec']> = {}): GenerationDraft {
      return {
        cluster: lab.clusterId,
        spec: {
          source: { id: lab.sourceId, bucket: lab.bucket },
          prefix,
          format: 'Parquet',
          compression: 'none',
          content: { kind: 'template', template: 'taxi-trips' },
          rows: 1_000,
          rowsPerFile: 100,
          ...change,
        },
      }
    },

    async start(draft: GenerationDraft, role: 'operator' | 'admin' = 'operator'): Promise<string> {
      const { id } = await startGeneration(as(role), draft)
      return id
    },

    /** Drives it like a new worker process, in this one. */
    async drive(generationId: string, change: Partial<WorkflowDeps> = {}): Promise<Run> {
      const deps = labDeps(lab, { sourceAddresses, ...change })
      return driveOnce(deps, generationWork, generationId)
    },

    chunksOf: (generationId: string) =>
      lab.db.dataGenerationChunk.findMany({ where: { generationId }, orderBy: { ordinal: 'asc' } }),

    /** Rows and an order-independent sum of a template, computed by the engine in one query. */
    async sumTemplate(name: DataTemplateName, rows: number): Promise<Sum> {
      const sum = await ask<Sum>(
        `SELECT toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum FROM (${renderTemplate(name, 0, rows)})`,
      )
      return sum ?? { rows: '', sum: '' }
    },

    /** The same for what is below a prefix, read with the columns of the template. */
    async sumFiles(prefix: string, format: string, name: DataTemplateName = 'taxi-trips'): Promise<Sum> {
      const columns = dataTemplates[name].columns.map((column) => `${column.name} ${column.type}`).join(', ')
      const answer = await (admin as ClickHouseClient).query({
        query: `SELECT toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum
          FROM s3({url: String}, {key: String}, {secret: String}, {format: String}, {columns: String})`,
        query_params: {
          url: `${endpoint}/${lab.bucket}/${prefix}*`,
          key: accessKeyId,
          secret: secretAccessKey,
          format,
          columns,
        },
        format: 'JSONEachRow',
      })
      const [sum] = await answer.json<Sum>()
      return sum ?? { rows: '', sum: '' }
    },

    /** Keys below a prefix with their ETags. */
    async listFilesBelow(prefix: string): Promise<Record<string, string>> {
      const found: Record<string, string> = {}
      for await (const { objects } of lab.objects.list(lab.bucket, { prefix }))
        for (const { key, etag } of objects) found[key] = etag
      return found
    },

    /** Running statements of generations on any node. */
    async countRunning(): Promise<number> {
      const counts = await Promise.all(
        lab.admins.map(async ([, client]) => {
          const [row] = await lab.rows<{ n: number }>(
            client,
            `SELECT toUInt32(count()) AS n FROM system.processes WHERE startsWith(query_id, 'frostline-generate-') AND query LIKE 'INSERT%'`,
          )
          return row?.n ?? 0
        }),
      )
      return counts.reduce((sum, n) => sum + n, 0)
    },
  }
}
