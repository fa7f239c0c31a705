'use client'
import {
  CodeBlock,
  ConfirmDialog,
  Count,
  formatCountOf,
  formatDuration,
  KeyValueList,
  showToast,
} from '@frostline/ui'
import { showFailure } from '@/trpc/show-failure.ts'
import { describeKilled, warnBeforeMutationKill } from '../describe-live.ts'
import { useLastKnown } from '../hooks/use-last-known.ts'
import { type LiveMutation, useKillMutation } from '../hooks/use-live.ts'

interface KillMutationProps {
  cluster: string
  /** As it was when the person asked to kill it. Null: closed. */
  mutation: LiveMutation | null
  onClose: () => void
}

export function KillMutation({ cluster, mutation: asked, onClose }: KillMutationProps) {
  const kill = useKillMutation()
  const mutation = useLastKnown(asked)
  if (!mutation) return null
  const { node, database, table, mutationId, fingerprint, createdAt } = mutation
  const run = async () => {
    try {
      const seen = { cluster, node, database, table, mutationId, fingerprint, createdAt }
      showToast(describeKilled(await kill.mutateAsync(seen)))
    } catch (error) {
      showFailure(error, `kill the mutation of ${database}.${table}`)
    }
  }
  return (
    <ConfirmDialog
      title={`Kill this mutation of ${database}.${table}?`}
      description={warnBeforeMutationKill(mutation).join(' ')}
      confirmLabel="Kill mutation"
      danger
      open={asked !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      onConfirm={run}
    >
      <KeyValueList
        labelWidth="8rem"
        items={[
          { key: 'Node', value: node, mono: true },
          { key: 'Age', value: formatDuration(mutation.ageSeconds * 1_000) },
          { key: 'Parts left', value: <Count value={mutation.partsLeft} /> },
          { key: 'Mutation ID', value: mutationId, mono: true },
        ]}
      />
      <CodeBlock label="Mutation to kill" code={mutation.command} className="max-h-40" wrap />
    </ConfirmDialog>
  )
}

/** Of a mutation, its whole failure beside the command. */
export function MutationDetails({ mutation }: { mutation: LiveMutation }) {
  return (
    <div className="flex flex-col gap-4 p-5 text-sm">
      <KeyValueList
        items={[
          { key: 'Table', value: `${mutation.database}.${mutation.table}`, mono: true },
          { key: 'Node', value: mutation.node, mono: true },
          { key: 'Mutation ID', value: mutation.mutationId, mono: true },
          { key: 'Age', value: formatDuration(mutation.ageSeconds * 1_000) },
          { key: 'Left', value: formatCountOf(mutation.partsLeft, 'part') },
          ...(mutation.failure === null
            ? []
            : [
                { key: 'Failed part', value: mutation.failedPart, mono: true },
                { key: 'Latest failure', value: mutation.failure, note: 'The server tries again.' },
              ]),
        ]}
      />
      <CodeBlock code={mutation.command} label="Command" wrap />
    </div>
  )
}
