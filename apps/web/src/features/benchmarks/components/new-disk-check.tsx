'use client'
import { Button, Dialog, ErrorState, Field, Select } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'

/** A disk of a node, and the start of its check. */
export function NewDiskCheck({ cluster }: { cluster: string }) {
  const [open, setOpen] = useState(false)
  if (!useRoleAllows('operator')) return null
  return (
    <Dialog
      title="Check a disk"
      description="A table of ours is written, read, merged, mutated, moved, detached, attached and dropped on it. It takes some seconds and some MiB."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<ShieldCheck aria-hidden />}>Check a disk</Button>}
    >
      <CheckFields cluster={cluster} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function CheckFields({ cluster, onClose }: { cluster: string; onClose: () => void }) {
  const router = useRouter()
  const trpc = useTRPC()
  const { startConformance } = useBenchmarkActions()
  const [chosen, setChosen] = useState<{ node?: string; disk?: string; policy?: string; database?: string }>(
    {},
  )
  const nodes = (useNodes(cluster).data?.data.byNode ?? []).map(({ name }) => name)
  const node = chosen.node ?? nodes[0] ?? ''
  const look = useQuery({
    ...trpc.benchmarks.node.queryOptions({ cluster, node }),
    enabled: node !== '',
    retry: false,
  })
  const { disks = [], policies = [], databases = [] } = look.data?.data ?? {}
  const disk = chosen.disk ?? disks.find(({ kind }) => kind !== 'local')?.name ?? disks[0]?.name ?? null
  const fitting = policies.filter(
    (policy) => disk !== null && policy.disks.includes(disk) && policy.disks.length > 1,
  )
  const policy = fitting.find(({ name }) => name === chosen.policy)?.name ?? fitting[0]?.name ?? null
  const database = chosen.database ?? databases.find((name) => name === 'default') ?? databases[0] ?? null
  const begin = async () => {
    if (disk === null || database === null) return
    const { id } = await startConformance.mutateAsync({ cluster, node, disk, policy, database })
    onClose()
    router.push(routes.diskCheck(cluster, id))
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label="Node">
        <Select
          value={node === '' ? null : node}
          options={nodes.map((name) => ({ value: name, label: name }))}
          onValueChange={(name) => setChosen({ node: name })}
        />
      </Field>
      {look.error ? <ErrorState error={reportError(look.error, 'look at the node')} /> : null}
      <Field label="Disk">
        <Select
          value={disk}
          options={disks.map(({ name, kind }) => ({
            value: name,
            label: name,
            description: kindWords[kind],
          }))}
          onValueChange={(name) => setChosen({ ...chosen, disk: name })}
          placeholder={look.isPending ? 'Reading the disks…' : 'Choose…'}
        />
      </Field>
      <Field
        label="Policy for the moves"
        hint={
          disk !== null && look.data && fitting.length === 0
            ? 'No policy has this disk and another one: moves are left out.'
            : 'A partition is moved between its disks, there and back.'
        }
      >
        <Select
          value={policy}
          disabled={fitting.length === 0}
          options={fitting.map((each) => ({
            value: each.name,
            label: each.name,
            description: each.disks.join(', '),
          }))}
          onValueChange={(name) => setChosen({ ...chosen, policy: name })}
        />
      </Field>
      <Field label="Database of its table">
        <Select
          value={database}
          options={databases.map((name) => ({ value: name, label: name }))}
          onValueChange={(name) => setChosen({ ...chosen, database: name })}
        />
      </Field>
      <Button
        variant="primary"
        className="self-end"
        busy={startConformance.isPending}
        disabled={disk === null || database === null}
        onClick={() => void begin().catch(() => undefined)}
      >
        Check
      </Button>
    </div>
  )
}

const kindWords = {
  local: 'local',
  object: 'object storage without a cache',
  cached: 'object storage behind a cache',
} as const
