import { type TableLoadJobsRow, tableLoadJobs } from '@frostline/clickhouse'
import type { ServiceContext } from '../base/context.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { type ReadScene, readScene } from './read-scene.ts'

export interface Details {
  /** Null: this version has no such loader, or it did not answer. */
  jobs: TableLoadJobsRow | null
  /** Null: tables are still being loaded, and listing their parts would wait for them; or it did not answer. */
  scene: ReadScene | null
}

/** For all parts of a node: longer than for the pulse, and a timeout does not mean that the node is down. */
const detailsBudgetMs = 20_000

export interface CloseLook {
  nodeName: string
  /** From the pulse. */
  loading: boolean
}

/** What describes a start in addition to the pulse. A node that did not answer has neither. */
export async function readStartDetails(
  ctx: ServiceContext,
  cluster: string,
  looks: readonly CloseLook[],
): Promise<Map<string, Details>> {
  if (looks.length === 0) return new Map()
  const nodes = looks.map(({ nodeName }) => nodeName)
  const loading = new Set(looks.filter((look) => look.loading).map(({ nodeName }) => nodeName))
  const { readings } = await readCluster(
    ctx,
    { cluster, fresh: true, nodes, budgetMs: detailsBudgetMs },
    async (reader, { name }): Promise<Details> => {
      const jobs = (await reader.askIfOffered(tableLoadJobs, {}))?.[0] ?? null
      const waits = loading.has(name) || (jobs !== null && jobs.pending > 0n)
      return { jobs, scene: waits ? null : await readScene(reader).catch(() => null) }
    },
  )
  const answered = new Map(readings.map(({ node, value }) => [node.name, value]))
  return new Map(nodes.map((name) => [name, answered.get(name) ?? { jobs: null, scene: null }]))
}
