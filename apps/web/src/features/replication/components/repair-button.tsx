'use client'
import { answerRepairPlan } from '@frostline/domain'
import { Button, CodeBlock, ConfirmDialog, Field, Input, SkeletonRows } from '@frostline/ui'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { late } from '@/navigation/late.tsx'
import { reportError } from '@/trpc/report-error.ts'
import { type RepairDraft, useRepairActions, useRepairPreview } from '../hooks/use-repairs.ts'
import { repairWords, replicaOf } from '../repair.ts'
import { RepairFigures } from './repair-figures.tsx'

const ExpectedApproval = late(
  async () => (await import('@/features/approvals/expected-approval.tsx')).ExpectedApproval,
)

interface RepairButtonProps {
  at: { cluster: string; database: string; table: string }
  of: Pick<RepairDraft, 'kind' | 'keeperPath' | 'replicaName'>
  /** Readable target: a node, or a replica name. */
  target: string
  /** Omitted: only the verb. */
  label?: string
}

/** Shows what the repair does, then starts it. Hidden from users without the rights. */
export function RepairButton({ at, of, target, label }: RepairButtonProps) {
  const [open, setOpen] = useState(false)
  const allowed = useRoleAllows(of.kind === 'sync' ? 'operator' : 'admin')
  if (!allowed) return null
  const { verb } = repairWords[of.kind]
  return (
    <>
      <Button
        size="sm"
        {...(label === undefined ? { 'aria-label': `${verb} ${target}` } : {})}
        onClick={() => setOpen(true)}
      >
        {label ?? verb}
      </Button>
      {open ? <RepairDialog {...{ at, of, target, onClose: () => setOpen(false) }} /> : null}
    </>
  )
}

function RepairDialog({ at, of, target, onClose }: RepairButtonProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('600')
  const limitSeconds = Math.min(86_400, Math.max(5, Math.trunc(Number(typed)) || 600))
  const draft = { ...at, ...of, limitSeconds }
  const preview = useRepairPreview(draft)
  const { start } = useRepairActions()
  const { verb, title } = repairWords[of.kind]
  const refusal = preview.data?.refusal
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`${verb} ${target}?`}
      description={`${title} of ${at.database}.${at.table}. A worker runs it. You can close this page.`}
      confirmLabel={verb}
      danger={of.kind === 'drop'}
      confirmDisabled={!preview.data || refusal !== null}
      {...(of.kind === 'drop' ? { typeToConfirm: of.replicaName } : {})}
      onConfirm={async () => {
        await start.mutateAsync(draft)
      }}
    >
      {of.kind === 'sync' ? (
        <div className="max-w-52">
          <Field label="Time limit (seconds)">
            <Input type="number" min={5} max={86_400} value={typed} onValueChange={setTyped} />
          </Field>
        </div>
      ) : null}
      {preview.error ? (
        <p role="alert" className="text-danger-ink text-sm">
          {reportError(preview.error, 'preview the repair').object}
        </p>
      ) : preview.data ? (
        <div className="grid gap-3 text-sm">
          <AnswerFirst
            inset
            answer={answerRepairPlan({
              ...{ verb, target, refused: refusal !== null, warnings: preview.data.warnings.length },
              replica: replicaOf(preview.data.figures, {
                replicaName: of.replicaName,
                nodeName: preview.data.node,
              }),
            })}
          />
          {refusal ? (
            <div role="alert" className="rounded-md border border-danger bg-danger-soft px-3 py-2">
              <p className="break-words font-medium text-danger-ink">{refusal.text}</p>
              <p className="break-words text-ink-2 text-xs">{refusal.hint}</p>
            </div>
          ) : null}
          <ol aria-label="Effect" className="grid list-decimal gap-1 pl-5 text-ink-2">
            {preview.data.does.map((text) => (
              <li key={text} className="break-words">
                {text}
              </li>
            ))}
          </ol>
          {preview.data.warnings.map((text) => (
            <p key={text} className="break-words text-warn-ink text-xs">
              {text}
            </p>
          ))}
          <CodeBlock
            label={preview.data.node === null ? 'Statement' : `Statement on ${preview.data.node}`}
            code={`${preview.data.statement};`}
          />
          <RepairFigures label="Now" figures={preview.data.figures} />
        </div>
      ) : (
        <SkeletonRows label="Previewing the repair" />
      )}
      <ExpectedApproval
        cluster={at.cluster}
        kind="replica-repair"
        table={{ database: at.database, table: at.table }}
      />
    </ConfirmDialog>
  )
}
