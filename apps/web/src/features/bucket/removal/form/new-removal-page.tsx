'use client'
import { Button, ChecksField, EmptyState, NumberField, Panel, TextField } from '@frostline/ui'
import { PackageSearch } from 'lucide-react'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { nameOfRun } from '@/features/run/run-header.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import type { AuditDetail } from '../../bucket-audit.ts'
import { useAudit } from '../../hooks/use-audits.ts'
import { useRemovalPreview } from '../hooks/use-removals.ts'
import { type Choice, firstChoice, kindWords, type OrphanKind } from '../removal.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { QuarantinePanel } from './quarantine-panel.tsx'
import { choiceOf, removalForm } from './removal-draft.ts'

const title = 'Remove orphans'

export function NewRemovalPage({ auditId }: { auditId: string }) {
  return (
    <NeedsRole needed="admin" title={title} task="Removing objects from a bucket">
      <RemovalOfAudit auditId={auditId} />
    </NeedsRole>
  )
}

function RemovalOfAudit({ auditId }: { auditId: string }) {
  const query = useAudit(auditId)
  const audit = query.data
  if (!audit) return <PageWithoutData title={title} task="read the audit" query={query} />
  return (
    <>
      <PageHeader
        crumb={{ id: auditId, name: nameOfRun(audit.bucket, audit.createdAt) }}
        title={
          <>
            Remove orphans from <span className="font-mono">{audit.bucket}</span>
          </>
        }
        description="Objects go to quarantine first and can be restored. They are deleted permanently only after approval by a second person, or after a waiting period. Each object is checked on all replicas before each step."
      />
      {audit.status === 'completed' && audit.obstacle === null ? (
        <RemovalForm audit={audit} />
      ) : (
        <EmptyState icon={<PackageSearch />} title="The audit has no conclusion" className="py-16">
          {audit.obstacle ??
            'Only findings of a finished audit can be removed. The audit may still be running.'}
        </EmptyState>
      )}
    </>
  )
}

const kinds: readonly OrphanKind[] = ['engine', 'other', 'upload']

/** Which findings, exactly which objects these are, and how they are removed. */
function RemovalForm({ audit }: { audit: AuditDetail }) {
  const form = useForm(removalForm, () => ({
    ...firstChoice,
    kinds: new Set<OrphanKind>(firstChoice.kinds),
    olderThan: '',
  }))
  const [choice, setChoice] = useState<Choice>(firstChoice)
  const query = useRemovalPreview({ auditId: audit.id, choice })
  const isCounted = Object.keys(form.faults).length === 0 && query.data && !query.isPlaceholderData
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Selection"
        description="Orphans belong to no table. Their prefix shows the disk that wrote them."
      >
        <FormFrame
          form={form}
          className="max-w-2xl gap-5"
          onSubmit={(value) => setChoice(choiceOf(value, new Date()))}
        >
          <ChecksField
            {...form.field('kinds')}
            legend="Kinds"
            options={kinds.map((value) => ({ value, label: kindWords[value] }))}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...form.field('prefix')}
              mono
              optional
              label="Only keys below"
              hint={`Audited: ${audit.prefixes.join(', ') || 'all keys'}.`}
            />
            <NumberField
              {...form.field('olderThan')}
              decimal
              optional
              label="Older than, days"
              hint="The audit skipped objects newer than its grace age."
            />
          </div>
          <div>
            <Button type="submit" busy={query.isFetching}>
              Count objects
            </Button>
          </div>
        </FormFrame>
      </Panel>
      <PreviewPanel query={query} />
      {isCounted && query.data ? (
        <QuarantinePanel audit={audit} choice={choice} preview={query.data} />
      ) : null}
    </div>
  )
}
