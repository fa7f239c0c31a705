import { partAges, partSizes } from '@frostline/domain'
import { formatBytes, formatCount, formatCountOf, joinClasses, Panel } from '@frostline/ui'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

interface PartShapesProps {
  at: ClusterTable
  chosen: { age: string; size: string }
  /** Of the list below. `any`: the cell was chosen already. */
  onChoose: (choice: { age: string; size: string }) => void
}

/** Active parts by age and size. A cell filters the list below. */
export function PartShapes({ at, chosen, onChoose }: PartShapesProps) {
  const trpc = useTRPC()
  const query = useObservedQuery(trpc.tables.partShapes.queryOptions(at))
  const shapes = query.data?.data.shapes ?? []
  const most = shapes.reduce((largest, { bytes }) => (bytes > largest ? bytes : largest), 0n)
  return (
    <Panel
      title="Active parts by age and size"
      description="All nodes together, since the part was written. Darker cells have more bytes. Select a cell to list its parts."
      minHeightPx={56 + 48 * partAges.length}
      {...panelFromQuery(query, { task: `count the parts of ${at.database}.${at.table}` })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Age and size, scrollable" className="overflow-x-auto">
        <table aria-label="Age and size" className="w-full min-w-120 table-fixed text-xs">
          <thead>
            <tr>
              <th scope="col" className="w-28 pb-1.5 text-left font-medium text-ink-3">
                Changed
              </th>
              {partSizes.map(({ id, label }) => (
                <th key={id} scope="col" className="pb-1.5 text-left font-medium text-ink-2">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {partAges.map((age, row) => (
              <tr key={age.id}>
                <th scope="row" className="pr-2 text-left font-normal text-ink-2">
                  {age.label}
                </th>
                {partSizes.map((size, column) => {
                  const shape = shapes.find((each) => each.age === row && each.size === column)
                  const pressed = chosen.age === age.id && chosen.size === size.id
                  return (
                    <td key={size.id} className="p-0.5">
                      <Cell
                        parts={shape?.parts ?? 0n}
                        bytes={shape?.bytes ?? 0n}
                        most={most}
                        name={`${age.label}, ${size.label}`}
                        pressed={pressed}
                        onPress={() =>
                          onChoose(pressed ? { age: 'any', size: 'any' } : { age: age.id, size: size.id })
                        }
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

interface CellProps {
  parts: bigint
  bytes: bigint
  /** Bytes of the largest cell. */
  most: bigint
  name: string
  pressed: boolean
  onPress: () => void
}

function Cell({ parts, bytes, most, name, pressed, onPress }: CellProps) {
  if (parts === 0n)
    return <span className="flex h-11 items-center rounded-sm bg-sunken px-2 text-ink-3">0</span>
  const share = most === 0n ? 0 : Math.sqrt(Number(bytes) / Number(most))
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={`${name}: ${formatCountOf(parts, 'part')}, ${formatBytes(bytes)}`}
      onClick={onPress}
      className={joinClasses(
        'flex h-11 w-full flex-col justify-center rounded-sm border px-2 text-left hover:border-accent',
        pressed ? 'border-accent ring-1 ring-accent' : 'border-transparent',
      )}
      style={{
        background: `color-mix(in oklab, var(--color-cold) ${Math.round(10 + share * 35)}%, var(--color-surface))`,
      }}
    >
      <span className="font-medium text-ink">{formatCount(parts)}</span>
      <span className="text-ink">{formatBytes(bytes)}</span>
    </button>
  )
}
