'use client'
import { Button, Checkbox, formatCountOf, NumberField, Panel, SelectField, TextField } from '@frostline/ui'
import { PackageSearch } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery, placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import type { BucketDisks } from '../bucket-audit.ts'
import { useAuditActions, useBucketDisks } from '../hooks/use-audits.ts'
import { auditForm, choosablePlaces, prefixesOf } from './audit-draft.ts'
import { DisksTable } from './disks-table.tsx'

export function NewAuditPage({ cluster }: { cluster: string }) {
  return (
    <NeedsRole needed="operator" title="Audit a bucket" task="Auditing a bucket">
      <PageHeader
        title="Audit a bucket"
        description="Lists the bucket, reads from all replicas which objects they need, and compares. Nothing is changed."
      />
      <AuditForm cluster={cluster} />
    </NeedsRole>
  )
}

/** Which bucket, below which prefixes, and how old an object must be before it is judged. */
function AuditForm({ cluster }: { cluster: string }) {
  const query = useBucketDisks(cluster)
  const router = useRouter()
  const { start } = useAuditActions()
  const look = query.data?.data
  const choices = choosablePlaces(look?.disks ?? [])
  const form = useForm(
    auditForm,
    () => ({
      ...{ place: '', prefixes: null, graceHours: '24', limitHours: '4' },
      ...{ leaveOut: new Set<string>(), choices },
    }),
    {
      known: ({ place = '', prefixes }) => {
        const choice = choices.find(({ key }) => key === place) ?? choices[0]
        return {
          ...{ choices, place: choice?.key ?? '' },
          prefixes: prefixes ?? (choice ? prefixesOf(choice) : ''),
        }
      },
    },
  )
  const others = look?.others ?? []
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="S3 disks"
        description="A few objects of each disk were checked in the saved sources."
        flush
        minHeightPx={120}
        {...panelFromQuery(query, { task: 'read the disks' })}
      >
        <DisksTable disks={look?.disks ?? []} />
      </Panel>
      <Panel title="Scope">
        <FormFrame
          form={form}
          className="max-w-2xl gap-5"
          onSubmit={async (input) => {
            const { id } = await start.mutateAsync({ cluster, ...input })
            router.push(routes.bucketAudit(cluster, id))
          }}
        >
          <SelectField
            {...form.field('place')}
            label="Bucket"
            hint="Accessed by a saved source. Its key must be allowed to list the bucket and read objects."
            options={choices.map(({ key, bucket, sourceName }) => ({
              value: key,
              label: `${bucket} through ${sourceName}`,
            }))}
            onValueChange={(place) => form.change({ place, prefixes: null })}
            placeholder={placeholderFromQuery(query, 'the disks', 'None found. Add a source first.')}
          />
          <TextField
            {...form.field('prefixes')}
            value={form.draft.prefixes ?? ''}
            mono
            rows={4}
            label="Prefixes"
            hint="One per line. Use a wider prefix to find objects of removed replicas, but only if this console knows all replicas below it."
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...form.field('graceHours')}
              decimal
              label="Grace age, hours"
              hint="Newer objects are only counted. Running work raises it automatically."
            />
            <NumberField
              {...form.field('limitHours')}
              decimal
              label="Time limit, hours"
              hint="One million objects take a few minutes. Each replica takes about 75 s per million files."
            />
          </div>
          <p className="text-ink-2 text-sm">
            All replicas of this cluster are read
            {others.length > 0 ? ', and those of the clusters below' : ''}. If one does not respond, the audit
            cannot conclude which objects are orphans.
          </p>
          {others.length > 0 ? (
            <OtherClusters
              others={others}
              leaveOut={form.draft.leaveOut}
              onChange={(leaveOut) => form.change({ leaveOut })}
            />
          ) : null}
          <ExpectedApproval cluster={cluster} kind="bucket-audit" />
          <div>
            <Button
              type="submit"
              variant="primary"
              icon={<PackageSearch aria-hidden />}
              busy={start.isPending}
              disabled={query.isPending}
            >
              Start audit
            </Button>
          </div>
        </FormFrame>
      </Panel>
    </div>
  )
}

interface OtherClustersProps {
  others: BucketDisks['others']
  /** Ids. */
  leaveOut: ReadonlySet<string>
  onChange: (leaveOut: ReadonlySet<string>) => void
}

/** Which other clusters are read. One that is gone or dead would prevent every conclusion. */
function OtherClusters({ others, leaveOut, onChange }: OtherClustersProps) {
  const toggle = (id: string, asked: boolean) => {
    const next = new Set(leaveOut)
    if (asked) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Other clusters to include</legend>
      {others.map(({ id, cluster, nodes }) => (
        <Checkbox key={id} checked={!leaveOut.has(id)} onCheckedChange={(checked) => toggle(id, checked)}>
          <span className="text-sm">
            {cluster} <span className="text-ink-3">({formatCountOf(nodes, 'node')})</span>
          </span>
        </Checkbox>
      ))}
      {leaveOut.size > 0 ? (
        <p className="max-w-[70ch] text-warn-ink text-xs">
          An excluded cluster is assumed to have no disk in this bucket. If it has one, its objects are shown
          as orphans. A removal still checks it.
        </p>
      ) : null}
    </fieldset>
  )
}
