'use client'
import { Button, Field, Input, Panel, Select, Textarea } from '@frostline/ui'
import { PackageSearch } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useAuditActions, useBucketLook } from '../hooks/use-audits.ts'
import { type AuditDraft, choosablePlaces, prefixesOf, readDraft } from './audit-draft.ts'
import { DisksTable } from './disks-table.tsx'
import { OtherClusters } from './other-clusters.tsx'

/** Which bucket, below which prefixes, and how old an object must be before it is judged. */
export function AuditForm({ cluster }: { cluster: string }) {
  const query = useBucketLook(cluster)
  const router = useRouter()
  const { start } = useAuditActions()
  const [typed, setTyped] = useState<Partial<AuditDraft>>({})
  const [tried, setTried] = useState(false)
  const look = query.data?.data
  const choices = choosablePlaces(look?.disks ?? [])
  const place = typed.place ?? choices[0]?.key ?? ''
  const choice = choices.find(({ key }) => key === place)
  const draft: AuditDraft = {
    ...{ prefixes: choice ? prefixesOf(choice) : '', graceHours: '24', limitHours: '4' },
    leaveOut: new Set(),
    ...typed,
    place,
  }
  const read = readDraft(draft, choices)
  const faults = tried && 'faults' in read ? read.faults : {}
  const change = (next: Partial<AuditDraft>) => setTyped({ ...typed, ...next })
  const others = look?.others ?? []
  async function submit() {
    setTried(true)
    if ('faults' in read) return
    const { id } = await start.mutateAsync({ cluster, ...read.input })
    router.push(routes.bucketAudit(cluster, id))
  }
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
        <form
          className="flex max-w-2xl flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void submit().catch(() => undefined)
          }}
        >
          <Field
            label="Bucket"
            hint="Accessed by a saved source. Its key must be allowed to list the bucket and read objects."
            error={faults.place}
          >
            <Select
              value={place === '' ? null : place}
              options={choices.map(({ key, bucket, sourceName }) => ({
                value: key,
                label: `${bucket} through ${sourceName}`,
              }))}
              onValueChange={(key) => {
                const { prefixes: _, ...rest } = typed
                setTyped({ ...rest, place: key })
              }}
              placeholder={query.isPending ? 'Reading the disks…' : 'None found. Add a source first.'}
            />
          </Field>
          <Field
            label="Prefixes"
            hint="One per line. Use a wider prefix to find objects of removed replicas, but only if this console knows all replicas below it."
            error={faults.prefixes}
          >
            <Textarea
              mono
              rows={4}
              spellCheck={false}
              value={draft.prefixes}
              onValueChange={(prefixes) => change({ prefixes })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Grace age, hours"
              hint="Newer objects are only counted. Running work raises it automatically."
              error={faults.graceHours}
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={draft.graceHours}
                onValueChange={(graceHours) => change({ graceHours })}
              />
            </Field>
            <Field
              label="Time limit, hours"
              hint="One million objects take a few minutes. Each replica takes about 75 s per million files."
              error={faults.limitHours}
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={draft.limitHours}
                onValueChange={(limitHours) => change({ limitHours })}
              />
            </Field>
          </div>
          <p className="text-ink-2 text-sm">
            All replicas of this cluster are read
            {others.length > 0 ? ', and those of the clusters below' : ''}. If one does not respond, the audit
            cannot conclude which objects are orphans.
          </p>
          {others.length > 0 ? (
            <OtherClusters
              others={others}
              leaveOut={draft.leaveOut}
              onChange={(leaveOut) => change({ leaveOut })}
            />
          ) : null}
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
        </form>
      </Panel>
    </div>
  )
}
