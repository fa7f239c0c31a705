import type { Command } from 'commander'
import type { Answer } from '../api/client.ts'
import { defineCommand, withCluster } from '../define-command.ts'
import type { ExitName } from '../exit-codes.ts'
import { noteCoverage, renderAge } from '../format/coverage.ts'
import { formatBytes, formatCount } from '../format/quantities.ts'
import { readCount } from '../format/read-options.ts'
import { formatTableName } from '../format/read-values.ts'
import { renderTable } from '../format/render-table.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'

interface TablesOptions extends ClusterOptions {
  search?: string
  database?: string
  sort: 'name' | 'bytes' | 'hot' | 'cold' | 'parts' | 'rows'
  limit: number
}

export function addTablesCommand(program: Command, host: Host): void {
  withCluster(
    defineCommand(program, 'tables', 'List tables with their bytes on local disks and object storage', [
      'tables',
      'tables --cluster prod --search events --sort cold',
      'tables --json',
    ]),
  )
    .option('--search <text>', 'only tables whose name contains this')
    .option('--database <name>', 'only tables of this database')
    .option('--sort <by>', 'name, bytes, hot, cold, parts or rows', 'bytes')
    .option('--limit <count>', 'at most this many', readCount, 100)
    .action((options: TablesOptions) => host.run(options, (session) => listTables(session, options)))
}

async function listTables(session: Session, options: TablesOptions): Promise<ExitName> {
  const { slug } = await session.findCluster(options.cluster)
  const { search, database, sort, limit } = options
  const answer = await session.api.call('GET /clusters/{cluster}/tables', {
    path: { cluster: slug },
    query: { search, database, sort, limit, direction: sort === 'name' ? 'asc' : 'desc' },
  })
  session.print(answer, () => renderTables(answer))
  noteCoverage(session.io, answer)
  return 'ok'
}

export function renderTables(answer: Answer<'GET /clusters/{cluster}/tables'>): string {
  const { tables, total, coverage } = answer.data
  // A table that a missing node may have is not empty there.
  const least = (text: string) => (coverage.complete ? text : `≥ ${text}`)
  const sum = (figure: string | null | undefined, format: (value: string) => string) =>
    figure === null || figure === undefined ? '–' : least(format(figure))
  const table = renderTable(tables, [
    { title: 'TABLE', text: formatTableName },
    { title: 'ENGINE', text: ({ engine }) => engine },
    { title: 'POLICY', text: ({ storagePolicy }) => storagePolicy ?? '–' },
    { title: 'HOT', text: ({ tiers }) => sum(tiers?.hot.bytes, formatBytes), right: true },
    { title: 'COLD', text: ({ tiers }) => sum(tiers?.cold.bytes, formatBytes), right: true },
    { title: 'TOTAL', text: ({ totalBytes }) => sum(totalBytes, formatBytes), right: true },
    { title: 'ROWS', text: ({ logical }) => sum(logical?.rows, formatCount), right: true },
    {
      title: 'PARTITIONS',
      text: ({ partitions }) => (partitions === null ? '–' : formatCount(partitions)),
      right: true,
    },
  ])
  const shown = tables.length < total ? ` ${tables.length} of ${total} tables; add --limit or --search.` : ''
  return `${table}\n\n${renderAge(answer)}${shown}`
}
