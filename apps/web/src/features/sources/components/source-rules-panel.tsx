'use client'
import { Button, Panel, RelativeTime, showToast, TextField } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type Rules = RouterOutputs['sources']['rules']

/** Which hosts sources may use: readable for all, editable for admins. */
export function SourceRulesPanel() {
  const trpc = useTRPC()
  const query = useQuery(trpc.sources.rules.queryOptions())
  const admin = useRoleAllows('admin', 'everything')
  const rules = query.data
  return (
    <Panel
      title="Allowed hosts of sources"
      description="Link-local and metadata addresses are always refused. The console's own machine is refused unless its environment allows it."
      minHeightPx={100}
      {...panelFromQuery(query, { task: 'read the rules for sources' })}
    >
      {rules && admin ? (
        <RulesForm key={rules.updatedAt?.getTime() ?? 0} rules={rules} />
      ) : rules && rules.allowedHosts.length > 0 ? (
        <ul className="flex flex-col gap-1 font-mono text-sm">
          {rules.allowedHosts.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2 text-sm">Any host.</p>
      )}
    </Panel>
  )
}

function RulesForm({ rules }: { rules: Rules }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [text, setText] = useState(rules.allowedHosts.join('\n'))
  const save = useMutation(
    trpc.sources.setRules.mutationOptions({
      onSuccess: () => {
        showToast({ tone: 'success', title: 'Source rules saved' })
        void queryClient.invalidateQueries({ queryKey: trpc.sources.rules.queryKey() })
      },
    }),
  )
  const refusal = save.error ? reportError(save.error, 'save the rules') : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ allowedHosts: text.split(/[\s,]+/).filter((each) => each !== '') })
  }
  return (
    <form
      method="post"
      noValidate
      aria-label="Allowed hosts of sources"
      onSubmit={submit}
      className="flex flex-col gap-3"
    >
      <TextField
        mono
        rows={3}
        label="Allowed hosts"
        optional
        hint="One per line, such as s3.example.com or *.amazonaws.com, with or without a port. Leave empty to allow any host. Takes effect at the next request."
        error={refusal?.object}
        value={text}
        onValueChange={setText}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-3 text-xs">
          {rules.updatedAt ? (
            <>
              Set <RelativeTime at={rules.updatedAt} /> by {rules.updatedBy}
            </>
          ) : (
            'Not applied.'
          )}
        </p>
        <Button type="submit" busy={save.isPending}>
          Save rules
        </Button>
      </div>
    </form>
  )
}
