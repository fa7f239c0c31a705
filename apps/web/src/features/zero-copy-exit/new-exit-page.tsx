'use client'
import type { TierMigrationLimits } from '@frostline/domain'
import { Button, Checkbox, Panel, SelectField } from '@frostline/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { describePace } from '@/features/tier-migrations/pace/describe-pace.ts'
import { PaceDialog } from '@/features/tier-migrations/pace/pace-dialog.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { ExitPlan } from './exit-plan.tsx'
import { type ExitDraft, useExitActions, useExitPreview } from './use-exits.ts'

const stays = 'stays'
/** A volume may have any name. */
const onVolume = (name: string) => `on ${name}`

/** Shows each stage with its statements, bytes and space before anything is planned. */
export function NewExitPage({ at }: { at: { cluster: string; database: string; table: string } }) {
  const router = useRouter()
  const admin = useRoleAllows('admin')
  const { request } = useExitActions()
  const [hot, setHot] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const [limits, setLimits] = useState<TierMigrationLimits>({})
  const [deepCheck, setDeepCheck] = useState(false)
  // The volumes are known from the first preview, which uses the name that most policies have.
  const first = useExitPreview({ ...at, hotVolume: 'default' }, true)
  const volumes = first.data?.volumes ?? []
  const hotVolume = hot ?? (volumes.find(({ local }) => local) ?? volumes[0])?.name
  const draft: ExitDraft = {
    ...{
      ...at,
      hotVolume: hotVolume ?? 'default',
      targetVolume: target,
      deepCheck,
    },
    limits,
  }
  const query = useExitPreview(draft, hotVolume !== undefined)
  const preview = query.data
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={
          <span>
            Take{' '}
            <span className="font-mono">
              {at.database}.{at.table}
            </span>{' '}
            off zero-copy replication
          </span>
        }
        description="The setting applies to the whole table. When it is off, a replica deletes objects without checking other replicas, so all shared parts become local first."
      />
      <Panel title="Where to" {...panelFromQuery(first, { task: 'read the volumes of the table' })}>
        <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
          <SelectField
            label="Local volume"
            hint="Shared parts go there while the setting is on."
            value={hotVolume ?? ''}
            onValueChange={setHot}
            options={volumes.flatMap(({ name, local }) =>
              local || name === hotVolume ? [{ value: name, label: name }] : [],
            )}
          />
          <SelectField
            label="Afterwards"
            hint="Each replica then has its own objects on object storage."
            value={target === null ? stays : onVolume(target)}
            onValueChange={(value) => setTarget(value === stays ? null : value.slice(onVolume('').length))}
            options={[
              { value: stays, label: 'Parts stay there' },
              ...volumes.flatMap(({ name }) =>
                name === hotVolume ? [] : [{ value: onVolume(name), label: `Move to ${name}` }],
              ),
            ]}
          />
        </div>
        <Checkbox className="mt-4" checked={deepCheck} onCheckedChange={setDeepCheck}>
          Read every byte before and after each move
        </Checkbox>
      </Panel>
      {first.data ? (
        <>
          <Panel
            title="Pace"
            actions={
              <PaceDialog
                limits={limits}
                description="Applies to all tier migrations of the exit."
                onSave={async (next) => setLimits(next)}
              />
            }
          >
            <div className="flex flex-col gap-3 text-sm">
              {describePace(limits).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </Panel>
          <Panel title="What it does" minHeightPx={160} {...panelFromQuery(query, { task: 'plan the exit' })}>
            {preview ? <ExitPlan preview={preview} draft={draft} /> : null}
          </Panel>
          {admin ? (
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="primary"
                busy={request.isPending}
                disabled={!preview?.accepted}
                onClick={() =>
                  request.mutate(draft, {
                    onSuccess: ({ id }) => router.push(routes.zeroCopyExit(at.cluster, id)),
                  })
                }
              >
                Save the plan
              </Button>
              <span className="text-ink-3 text-xs">Nothing is changed until the plan is started.</span>
            </div>
          ) : (
            <p className="text-ink-3 text-sm">Only admins can plan and start it.</p>
          )}
        </>
      ) : null}
    </div>
  )
}
