'use client'
import type { BadRowsRule } from '@frostline/domain'
import { Button, formatCountOf } from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { z } from 'zod'
import { choice, fault } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
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
    fault(context, [], 'Choose what becomes of bad rows.')
    return z.NEVER
  }),
})

/** Loads what is left once more, without the rows that cannot be read. */
export function RetryWithoutBadRows({ load, onRetry }: Props) {
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
