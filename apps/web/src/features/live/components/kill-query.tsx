'use client'
import { Bytes, CodeBlock, ConfirmDialog, formatDuration, KeyValueList, showToast } from '@frostline/ui'
import { showFailure } from '@/trpc/show-failure.ts'
import { describeKilled, warnBeforeKill } from '../describe-live.ts'
import { useLastKnown } from '../hooks/use-last-known.ts'
import { type LiveStatement, useKillQuery } from '../hooks/use-live.ts'

interface KillQueryProps {
  cluster: string
  /** As it was when the person asked to kill it. Null: closed. */
  statement: LiveStatement | null
  onClose: () => void
}

/** Says exactly what it kills. The dialog keeps that while the list behind it changes. */
export function KillQuery({ cluster, statement: asked, onClose }: KillQueryProps) {
  const kill = useKillQuery()
  const statement = useLastKnown(asked)
  if (!statement) return null
  const { node, queryId, fingerprint, startedAt } = statement
  const run = async () => {
    try {
      showToast(describeKilled(await kill.mutateAsync({ cluster, node, queryId, fingerprint, startedAt })))
    } catch (error) {
      showFailure(error, 'kill the query')
    }
  }
  const isCut = statement.textChars > BigInt(statement.text.length)
  return (
    <ConfirmDialog
      title={`Kill this query of ${statement.user} on ${node}?`}
      description={warnBeforeKill(statement).join(' ')}
      confirmLabel="Kill query"
      danger
      open={asked !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      onConfirm={run}
    >
      <KeyValueList
        labelWidth="8rem"
        items={[
          { key: 'Age', value: formatDuration(statement.elapsedSeconds * 1_000) },
          { key: 'From store', value: <Bytes value={statement.storeBytes} /> },
          { key: 'Read', value: <Bytes value={statement.readBytes} /> },
          ...(statement.storeWrittenBytes > 0n
            ? [{ key: 'Written to store', value: <Bytes value={statement.storeWrittenBytes} /> }]
            : []),
          { key: 'Query ID', value: queryId, mono: true },
        ]}
      />
      <CodeBlock
        label="Query to kill"
        code={isCut ? `${statement.text}…` : statement.text}
        className="max-h-40"
        wrap
      />
    </ConfirmDialog>
  )
}
