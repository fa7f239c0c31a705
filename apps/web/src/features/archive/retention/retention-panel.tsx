'use client'
import { answerRetention, describeRetention, expiredStates } from '@frostline/domain'
import { KeyValueList, Panel, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { type ArchiveDetail, allStates, expiryLooks, sumOf } from '../archive.ts'
import { HoldDialog, ReleaseHoldDialog } from './hold-dialogs.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { useExpiries } from './use-expiries.ts'

const keptStates = allStates.filter(
  (state) => state !== 'attached' && state !== 'kept' && !expiredStates.some((each) => each === state),
)

/** How long the files are kept, and what keeps them longer. */
export function RetentionPanel({ archive }: { archive: ArchiveDetail }) {
  const { retention, hold, files } = archive
  const isAdmin = useRoleAllows('admin')
  const isOperator = useRoleAllows('operator')
  const hasFiles = files > 0
  return (
    <Panel
      title="Retention"
      description="When the files are deleted from the bucket, and the legal hold that prevents it."
      actions={
        <>
          {isAdmin && hasFiles && archive.status !== 'cancelled' ? (
            <RetentionDialog archive={archive} />
          ) : null}
          {isOperator && hasFiles && !hold ? <HoldDialog archive={archive} /> : null}
          {isAdmin && hold ? <ReleaseHoldDialog archive={archive} /> : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="status">
          <AnswerFirst
            inset
            listed
            answer={answerRetention({
              ...{ files, retention, hold, expiresAt: archive.expiresAt },
              rows: sumOf(archive, keptStates).rows,
              expired: sumOf(archive, [...expiredStates]).partitions,
            })}
          />
        </div>
        <KeyValueList items={factsOf(archive)} />
        <Deletions archive={archive} />
      </div>
    </Panel>
  )
}

const storeWords = {
  pending: 'A worker is setting or clearing it.',
  held: 'Set on every file: the store refuses to delete them too.',
  cleared: 'Cleared.',
  unsupported: 'Not set. Frostline deletes nothing, but others with keys for the bucket can.',
  failed: 'Not set, or not on all files.',
}

function factsOf({ retention, expiresAt, hold, bucketHold }: ArchiveDetail) {
  return [
    {
      key: 'kept',
      label: 'Files are kept',
      value: retention ? `${describeRetention(retention)} after the drop` : 'Forever',
      note: retention ? (
        <>
          Set by {retention.setBy} <RelativeTime at={retention.setAt} />.
        </>
      ) : undefined,
    },
    ...(expiresAt ? [{ key: 'expires', label: 'Deleted from', value: <RelativeTime at={expiresAt} /> }] : []),
    {
      key: 'hold',
      label: 'Legal hold',
      value: hold ? hold.reason : 'None',
      note: hold ? (
        <>
          Set by {hold.by} <RelativeTime at={hold.at} />.
        </>
      ) : undefined,
    },
    ...(bucketHold
      ? [
          {
            key: 'bucket-hold',
            label: 'Hold of the store',
            value: storeWords[bucketHold.state],
            note: bucketHold.note ?? undefined,
          },
        ]
      : []),
  ]
}

function Deletions({ archive }: { archive: ArchiveDetail }) {
  const query = useExpiries({ archiveId: archive.id })
  const found = query.data?.pages.flatMap((page) => page.expiries) ?? []
  if (query.error && !query.data) return <WithoutData query={query} task="read the deletions" />
  if (found.length === 0) return null
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {found.map((expiry) => (
        <li key={expiry.id} className="flex flex-wrap items-center gap-2">
          <LookPill look={expiryLooks[expiry.status]} />
          <Link
            className="hover:underline"
            href={routes.archiveExpiry(archive.clusterSlug, expiry.id)}
          >{`Deletion of ${expiry.deletedPartitions} of ${expiry.partitions} partitions`}</Link>
          <RelativeTime at={expiry.createdAt} />
        </li>
      ))}
    </ul>
  )
}
