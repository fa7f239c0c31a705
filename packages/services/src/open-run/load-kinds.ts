import { loadSpec } from '@frostline/domain'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

const landingOf = loadSpec.pick({ landing: true })

/** They are named by their titles here. */
export const loadJobs: OpenRunKind = {
  ...openRunsOf('load-job', {
    sourceTable: 'load_job',
    async list(tx, run, { sourceId }) {
      const rows = await tx.loadJob.findMany({
        where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
        select: { title: true, spec: true, run: { include: { cluster: pageOf } } },
      })
      return rows.map(({ title, spec, run }) => ({
        ...{ run, name: title, nodes: 'all' as const, table: landingOf.parse(spec).landing },
      }))
    },
  }),
  word: 'load',
}

export const dataGenerations = openRunsOf('data-generation', {
  sourceTable: 'data_generation',
  async list(tx, run, { sourceId }) {
    const rows = await tx.dataGeneration.findMany({
      where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
      select: { bucket: true, prefix: true, run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ bucket, prefix, run }) => ({
      run,
      name: `${bucket}/${prefix}`,
      nodes: 'all' as const,
    }))
  },
})
