'use client'
import { Button, Checkbox, Field, Input, Panel } from '@frostline/ui'
import { useState } from 'react'
import type { AuditDetail } from '../../bucket-audit.ts'
import { useRemovalPreview } from '../hooks/use-removals.ts'
import { kindWords, type OrphanKind } from '../removal.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { QuarantinePanel } from './quarantine-panel.tsx'
import { type RemovalDraft, readRemovalDraft } from './removal-draft.ts'

const kinds: readonly OrphanKind[] = ['engine', 'other', 'upload']
const initial: RemovalDraft = { kinds: ['engine'], prefix: '', olderThan: '' }

/** Which findings, what exactly that is, and how they are taken away. */
export function RemovalForm({ audit }: { audit: AuditDetail }) {
  const [draft, setDraft] = useState(initial)
  const [counted, setCounted] = useState(() => readRemovalDraft(initial, new Date()))
  const faults = 'faults' in counted ? counted.faults : {}
  const choice = 'choice' in counted ? counted.choice : { kinds: [...initial.kinds] }
  const query = useRemovalPreview({ auditId: audit.id, choice })
  const change = (next: Partial<RemovalDraft>) => setDraft({ ...draft, ...next })
  const isCounted = 'choice' in counted && query.data !== undefined && !query.isPlaceholderData
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Selection"
        description="Orphans belong to no table. Their prefix shows the disk that wrote them."
      >
        <form
          className="flex max-w-2xl flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            setCounted(readRemovalDraft(draft, new Date()))
          }}
        >
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium text-sm">Kinds</legend>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                checked={draft.kinds.includes(kind)}
                onCheckedChange={(checked) =>
                  change({
                    kinds: checked ? [...draft.kinds, kind] : draft.kinds.filter((each) => each !== kind),
                  })
                }
              >
                {kindWords[kind]}
              </Checkbox>
            ))}
            {faults.kinds ? <p className="text-danger text-xs">{faults.kinds}</p> : null}
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Only keys below"
              optional
              hint={`Audited: ${audit.prefixes.join(', ') || 'all keys'}.`}
            >
              <Input
                mono
                spellCheck={false}
                autoComplete="off"
                value={draft.prefix}
                onValueChange={(prefix) => change({ prefix })}
              />
            </Field>
            <Field
              label="Older than, days"
              optional
              hint="The audit skipped objects newer than its grace age."
              error={faults.olderThan}
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={draft.olderThan}
                onValueChange={(olderThan) => change({ olderThan })}
              />
            </Field>
          </div>
          <div>
            <Button type="submit" busy={query.isFetching}>
              Count objects
            </Button>
          </div>
        </form>
      </Panel>
      <PreviewPanel query={query} />
      {isCounted && query.data ? (
        <QuarantinePanel audit={audit} choice={choice} preview={query.data} />
      ) : null}
    </div>
  )
}
