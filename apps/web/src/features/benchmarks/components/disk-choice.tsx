'use client'
import { ErrorState, SelectField } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'

/** A disk of a node, and a database for our tables; selected manually, or the first that fits. */
export function useDiskChoice(cluster: string) {
  const trpc = useTRPC()
  const [chosen, setChosen] = useState<{ node?: string; disk?: string; database?: string }>({})
  const listed = useNodes(cluster)
  const nodes = (listed.data?.data.byNode ?? []).map(({ name }) => name)
  const node = chosen.node ?? nodes[0] ?? ''
  const look = useQuery({
    ...trpc.benchmarks.node.queryOptions({ cluster, node }),
    enabled: node !== '',
    retry: false,
  })
  const { disks = [], policies = [], databases = [] } = look.data?.data ?? {}
  const disk = chosen.disk ?? disks.find(({ kind }) => kind !== 'local')?.name ?? disks[0]?.name ?? null
  const database = chosen.database ?? databases.find((name) => name === 'default') ?? databases[0] ?? null
  return { listed, nodes, node, look, disks, policies, databases, disk, database, chosen, setChosen }
}
export type DiskChoice = ReturnType<typeof useDiskChoice>

/** Its node and disk. */
export function DiskFields({ choice }: { choice: DiskChoice }) {
  const { listed, nodes, node, look, disks, disk, chosen, setChosen } = choice
  return (
    <>
      <SelectField
        label="Node"
        value={node === '' ? null : node}
        options={nodes}
        placeholder={placeholderFromQuery(listed, 'the nodes')}
        onValueChange={(name) => setChosen({ node: name })}
      />
      {look.error ? <ErrorState error={reportError(look.error, 'read the node')} /> : null}
      <SelectField
        label="Disk"
        value={disk}
        options={disks.map(({ name, kind }) => ({
          value: name,
          label: name,
          description: diskKindWords[kind],
        }))}
        onValueChange={(name) => setChosen({ ...chosen, disk: name })}
        placeholder={placeholderFromQuery(look, 'the disks')}
      />
    </>
  )
}

export function DatabaseField({ choice, label }: { choice: DiskChoice; label: string }) {
  const { databases, database, chosen, setChosen } = choice
  return (
    <SelectField
      label={label}
      value={database}
      options={databases}
      onValueChange={(name) => setChosen({ ...chosen, database: name })}
    />
  )
}

export const diskKindWords = {
  local: 'local',
  object: 'object storage without a cache',
  cached: 'object storage behind a cache',
} as const
