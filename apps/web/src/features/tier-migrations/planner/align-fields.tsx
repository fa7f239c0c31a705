'use client'
import { Field, Input, RadioGroup } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'

type Rule = 'most-bytes' | 'coldest' | 'replica'

interface Props {
  cluster: string
  state: { align: Rule; replica: number }
  onChange: (change: { align?: Rule; replica?: number }) => void
}

/** Which volume wins where replicas of a shard have a partition on different ones. */
export function AlignFields({ cluster, state, onChange }: Props) {
  const trpc = useTRPC()
  const registration = useQuery(trpc.clusters.get.queryOptions({ cluster }))
  const most = Math.max(1, ...(registration.data?.nodes ?? []).map((node) => node.replica))
  return (
    <div className="flex flex-col gap-3 pt-4">
      <p className="text-ink-2 text-sm">
        A move applies to one replica. After a failed migration, a TTL or a manual move, the replicas of a
        shard may have the same partition on different volumes. This brings each partition to one volume.
      </p>
      <RadioGroup
        label="Target volume"
        value={state.align}
        onValueChange={(align) => onChange({ align })}
        options={[
          {
            value: 'most-bytes',
            label: 'Volume with most of its bytes',
            description:
              'Over all replicas of the shard, so the fewest bytes move. With equal bytes, the colder volume is used, because it needs no space on a hot disk.',
          },
          {
            value: 'coldest',
            label: 'Coldest volume with any of its parts',
            description: 'Finishes a partial move: what is cold on one replica becomes cold on all.',
          },
          {
            value: 'replica',
            label: 'Volume of a reference replica',
            description: 'Also moves back to a hot volume. Free space is checked first.',
          },
        ]}
      />
      {state.align === 'replica' ? (
        <div className="max-w-64">
          <Field label="Replica number" hint={`The reference replica in each shard, from 1 to ${most}.`}>
            <Input
              type="number"
              min={1}
              max={most}
              value={String(state.replica)}
              onValueChange={(typed) => onChange({ replica: Math.max(1, Math.trunc(Number(typed)) || 1) })}
            />
          </Field>
        </div>
      ) : null}
    </div>
  )
}
