import type { Command } from 'commander'
import { defineCommand, withCluster } from '../define-command.ts'
import type { ExitName } from '../exit-codes.ts'
import { noteCoverage, renderAge } from '../format/coverage.ts'
import { formatBytes, formatMoney } from '../format/quantities.ts'
import { readCount } from '../format/read-options.ts'
import { formatTableName, readTableName } from '../format/read-values.ts'
import { renderTable } from '../format/render-table.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'

interface CostOptions extends ClusterOptions {
  limit: number
}

export function addCostCommand(program: Command, host: Host): void {
  withCluster(
    defineCommand(program, 'cost [table]', 'Show the monthly cost of storage, by table or by partition', [
      'cost',
      'cost demo.trips_local',
      'cost --cluster prod --json',
    ]),
  )
    .option('--limit <count>', 'at most this many tables', readCount, 50)
    .action((table: string | undefined, options: CostOptions) =>
      host.run(options, (session) =>
        table === undefined ? showCosts(session, options) : showTableCost(session, table, options),
      ),
    )
}

async function showCosts(session: Session, options: CostOptions): Promise<ExitName> {
  const cluster = (await session.findCluster(options.cluster)).slug
  const answer = await session.api.call('GET /clusters/{cluster}/costs', {
    path: { cluster },
    query: { limit: options.limit },
  })
  const { currency, tables, perMonth, tiers } = answer.data
  session.print(answer, () => {
    const money = (amount: number | null) => formatMoney(amount, currency)
    const rows = renderTable(tables, [
      { title: 'TABLE', text: formatTableName },
      { title: 'HOT', text: ({ hotBytes }) => formatBytes(hotBytes), right: true },
      { title: 'COLD', text: ({ coldBytes }) => formatBytes(coldBytes), right: true },
      { title: 'HOT/MONTH', text: ({ hotPerMonth }) => money(hotPerMonth), right: true },
      { title: 'COLD/MONTH', text: ({ coldPerMonth }) => money(coldPerMonth), right: true },
      { title: 'PER MONTH', text: (table) => money(table.perMonth), right: true },
    ])
    const split = tiers
      .map((tier) => `${tier.tier} ${formatBytes(tier.bytes)} ${money(tier.perMonth)}`)
      .join(', ')
    return `${rows}\n\nTotal ${money(perMonth)} per month: ${split}.\n${renderAge(answer)}`
  })
  noteCoverage(session.io, answer)
  return 'ok'
}

async function showTableCost(session: Session, given: string, options: CostOptions): Promise<ExitName> {
  const path = { ...readTableName(given), cluster: (await session.findCluster(options.cluster)).slug }
  const answer = await session.api.call('GET /clusters/{cluster}/tables/{database}/{table}/cost', { path })
  const { currency, partitions, perMonth } = answer.data
  session.print(answer, () => {
    const money = (amount: number | null) => formatMoney(amount, currency)
    const rows = renderTable(partitions, [
      { title: 'PARTITION', text: ({ partition }) => partition },
      { title: 'HOT', text: ({ hotBytes }) => formatBytes(hotBytes), right: true },
      { title: 'COLD', text: ({ coldBytes }) => formatBytes(coldBytes), right: true },
      { title: 'PER MONTH', text: (row) => money(row.perMonth), right: true },
      { title: 'MOVE ONCE', text: ({ move }) => (move ? money(move.once) : '–'), right: true },
      {
        title: 'SAVES/MONTH',
        text: ({ breakEven }) => (breakEven ? money(breakEven.savedPerMonth) : '–'),
        right: true,
      },
    ])
    return `${rows}\n\nTotal ${money(perMonth)} per month. ${renderAge(answer)}`
  })
  noteCoverage(session.io, answer)
  return 'ok'
}
