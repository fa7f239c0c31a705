'use client'
import { answerRestorePlan, type RetrievalTier } from '@frostline/domain'
import {
  Button,
  Dialog,
  Field,
  formatBytes,
  formatCountOf,
  formatMoney,
  Input,
  RadioGroup,
  SelectField,
} from '@frostline/ui'
import { Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { routes } from '@/navigation/routes.ts'
import type { ArchiveDetail, ArchiveStep } from '../archive.ts'
import { useAllArchiveSteps, useRestoreActions, useRestorePreview } from '../hooks/use-archives.ts'
import { daysOf, keepChoices } from '../removal/keep-choices.ts'

/** Which partitions go where, with what blocks it, before anything is loaded. */
export function RestoreDialog({ archive }: { archive: ArchiveDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={`Restore ${archive.database}.${archive.table}`}
      description="Each partition is loaded exactly once and compared with its manifest."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Undo2 aria-hidden />}>
          Restore
        </Button>
      }
    >
      {isOpen ? <RestoreForm archive={archive} onClose={() => setOpen(false)} /> : null}
    </Dialog>
  )
}

/** No partition ID has such a name. */
const all = 'all of them'
const byTime = 'by time'
/** No volume has a name with spaces. */
const stays = 'where inserts go'

/** Undefined: not whole, or its end is before its begin. */
function readDays({ from, to }: { from: string; to: string }): { from: Date; to: Date } | undefined {
  const range = {
    from: new Date(`${from}T00:00:00Z`),
    to: new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000),
  }
  return range.from < range.to ? range : undefined
}

function nameWithTimes({ partition, oldest, newest }: ArchiveStep): string {
  if (oldest === null || newest === null) return partition
  const [first, last] = [oldest, newest].map((time) => time.toISOString().slice(0, 10))
  return `${partition} (${first === last ? first : `${first} to ${last}`})`
}

type Mode = 'into' | 'beside'

function RestoreForm({ archive, onClose }: { archive: ArchiveDetail; onClose: () => void }) {
  const router = useRouter()
  const { start } = useRestoreActions()
  const [mode, setMode] = useState<Mode>('into')
  const [chosen, setChosen] = useState<string>(all)
  const [days, setDays] = useState({ from: '', to: '' })
  const [tier, setTier] = useState<RetrievalTier>('standard')
  const [copyDays, setCopyDays] = useState('7')
  const [kept, setKept] = useState('for-ever')
  const [volume, setVolume] = useState(stays)
  const steps = useAllArchiveSteps(archive.id)
  const dropped = steps?.filter(({ state }) => state === 'dropped') ?? []
  const partitions = new Map(dropped.map((step) => [step.partitionId, step]))
  const timeRange = chosen === byTime ? readDays(days) : undefined
  const isChosen = steps !== undefined && (chosen !== byTime || timeRange !== undefined)
  const input = {
    archiveId: archive.id,
    mode,
    ...(timeRange ? { timeRange } : { partitionIds: chosen === all ? [...partitions.keys()] : [chosen] }),
    ...{ retrievalTier: tier, retrievalDays: Number(copyDays), keepDays: daysOf(kept) },
    volume: volume === stays ? null : volume,
  }
  const query = useRestorePreview(input, isChosen)
  const preview = isChosen ? query.data : undefined
  const blocked = (preview?.obstacles.length ?? 0) > 0
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Partitions"
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: all, label: `All archived (${partitions.size})` },
          ...(dropped.some(({ oldest }) => oldest !== null) ? [{ value: byTime, label: 'By time' }] : []),
          ...[...partitions].map(([value, step]) => ({ value, label: nameWithTimes(step) })),
        ]}
      />
      {chosen === byTime ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" hint="In UTC. Whole partitions with rows of these days are restored.">
            <Input type="date" value={days.from} onValueChange={(from) => setDays({ ...days, from })} />
          </Field>
          <Field
            label="To"
            hint="The last day."
            error={
              days.from !== '' && days.to !== '' && !timeRange ? 'It is before the first day.' : undefined
            }
          >
            <Input type="date" value={days.to} onValueChange={(to) => setDays({ ...days, to })} />
          </Field>
        </div>
      ) : null}
      <RadioGroup
        label="Where to"
        value={mode}
        onValueChange={(next) => setMode(next)}
        options={[
          {
            value: 'into',
            label: 'Into the table',
            description: 'The partitions must be empty there, so that no row can be there twice.',
          },
          {
            value: 'beside',
            label: 'Beside the table',
            description: 'Into a new MergeTree table with the same columns and keys, without TTL.',
          },
        ]}
      />
      {preview && preview.volumes.length > 1 ? (
        <SelectField
          label="Volume"
          hint="A tier migration moves the partitions there after they were compared."
          value={volume}
          onValueChange={setVolume}
          options={[
            { value: stays, label: 'Where inserts go' },
            ...preview.volumes.map((value) => ({ value, label: value })),
          ]}
        />
      ) : null}
      <SelectField
        label="Keep the restored rows"
        hint="Then they are removed from ClickHouse again, unless they were changed. The archive keeps its files."
        value={kept}
        onValueChange={setKept}
        options={keepChoices}
      />
      {preview?.retrieval ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Retrieval"
            value={tier}
            onValueChange={setTier}
            options={[
              { value: 'standard', label: 'Standard' },
              { value: 'bulk', label: 'Bulk: slower and cheaper' },
            ]}
          />
          <SelectField
            label="Keep the retrieved copies"
            value={copyDays}
            onValueChange={setCopyDays}
            options={['1', '3', '7', '30'].map((value) => ({
              value,
              label: value === '1' ? '1 day' : `${value} days`,
            }))}
          />
        </div>
      ) : null}
      <div role="status" className="min-h-16 text-sm">
        {preview ? (
          <>
            <AnswerFirst
              inset
              listed
              answer={answerRestorePlan({
                ...{ rows: preview.rows, fileBytes: preview.fileBytes },
                ...{ partitions: preview.steps.length, obstacles: preview.obstacles.length },
                table: `${preview.database}.${preview.table}`,
              })}
            />
            {preview.retrieval ? (
              <p className="mt-1">
                {formatCountOf(preview.retrieval.files, 'file')} ({formatBytes(preview.retrieval.bytes)}) must
                be retrieved from their storage class first. This takes up to {preview.retrieval.hours} hours
                and costs about {formatMoney(preview.retrieval.cost, preview.retrieval.currency)} by the price
                book.
              </p>
            ) : null}
            {preview.obstacles.map((each) => (
              <p key={each} className="mt-1 text-danger">
                {each}
              </p>
            ))}
            {preview.warnings.map((each) => (
              <p key={each} className="mt-1 text-warn">
                {each}
              </p>
            ))}
          </>
        ) : query.error ? (
          <p className="text-danger">{query.error.message}</p>
        ) : (
          <p className="text-ink-3">
            {chosen === byTime && !timeRange ? 'Choose the days.' : 'Reading the archive and the table.'}
          </p>
        )}
      </div>
      {preview ? (
        <ExpectedApproval
          {...{ cluster: archive.clusterSlug, bytes: preview.bytes }}
          kind="archive-restore"
          table={{ database: preview.database, table: preview.table }}
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={preview === undefined || blocked || query.isFetching}
          onClick={() =>
            start.mutate(mode === 'beside' && preview ? { ...input, table: preview.table } : input, {
              onSuccess: ({ id }) => {
                // The page keeps its state for whoever comes back to it.
                onClose()
                router.push(routes.archiveRestore(archive.clusterSlug, id))
              },
            })
          }
        >
          Start restore
        </Button>
      </div>
    </div>
  )
}
