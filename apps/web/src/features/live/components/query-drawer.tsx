'use client'
import { isOpenRun } from '@frostline/domain'
import {
  Button,
  Bytes,
  CodeBlock,
  Count,
  Drawer,
  formatCount,
  formatDuration,
  formatPercent,
  KeyValueList,
  Panel,
  RelativeTime,
} from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { hitRatioOf } from '../describe-live.ts'
import { useLastKnown } from '../hooks/use-last-known.ts'
import { type LiveStatement, useLiveStatement } from '../hooks/use-live.ts'
import { OwnRunLink } from './own-run-link.tsx'

interface QueryDrawerProps {
  cluster: string
  /** Null: closed. */
  statement: LiveStatement | null
  onClose: () => void
  onKill: ((statement: LiveStatement) => void) | null
}

export function QueryDrawer({ cluster, statement, onClose, onKill }: QueryDrawerProps) {
  return (
    <Drawer
      title="Query"
      description={statement ? `On ${statement.node}. Secrets are hidden by the server.` : undefined}
      open={statement !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        statement && onKill && !(statement.run && isOpenRun(statement.run.status)) ? (
          <Button variant="danger" onClick={() => onKill(statement)}>
            Kill query
          </Button>
        ) : undefined
      }
    >
      {statement ? <Details cluster={cluster} opened={statement} /> : null}
    </Drawer>
  )
}

/** The figures follow the query while it runs; then the last ones stay. */
function Details({ cluster, opened }: { cluster: string; opened: LiveStatement }) {
  const query = useLiveStatement(cluster, opened)
  const found = query.data?.data.statement
  // Another query may have its id by now.
  const current = found?.fingerprint === opened.fingerprint ? found : null
  const statement = useLastKnown(current) ?? opened
  const hasEnded = query.data?.data.coverage.complete === true && current === null
  const ratio = hitRatioOf(statement)
  return (
    <div className="flex flex-col gap-4 p-5 text-sm">
      <Panel
        title={hasEnded ? 'Ended' : statement.isStopping ? 'Stopping' : 'Running'}
        description={hasEnded ? 'These are the last known figures.' : undefined}
        {...panelFromQuery(query, { task: 'read the query' })}
        state={{ kind: 'ready' }}
      >
        <KeyValueList
          items={[
            { key: 'User', value: statement.user },
            {
              key: 'Started',
              value: <RelativeTime at={statement.startedAt} />,
            },
            { key: 'Age', value: formatDuration(statement.elapsedSeconds * 1_000) },
            { key: 'From store', value: <Bytes value={statement.storeBytes} /> },
            { key: 'GETs', value: <Count value={statement.storeRequests} /> },
            { key: 'Written to store', value: <Bytes value={statement.storeWrittenBytes} /> },
            { key: 'From cache', value: <Bytes value={statement.cacheBytes} /> },
            { key: 'Cache hits', value: ratio === null ? 'no cache used' : formatPercent(ratio) },
            {
              key: 'Read rows',
              value:
                statement.totalRows > 0n
                  ? `${formatCount(statement.readRows)} of about ${formatCount(statement.totalRows)}`
                  : formatCount(statement.readRows),
            },
            { key: 'Read', value: <Bytes value={statement.readBytes} /> },
            { key: 'Written rows', value: <Count value={statement.writtenRows} /> },
            { key: 'Memory', value: <Bytes value={statement.memoryBytes} /> },
            { key: 'Database', value: statement.database, mono: true },
            { key: 'Query ID', value: statement.queryId, mono: true },
            ...(statement.isPart
              ? [
                  {
                    key: 'Part of query',
                    value: statement.initialQueryId,
                    mono: true,
                    note: 'Sent by another node: a part of a distributed query.',
                  },
                ]
              : []),
            ...(statement.run ? [{ key: 'Run', value: <OwnRunLink run={statement.run} /> }] : []),
            ...(statement.frostline && !statement.run
              ? [{ key: 'Frostline', value: statement.frostline.purpose }]
              : []),
          ]}
        />
      </Panel>
      <CodeBlock code={statement.text} label="Whole query" wrap />
      {statement.textChars > BigInt(statement.text.length) && statement !== opened ? (
        <p className="text-ink-3 text-xs">
          The first {formatCount(statement.text.length)} of {formatCount(statement.textChars)} characters.
        </p>
      ) : null}
    </div>
  )
}
