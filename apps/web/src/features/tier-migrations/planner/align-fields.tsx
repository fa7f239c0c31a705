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

/** Which volume wins where replicas of a shard hold a partition on different ones. */
export function AlignFields({ cluster, state, onChange }: Props) {
  const trpc = useTRPC()
  const registration = useQuery(trpc.clusters.get.queryOptions({ cluster }))
  const most = Math.max(1, ...(registration.data?.nodes ?? []).map((node) => node.replica))
  return (
    <div className="flex flex-col gap-3 pt-4">
      <p className="text-ink-2 text-sm">
        Moves run on one replica each, so after a failed migration, a TTL or a hand-made move the replicas of
        a shard may hold the same partition on different volumes. Every partition is brought to one of them.
      </p>
      <RadioGroup
        label="Which volume wins"
        value={state.align}
        onValueChange={(align) => onChange({ align })}
        options={[
          {
            value: 'most-bytes',
            label: 'Where most of its bytes lie',
            description:
              'Over all replicas of the shard: the least to move. Of equal bytes the colder volume wins, since it needs no room on a hot disk.',
          },
          {
            value: 'coldest',
            label: 'The coldest that holds any of it',
            description: 'Finishes what was begun: what is cold on one replica becomes cold on all.',
          },
          {
            value: 'replica',
            label: 'Where a reference replica has it',
            description: 'Also brings back to a hot volume; room there is checked before.',
          },
        ]}
      />
      {state.align === 'replica' ? (
        <div className="max-w-64">
          <Field label="Number of the replica" hint={`The one to follow in each shard, from 1 to ${most}.`}>
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
