import { loadSpec } from '@frostline/domain'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

const landingOf = loadSpec.pick({ landing: true })

/** They are named by their titles here. */
export const loadJobs: OpenRunKind = {
  ...openRunsOf('load-job', {
    hold: (tx, sourceId) => tx.$queryRaw`
      SELECT run.id FROM run JOIN load_job AS own ON own.id = run.id WHERE own."sourceId" = ${sourceId}
      ORDER BY run.id FOR UPDATE OF run`,
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
  hold: (tx, sourceId) => tx.$queryRaw`
    SELECT run.id FROM run JOIN data_generation AS own ON own.id = run.id WHERE own."sourceId" = ${sourceId}
    ORDER BY run.id FOR UPDATE OF run`,
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
