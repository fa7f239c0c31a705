'use client'
import type { BadRowsRule } from '@frostline/domain'
import { Button, Dialog, formatCountOf } from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { LoadDetail, RetryRule } from '../load.ts'
import { BadRowsFields } from '../wizard/bad-rows-fields.tsx'

interface Props {
  load: LoadDetail
  /** A rejection leaves the dialog open. */
  onRetry: (rule: RetryRule) => Promise<unknown>
}

/** Loads what is left once more, without the rows that cannot be read. */
export function RetryWithoutBadRows({ load, onRetry }: Props) {
  const [open, setOpen] = useState(false)
  const [rule, setRule] = useState<BadRowsRule>(() => firstRule(load))
  const [busy, setBusy] = useState(false)
  const left = load.totalFiles - load.files.loaded
  const retry = async () => {
    if (rule.kind === 'fail') return
    setBusy(true)
    try {
      await onRetry(rule)
      setOpen(false)
    } catch {
      // The caller has told why; what was entered stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Retry, leaving bad rows out"
      description={`${formatCountOf(left, 'object')} that are not in ${load.database}.${load.table} yet are read again. Rows that cannot be read are left out and counted.`}
      open={open}
      onOpenChange={(next) => {
        if (next) setRule(firstRule(load))
        setOpen(next)
      }}
      trigger={<Button icon={<RotateCw aria-hidden />}>Retry, leaving bad rows out</Button>}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button variant="primary" busy={busy} onClick={() => void retry()}>
            Retry
          </Button>
        </>
      }
    >
      <BadRowsFields
        rule={rule}
        target={load.spec.target}
        kinds={load.spec.badRows.kind === 'collect' ? ['collect'] : ['skip', 'collect']}
        fixedTable={load.spec.badRows.kind === 'collect'}
        onChange={setRule}
      />
    </Dialog>
  )
}

function firstRule({ spec }: LoadDetail): BadRowsRule {
  return spec.badRows.kind === 'fail' ? { kind: 'skip', mostRowsPerObject: 1_000 } : spec.badRows
}
