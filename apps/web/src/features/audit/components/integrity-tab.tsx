'use client'
import {
  CopyButton,
  formatCount,
  formatCountOf,
  type KeyValue,
  KeyValueList,
  Panel,
  RelativeTime,
  StatusPill,
  useNow,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { RetentionForm } from './retention-form.tsx'
import { VerifyForm } from './verify-form.tsx'

type Integrity = RouterOutputs['audit']['integrity']

/** The hash chain, its verification, and how long entries are kept. For admins. */
export function IntegrityTab() {
  const trpc = useTRPC()
  const query = useQuery(trpc.audit.integrity.queryOptions())
  const now = useNow()
  useReadAgain(['audit', 'audit-chain', 'audit-destination'], [trpc.audit.integrity.queryFilter()])
  const panel = panelFromQuery(query, { task: 'read the state of the chain' })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title="Integrity"
        description="Each entry holds the hash of the entry before it, so that a removed or changed entry is found."
        minHeightPx={280}
        {...panel}
      >
        {query.data ? (
          <div className="flex flex-col gap-5">
            <KeyValueList labelWidth="8rem" items={describe(query.data, now)} />
            <VerifyForm />
          </div>
        ) : null}
      </Panel>
      <Panel
        title="Retention"
        description="Entries are removed only after all destinations have them. The rest stays verifiable."
        minHeightPx={280}
        {...panel}
      >
        {query.data ? <RetentionForm key={String(query.data.retentionDays)} integrity={query.data} /> : null}
      </Panel>
    </div>
  )
}

/** A worker that runs needs about a second. */
const LONGEST_WAIT_MS = 60_000

function describe(integrity: Integrity, now: Date | null): KeyValue[] {
  const {
    headSequence,
    headHash,
    removedThrough,
    waitingEntries,
    oldestWaitingAt,
    oldestAt,
    verifiedAt,
    fault,
  } = integrity
  const isLate =
    now !== null && oldestWaitingAt !== null && now.getTime() - oldestWaitingAt.getTime() > LONGEST_WAIT_MS
  return [
    {
      key: 'Entries',
      value: formatCount(headSequence - removedThrough + waitingEntries),
      note: oldestAt ? (
        <>
          The oldest is from <RelativeTime at={oldestAt} />.
        </>
      ) : undefined,
    },
    {
      key: 'Last entry',
      value: headSequence === 0 ? 'none' : `Number ${headSequence}`,
      note:
        headSequence === 0 ? undefined : (
          <span className="flex items-start gap-2">
            <span className="break-all font-mono">{headHash}</span>
            <CopyButton text={`${headSequence} ${headHash}`} label="Copy number and hash" />
          </span>
        ),
    },
    ...(waitingEntries === 0 || !isLate
      ? []
      : [
          {
            key: 'Not in the chain',
            value: <StatusPill tone="warn">{formatCountOf(waitingEntries, 'entry', 'entries')}</StatusPill>,
            note: (
              <>
                The oldest is from <RelativeTime at={oldestWaitingAt} />. A worker adds them: check that one
                runs.
              </>
            ),
          },
        ]),
    {
      key: 'Verified',
      value: verifiedAt ? <RelativeTime at={verifiedAt} /> : 'not yet',
      note:
        fault !== null ? (
          <span className="flex flex-col items-start gap-1 text-danger-ink">
            <StatusPill tone="danger">Broken</StatusPill>
            {fault}
          </span>
        ) : verifiedAt ? (
          'Intact. A worker verifies it every day.'
        ) : (
          'A worker verifies it every day.'
        ),
    },
    ...(removedThrough === 0
      ? []
      : [{ key: 'Removed', value: `Entries 1 to ${removedThrough}`, note: 'By retention.' }]),
  ]
}
