import { closesTable } from '@frostline/domain'
import { exitContents } from '../../replication/zero-copy-exit/schema.ts'
import { pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

export const replicaRepairs = openRunsOf('replica-repair', {
  async list(tx, run) {
    const rows = await tx.replicaRepair.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ run, database, table, kind, nodeName }) => ({
      ...{ run, name: `${database}.${table}`, nodes: [nodeName] },
      ...(closesTable(kind) ? { table: { database, table } } : {}),
    }))
  },
})

export const zeroCopyExits = openRunsOf('zero-copy-exit', {
  planTable: 'zero_copy_exit',
  async list(tx, run) {
    const rows = await tx.zeroCopyExit.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.flatMap(({ database, table, run, before }) =>
      run
        ? {
            ...{ run, name: `${database}.${table}`, table: { database, table } },
            nodes: exitContents.parse(before).map(({ node }) => node),
          }
        : [],
    )
  },
})
