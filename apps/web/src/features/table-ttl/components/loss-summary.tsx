import { addTtlLosses } from '@frostline/domain'
import { formatBytes, formatCount, formatCountOf, formatExactTime } from '@frostline/ui'
import { TriangleAlert } from 'lucide-react'
import type { TtlLossView, TtlPreview } from '../table-ttl.ts'

type Data = TtlPreview['data']

/** What the TTL removes, shown first: rows, values by column and bytes, in both modes and by node. */
export function LossSummary({ data }: { data: Data }) {
  const places = data.nodes.flatMap(({ node, countsFor, gentle, heavy }) =>
    countsFor === null
      ? []
      : [
          {
            name: countsFor === node ? node : `${countsFor}, counted on ${node}`,
            ...{ gentle: gentle.loss, heavy: heavy.loss },
          },
        ],
  )
  const losing = places.filter(({ gentle, heavy }) => isLoss(gentle) || isLoss(heavy))
  if (losing.length === 0) return null
  const [gentle, heavy] = [sumLosses(data, 'gentle'), sumLosses(data, 'heavy')]
  const isReplicated = places.length < data.nodes.length
  const rows = [{ name: isReplicated ? 'All shards' : 'All nodes', gentle, heavy }, ...losing]
  return (
    <section aria-label="Data loss" className="rounded-md border border-danger bg-danger-soft p-4">
      <h3 className="flex items-start gap-2 font-semibold text-danger-ink">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{headline(heavy)}</span>
      </h3>
      <p className="mt-1 text-sm">
        Gentle: when parts merge. See the checks below. Heavy: immediately. It cannot be undone. Counted for{' '}
        {formatExactTime(data.countedAt)}, ten minutes ahead.
        {isReplicated ? ' Replicas of a shard have the same rows. Rows count once, bytes per replica.' : ''}
        {heavy.atMost ? ' Figures with "up to" are upper bounds.' : ''}
      </p>
      <p className="mt-1 text-ink-2 text-xs">
        Bytes are exact for parts and columns that are deleted whole. If some rows or values stay, the share
        is an estimate with the whole part or column as the maximum. TTL information and statistics that a
        rewrite adds (some KiB) are not counted. Gentle merges free more, because they combine parts.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Losses by node, scrollable" className="mt-3 overflow-x-auto">
        <table aria-label="Losses by node" className="w-full text-sm sm:min-w-120">
          <thead>
            <tr className="border-b text-left text-ink-2 text-xs">
              <th scope="col" className="py-1.5 pr-3 font-medium">
                Node
              </th>
              <th scope="col" className="py-1.5 pr-3 text-right font-medium">
                Gentle, by merges
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Heavy
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, gentle, heavy }) => (
              <tr key={name} className="border-b align-top last:border-b-0">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="py-1.5 pr-3 text-right tabular-nums">
                  <Lines loss={gentle} />
                </td>
                <td className="py-1.5 text-right tabular-nums">
                  <Lines loss={heavy} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

/** Replicas of a shard lose the same rows: one of them counts. */
export function sumLosses(data: Data, mode: 'gentle' | 'heavy'): TtlLossView {
  return addTtlLosses(data.nodes.flatMap((node) => (node.countsFor === null ? [] : [node[mode].loss])))
}

function Lines({ loss }: { loss: TtlLossView }) {
  const lines = describeLoss(loss)
  if (lines.length === 0) return '—'
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

/** One line per kind of loss; none when nothing is removed. */
export function describeLoss(loss: TtlLossView): string[] {
  if (!isLoss(loss)) return []
  const upTo = loss.atMost ? 'up to ' : ''
  return [
    ...(loss.deletedRows > 0n ? [`${upTo}${formatCountOf(loss.deletedRows, 'row')} deleted`] : []),
    ...(loss.foldedRows > 0n ? [`${upTo}${formatCountOf(loss.foldedRows, 'row')} merged by GROUP BY`] : []),
    ...loss.columns.map(
      ({ column, values }) => `${upTo}${formatCountOf(values, 'value')} of column ${column}`,
    ),
    ...(loss.uncountedParts > 0
      ? [`an unknown amount in ${formatCountOf(loss.uncountedParts, 'part')}`]
      : []),
    ...(loss.bytes.most > 0n ? [describeFreed(loss.bytes)] : []),
  ]
}

function describeFreed({ least, about, most }: TtlLossView['bytes']): string {
  if (least === most) return `${formatBytes(most)} on disk`
  return `about ${formatBytes(about)} on disk (${formatBytes(least)} to ${formatBytes(most)})`
}

function headline(loss: TtlLossView): string {
  const rows = loss.deletedRows + loss.foldedRows
  const values = loss.columns.reduce((sum, each) => sum + each.values, 0n)
  const columns = loss.columns.map(({ column }) => column).join(', ')
  const upTo = loss.atMost ? 'up to ' : ''
  const lost = [
    ...(rows > 0n ? [`${upTo}${formatCountOf(rows, 'row')}`] : []),
    ...(values > 0n ? [`${upTo}${formatCountOf(values, 'value')} of ${columns}`] : []),
    ...(loss.uncountedParts > 0
      ? [`data of ${formatCount(loss.uncountedParts)} parts that were not counted`]
      : []),
  ].join(' and ')
  return `This TTL deletes data: ${lost}${loss.bytes.most > 0n ? `, ${describeFreed(loss.bytes)}` : ''}`
}

function isLoss(loss: TtlLossView): boolean {
  return loss.parts > 0
}
