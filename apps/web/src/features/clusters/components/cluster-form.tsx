'use client'
import { Button, buttonClasses, Checkbox, Field, Input, Panel } from '@frostline/ui'
import Link from 'next/link'
import type { FormEvent } from 'react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { routes } from '@/navigation/routes.ts'
import type { Cluster } from '../cluster.ts'
import { useClusterForm } from '../hooks/use-cluster-form.ts'
import { AccessFields } from './access-fields.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { DiscoverNodes } from './discover-nodes.tsx'
import { FormRefusal } from './form-refusal.tsx'
import { NodeRows } from './node-rows.tsx'

interface ClusterFormProps {
  /** Null for a new one. */
  cluster: Cluster | null
  onSaved: (saved: Cluster) => void
}

export function ClusterForm({ cluster, onSaved }: ClusterFormProps) {
  const form = useClusterForm(cluster, onSaved)
  const { draft, change, faults } = form
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    form.save()
    focusFirstFault(event.currentTarget)
  }
  return (
    <form
      method="post"
      noValidate
      aria-label={cluster ? `Edit ${cluster.name}` : 'Register cluster'}
      onSubmit={submit}
      className="flex min-w-0 max-w-240 flex-col gap-4"
    >
      <Panel title="Name and access">
        <div className="flex flex-col gap-4">
          <Field label="Name" hint="Display name." error={faults.name}>
            <Input
              value={draft.name}
              onValueChange={(name) => change({ name })}
              autoComplete="off"
              maxLength={100}
            />
          </Field>
          <AccessFields form={form} hasStored={cluster !== null} />
        </div>
      </Panel>
      <Panel title="Nodes">
        <div className="flex flex-col gap-5">
          <DiscoverNodes form={form} hasStored={cluster !== null} />
          <NodeRows nodes={draft.nodes} faults={faults.nodes} onChange={(nodes) => change({ nodes })} />
          <Field
            label="Name in system.clusters"
            optional
            hint="For ON CLUSTER and for display. Frostline connects to each replica directly."
          >
            <Input
              mono
              value={draft.clusterName}
              onValueChange={(clusterName) => change({ clusterName })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </div>
      </Panel>
      <Panel title="Approval">
        <Checkbox
          checked={draft.approvalRequired}
          onCheckedChange={(approvalRequired) => change({ approvalRequired })}
        >
          Require approval by a second person for tier migrations and rollouts
        </Checkbox>
        <p className="pl-6 text-ink-3 text-xs">
          An operator or admin who did not create or last edit the plan approves it. Schedules run unattended,
          so only admins can own them. Other schedules stop at their next run until an admin takes them over.
        </p>
      </Panel>
      <ConnectionPanel form={form} />
      <FormRefusal form={form} isNew={cluster === null} />
      <div className="flex flex-wrap justify-end gap-2">
        <Link href={routes.adminClusters} className={buttonClasses('ghost')}>
          Cancel
        </Link>
        <Button type="submit" variant="primary" busy={form.saving}>
          {cluster ? 'Save changes' : 'Register cluster'}
        </Button>
      </div>
    </form>
  )
}
