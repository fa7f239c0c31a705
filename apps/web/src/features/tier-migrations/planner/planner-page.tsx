'use client'
import {
  Checkbox,
  formatBytes,
  formatCountOf,
  Panel,
  PartitionHeatMap,
  RadioGroup,
  Tabs,
  TextField,
} from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { usePartitionMap } from '@/features/tables/hooks/use-partition-map.ts'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { AlignFields } from './align-fields.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PlannedSteps } from './planned-steps.tsx'
import { usePlanRequest } from './use-plan-request.ts'

/** Select partitions and a volume, see exactly what would happen, start it. */
export function PlannerPage(at: ClusterTable) {
  const trpc = useTRPC()
  const { state, setState, request } = usePlanRequest(at)
  const table = useQuery(trpc.tables.get.queryOptions(at))
  const { query: map, partitions } = usePartitionMap(at)
  const preview = useQuery({
    ...trpc.tierMigrations.preview.queryOptions(
      request ?? { ...at, targetVolume: '-', goal: { kind: 'partitions', partitionIds: ['-'] } },
    ),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const volumes = table.data?.data.volumes ?? []
  return (
    <>
      <PageHeader
        title={
          <>
            Move partitions of{' '}
            <span className="font-mono">
              {at.database}.{at.table}
            </span>
          </>
        }
        description="Nothing is sent to the cluster until you start the plan. Reads and inserts continue while parts move."
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel
            title="1. Partitions"
            {...panelFromQuery(map, {
              task: `read the partitions of ${at.database}.${at.table}`,
              empty: (page) =>
                page.data.total > 0
                  ? null
                  : {
                      title: 'No active parts',
                      children: 'The table has no data on the nodes that responded.',
                    },
            })}
          >
            <Tabs
              label="How to choose partitions"
              value={state.by}
              onValueChange={(by) => setState({ by })}
              items={[
                {
                  value: 'map',
                  label: 'Select on the map',
                  count: state.partitions.size > 0 ? String(state.partitions.size) : undefined,
                  panel: map.data ? (
                    <div className="pt-4">
                      <PartitionHeatMap
                        label={`Partitions of ${at.database}.${at.table}`}
                        partitions={partitions}
                        selected={state.partitions}
                        onSelectedChange={(selected) => setState({ partitions: selected })}
                      />
                      <p className="mt-2 text-ink-3 text-xs">
                        Click a partition, Shift-click for a range, Ctrl-click to add or remove, or drag over
                        several.
                      </p>
                    </div>
                  ) : null,
                },
                {
                  value: 'age',
                  label: 'Older than a day',
                  panel: (
                    <div className="max-w-64 pt-4">
                      <TextField
                        label="Newest row before"
                        hint="Partitions whose newest row is before this day, in UTC."
                        type="date"
                        value={state.before}
                        onValueChange={(before) => setState({ before })}
                      />
                    </div>
                  ),
                },
                {
                  value: 'align',
                  label: 'Align replicas',
                  panel: <AlignFields cluster={at.cluster} state={state} onChange={setState} />,
                },
              ]}
            />
          </Panel>
          {state.by === 'align' ? null : (
            <Panel
              title="2. Target"
              {...panelFromQuery(table, { task: 'read the volumes of the storage policy' })}
            >
              <RadioGroup
                label={`Volume of policy ${table.data?.data.storagePolicy ?? ''}`}
                value={state.to === '' ? null : state.to}
                onValueChange={(to) => setState({ to })}
                options={volumes.map((volume) => ({
                  value: volume.name,
                  label: <span className="font-mono">{volume.name}</span>,
                  description: describeVolume(volume),
                }))}
              />
              <Checkbox
                className="mt-4"
                checked={state.optimize}
                onCheckedChange={(optimize) => setState({ optimize })}
              >
                Merge each partition into one part first
              </Checkbox>
              <p className="mt-1 ml-6 text-ink-3 text-xs">
                Runs OPTIMIZE FINAL on the first volume. Fewer objects go to the store, at the cost of one
                more pass over the data. Partitions with a part on a colder volume are not merged.
              </p>
              <Checkbox className="mt-4" checked={state.deep} onCheckedChange={(deep) => setState({ deep })}>
                Read every byte back and compare (deep check)
              </Checkbox>
              <p className="mt-1 ml-6 text-ink-3 text-xs">{describeDeepCheck(preview.data?.totals.bytes)}</p>
            </Panel>
          )}
        </div>
        <PlanPanel at={at} request={request} preview={preview} onPaceChange={(pace) => setState({ pace })} />
      </div>
      {request && preview.data?.accepted ? <PlannedSteps request={request} preview={preview.data} /> : null}
    </>
  )
}

interface VolumeFacts {
  tier: string
  disks: readonly string[]
  freeBytesByNode: readonly { node: string; freeBytes: bigint | null }[]
}

function describeVolume(volume: VolumeFacts): string {
  const disks = `${formatCountOf(volume.disks.length, 'disk')}: ${volume.disks.join(', ')}`
  const free = volume.freeBytesByNode.flatMap(({ freeBytes }) => (freeBytes === null ? [] : [freeBytes]))
  if (free.length === 0) return `${volume.tier}, ${disks}, no size limit`
  const least = free.reduce((a, b) => (a < b ? a : b))
  return `${volume.tier}, ${disks}, at least ${formatBytes(least)} free on each node`
}

/** What a deep check costs, before a person asks for it. */
function describeDeepCheck(bytes: bigint | undefined): string {
  const size = bytes === undefined ? 'every byte' : formatBytes(bytes)
  return `Reads ${size} once before the move, and twice back from the target after it: CHECK TABLE for each part, and a checksum of rows that must be equal. The checksum bypasses the filesystem cache. CHECK TABLE uses and fills it. The check follows the pace of the plan.`
}
