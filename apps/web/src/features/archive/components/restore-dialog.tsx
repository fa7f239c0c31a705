'use client'
import { answerRestorePlan, type RetrievalTier } from '@frostline/domain'
import {
  Button,
  Dialog,
  formatBytes,
  formatCountOf,
  formatMoney,
  RadioGroup,
  SelectField,
} from '@frostline/ui'
import { Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { routes } from '@/navigation/routes.ts'
import type { ArchiveDetail } from '../archive.ts'
import { useArchiveSteps, useRestoreActions, useRestorePreview } from '../hooks/use-archives.ts'
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

type Mode = 'into' | 'beside'

function RestoreForm({ archive, onClose }: { archive: ArchiveDetail; onClose: () => void }) {
  const router = useRouter()
  const { start } = useRestoreActions()
  const [mode, setMode] = useState<Mode>('into')
  const [chosen, setChosen] = useState<string>(all)
  const [tier, setTier] = useState<RetrievalTier>('standard')
  const [days, setDays] = useState('7')
  const [kept, setKept] = useState('for-ever')
  const steps = useArchiveSteps(archive.id).data?.pages.flatMap((page) => page.steps) ?? []
  const partitions = new Map(
    steps
      .filter(({ state }) => state === 'dropped')
      .map(({ partitionId, partition }) => [partitionId, partition]),
  )
  const input = {
    archiveId: archive.id,
    mode,
    partitionIds: chosen === all ? [...partitions.keys()] : [chosen],
    ...{ retrievalTier: tier, retrievalDays: Number(days), keepDays: daysOf(kept) },
  }
  const query = useRestorePreview(input)
  const preview = query.data
  const blocked = (preview?.obstacles.length ?? 0) > 0
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Partitions"
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: all, label: `All archived (${partitions.size})` },
          ...[...partitions].map(([value, label]) => ({ value, label })),
        ]}
      />
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
            value={days}
            onValueChange={setDays}
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
          <p className="text-ink-3">Reading the archive and the table.</p>
        )}
      </div>
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
