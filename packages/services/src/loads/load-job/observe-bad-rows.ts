import {
  badRowsColumns,
  checkGrants,
  explain,
  listColumns,
  type NodeClient,
  QueryFailedError,
  recordsBadRows,
  requiredGrants,
  tableIdentity,
} from '@frostline/clickhouse'
import type { BadRowsNode, LoadSpec } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'

const fileGrants = requiredGrants.filter(({ on }) => on === 'FILE')
const timeoutMs = 5_000

/** Whether each node of a load records bad rows, lets them be read, and has no other table where they are collected. */
export async function observeBadRows(
  ctx: ServiceContext,
  cluster: string,
  names: readonly string[],
  rule: Exclude<LoadSpec['badRows'], { kind: 'fail' }>,
): Promise<BadRowsNode[]> {
  const { nodes } = await ctx.clusters.get(cluster)
  return Promise.all(
    nodes
      .filter(({ name }) => names.includes(name))
      .map(async ({ name, client }): Promise<BadRowsNode> => {
        try {
          const { read, write } = await askForGrants(client)
          const fault =
            read ??
            (await findRecordingFault(client)) ??
            (rule.kind === 'skip' ? null : await findTableFault(client, rule.into))
          return { node: name, fault, cannotEmpty: write }
        } catch (thrown) {
          if (!(thrown instanceof QueryFailedError)) throw thrown
          const fault = { reason: explain(thrown.failure), hint: 'Bring the node back, then try again.' }
          return { node: name, fault, cannotEmpty: null }
        }
      }),
  )
}

async function askForGrants(client: NodeClient) {
  const missing = (await checkGrants(client, fileGrants, { timeoutMs })).filter(
    ({ state }) => state === 'missing',
  )
  const read = missing.find(({ need }) => need.access === 'READ')
  const write = missing.find(({ need }) => need.access === 'WRITE')
  return {
    read: read
      ? { reason: 'the console user may not read the files with the bad rows.', hint: `${read.statement}.` }
      : null,
    write: write?.statement ?? null,
  }
}

async function findRecordingFault(client: NodeClient): Promise<BadRowsNode['fault']> {
  const [row] = (await client.query(recordsBadRows, {}, { timeoutMs })).rows
  return row?.settings === 2
    ? null
    : {
        reason: 'this server does not know input_format_record_errors_file_path.',
        hint: 'Choose to reject the whole object, or upgrade the server to 22.9 or later.',
      }
}

/** Null: it is not there, or it is such a table. */
async function findTableFault(
  client: NodeClient,
  at: { database: string; table: string },
): Promise<BadRowsNode['fault']> {
  const [identity] = (await client.query(tableIdentity, at, { timeoutMs })).rows
  if (!identity) return null
  const { rows } = await client.query(listColumns, at, { timeoutMs })
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const other = badRowsColumns.find(({ name, type }) => types.get(name) !== type)
  if (identity.engine === 'MergeTree' && other === undefined) return null
  return {
    reason:
      other === undefined
        ? `${at.database}.${at.table} is a ${identity.engine} table.`
        : `${at.database}.${at.table} has no column ${other.name} ${other.type}.`,
    hint: 'Name a table that does not exist: the load creates it.',
  }
}
