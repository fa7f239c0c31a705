'use client'
import type { BadRowsRule } from '@frostline/domain'
import { Button, DraftDialog, formatCountOf } from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import type { LoadDetail, RetryRule } from '../load.ts'
import { BadRowsFields } from '../wizard/bad-rows-fields.tsx'

interface Props {
  load: LoadDetail
  /** A rejection leaves the dialog open. */
  onRetry: (rule: RetryRule) => Promise<unknown>
}

/** Loads what is left once more, without the rows that cannot be read. */
export function RetryWithoutBadRows({ load, onRetry }: Props) {
  const left = load.totalFiles - load.files.loaded
  return (
    <DraftDialog
      title="Retry, skip bad rows"
      description={`Reads ${formatCountOf(left, 'object')} again, which ${load.database}.${load.table} does not have yet. Bad rows are skipped and counted.`}
      trigger={<Button icon={<RotateCw aria-hidden />}>Retry, skip bad rows</Button>}
      initial={() => firstRule(load)}
      saveLabel="Retry"
      cancelLabel="Cancel"
      save={(rule) => (rule.kind === 'fail' ? null : onRetry(rule))}
    >
      {({ draft, change }) => (
        <BadRowsFields
          rule={draft}
          target={load.spec.target}
          kinds={load.spec.badRows.kind === 'collect' ? ['collect'] : ['skip', 'collect']}
          fixedTable={load.spec.badRows.kind === 'collect'}
          onChange={change}
        />
      )}
    </DraftDialog>
  )
}

function firstRule({ spec }: LoadDetail): BadRowsRule {
  return spec.badRows.kind === 'fail' ? { kind: 'skip', maxRowsPerObject: 1_000 } : spec.badRows
}
