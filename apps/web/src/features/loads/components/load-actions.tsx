'use client'
import { type BadRowsRule, isTextFormat, nextRunStatus } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { RotateCw, Trash2 } from 'lucide-react'
import { z } from 'zod'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { choice, fault } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useLoadActions } from '../hooks/use-load-actions.ts'
import type { LoadDetail, RetryRule } from '../load.ts'
import { BadRowsFields } from '../wizard/bad-rows-fields.tsx'

interface Props {
  load: LoadDetail
  /** A rejection leaves the dialog open. */
  onRetry: (rule: RetryRule) => Promise<unknown>
}

const retryForm = z.object({
  rule: choice<BadRowsRule>().transform((rule, context) => {
    if (rule.kind !== 'fail') return rule
    fault(context, [], 'Choose how to handle bad rows.')
    return z.NEVER
  }),
})

/** Retries what is left, and skips bad rows. */
function RetryWithoutBadRows({ load, onRetry }: Props) {
  const left = load.totalFiles - load.files.loaded
  return (
    <FormDialog
      title="Retry, skip bad rows"
      description={`Reads ${formatCountOf(left, 'object')} again, which ${load.database}.${load.table} does not have yet. Bad rows are skipped and counted.`}
      trigger={<Button icon={<RotateCw aria-hidden />}>Retry, skip bad rows</Button>}
      schema={retryForm}
      initial={() => ({ rule: firstRule(load) })}
      submit="Retry"
      save={({ rule }) => onRetry(rule)}
    >
      {(form) => (
        <BadRowsFields
          rule={form.draft.rule}
          target={load.spec.target}
          kinds={load.spec.badRows.kind === 'collect' ? ['collect'] : ['skip', 'collect']}
          fixedTable={load.spec.badRows.kind === 'collect'}
          onChange={(rule) => form.change({ rule })}
        />
      )}
    </FormDialog>
  )
}

function firstRule({ spec }: LoadDetail): BadRowsRule {
  return spec.badRows.kind === 'fail' ? { kind: 'skip', maxRowsPerObject: 1_000 } : spec.badRows
}

/** Actions that its current state allows. */
export function LoadActions({ load }: { load: LoadDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useLoadActions(load.id)
  if (!operator) return null
  const left = load.totalFiles - load.files.loaded
  const mayRetry = nextRunStatus('retry', load.status) !== null
  const leftBytes = formatBytes(load.totalBytes - load.loadedBytes)
  return (
    <RunActions
      run={load}
      send={actions.send}
      cancel={{
        title: `Cancel the load into ${load.database}.${load.table}?`,
        description: `Running reads are stopped. A batch that has started to publish is finished. ${formatCountOf(load.files.loaded, 'object')} (${formatBytes(load.loadedBytes)}) stay in the table, ${formatCountOf(left, 'object')} (${leftBytes}) are not loaded. A retry continues from there.`,
        confirmLabel: 'Cancel load',
      }}
      retry={{
        title: `Retry the remaining ${formatCountOf(left, 'object')}?`,
        description: `Reads the ${leftBytes} that are not in ${load.database}.${load.table} yet. Objects that have changed are loaded in their current version. Deleted objects are skipped.`,
        label: 'Retry remaining',
      }}
      before={
        <>
          <DropStaged load={load} onDrop={actions.dropKept} />
          {mayRetry && load.files.failed > 0 && isTextFormat(load.spec.read.format) ? (
            <RetryWithoutBadRows load={load} onRetry={actions.retryWithoutBadRows} />
          ) : null}
        </>
      }
    />
  )
}

function DropStaged({ load, onDrop }: { load: LoadDetail; onDrop: () => Promise<unknown> }) {
  const kept = load.batches.filter(({ status, keepsStaged }) => status === 'cancelled' && keepsStaged)
  if (load.status !== 'cancelled' || kept.length === 0) return null
  return (
    <ConfirmDialog
      danger
      title="Drop the staged rows?"
      description={`${formatCountOf(kept.length, 'batch', 'batches')} of this load ${kept.length === 1 ? 'has' : 'have'} all rows in staging tables and none in ${load.database}.${load.table}. The staged rows are dropped within five minutes. A retry reads the objects again.`}
      confirmLabel="Drop staged rows"
      cancelLabel="Cancel"
      onConfirm={async () => void (await onDrop())}
      trigger={<Button icon={<Trash2 aria-hidden />}>Drop staged rows</Button>}
    />
  )
}
