'use client'
import { Button, SelectField } from '@frostline/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { routes } from '@/navigation/routes.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'
import { DatabaseField, DiskFields, useDiskChoice } from './disk-choice.tsx'

export function DiskCheckForm({ cluster, onClose }: { cluster: string; onClose: () => void }) {
  const router = useRouter()
  const { startConformance } = useBenchmarkActions()
  const choice = useDiskChoice(cluster)
  const [chosenPolicy, setChosenPolicy] = useState<string | null>(null)
  const { node, disk, database, policies, look } = choice
  const fitting = policies.filter(
    (each) => disk !== null && each.disks.includes(disk) && each.disks.length > 1,
  )
  const policy = fitting.find(({ name }) => name === chosenPolicy)?.name ?? fitting[0]?.name ?? null
  const begin = async () => {
    if (disk === null || database === null) return
    const { id } = await startConformance.mutateAsync({ cluster, node, disk, policy, database })
    onClose()
    router.push(routes.diskCheck(cluster, id))
  }
  return (
    <div className="flex flex-col gap-4">
      <DiskFields choice={choice} />
      <SelectField
        label="Policy for the moves"
        hint={
          disk !== null && look.data && fitting.length === 0
            ? 'No policy has this disk and a second disk. Moves are skipped.'
            : 'A partition is moved between its disks and back.'
        }
        value={policy}
        disabled={fitting.length === 0}
        options={fitting.map((each) => ({
          value: each.name,
          label: each.name,
          description: each.disks.join(', '),
        }))}
        onValueChange={setChosenPolicy}
      />
      <DatabaseField choice={choice} label="Database for the scratch table" />
      <ExpectedApproval cluster={cluster} kind="benchmark" />
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
