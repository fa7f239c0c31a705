'use client'
import {
  Button,
  buttonClasses,
  CheckboxField,
  EmptyState,
  ErrorState,
  Panel,
  Spinner,
  TextField,
} from '@frostline/ui'
import { PlugZap } from 'lucide-react'
import Link from 'next/link'
import { FormFrame, focusFirstFault } from '@/form/form-frame.tsx'
import { nested } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { Cluster } from '../cluster.ts'
import { explainRefusal } from '../explain-refusal.ts'
import { type ClusterFormState, useClusterForm } from '../use-cluster-form.ts'
import { ConnectionReportView } from './connection-report-view.tsx'
import { DiscoverNodes } from './discover-nodes.tsx'
import { NodeRows } from './node-rows.tsx'
import { StoppedMovesChoice } from './stopped-moves-choice.tsx'

interface ClusterFormProps {
  /** Null for a new one. */
  cluster: Cluster | null
  onSaved: (saved: Cluster) => void
}

export function ClusterForm({ cluster, onSaved }: ClusterFormProps) {
  const form = useClusterForm(cluster, onSaved)
  return (
    <FormFrame
      // Saving requires more than a test, and validates that itself.
      form={{ ...form, value: form.draft }}
      label={cluster ? `Edit ${cluster.name}` : 'Register cluster'}
      onSubmit={form.save}
      className="max-w-240"
    >
      <Panel title="Name and access">
        <div className="flex flex-col gap-4">
          <TextField {...form.field('name')} label="Name" hint="Display name." maxLength={100} />
          <AccessFields form={form} hasStored={cluster !== null} />
        </div>
      </Panel>
      <Panel title="Nodes">
        <div className="flex flex-col gap-5">
          <DiscoverNodes form={form} hasStored={cluster !== null} />
          <NodeRows
            nodes={form.draft.nodes}
            faults={nested(form, 'nodes').faults}
            onChange={(nodes) => form.change({ nodes })}
          />
          <TextField
            {...form.field('clusterName')}
            mono
            optional
            label="Name in system.clusters"
            hint="For ON CLUSTER and for display. Frostline connects to each replica directly."
          />
        </div>
      </Panel>
      <Panel title="Approval">
        <CheckboxField
          {...form.field('approvalRequired')}
          label="Require approval by a second person for tier migrations and rollouts"
          hint="An operator or admin who did not create or last edit the plan approves it. Schedules run unattended, so only admins can own them. Other schedules stop at their next run until an admin takes them over."
        />
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
    </FormFrame>
  )
}

interface AccessFieldsProps {
  form: ClusterFormState
  /** A password is stored already; it is never shown. */
  hasStored: boolean
}

/** Credentials for the nodes, and trusted certificates. */
function AccessFields({ form, hasStored }: AccessFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('username')} mono label="User" />
        <TextField
          {...form.field('password')}
          type="password"
          autoComplete="new-password"
          label="Password"
          hint={
            hasStored
              ? 'Leave empty to keep the stored one. Enter it again if you change addresses or certificates.'
              : 'Stored sealed and never shown again.'
          }
        />
      </div>
      <CheckboxField
        {...form.field('tlsVerify')}
        label="Verify certificates"
        hint={
          form.draft.tlsVerify
            ? 'For https addresses.'
            : 'Any certificate is accepted. An attacker in between can read the password.'
        }
      />
      <TextField
        {...form.field('tlsCaPem')}
        mono
        optional
        rows={3}
        label="Certificate authority"
        hint="In PEM format. Trusted instead of the built-in authorities."
        placeholder="-----BEGIN CERTIFICATE-----"
        inputClassName="text-xs sm:text-xs"
      />
    </>
  )
}

/** Tests the connection as typed. */
function ConnectionPanel({ form }: { form: ClusterFormState }) {
  return (
    <Panel
      title="Connection"
      minHeightPx={170}
      actions={
        <Button
          size="sm"
          icon={<PlugZap aria-hidden />}
          busy={form.testing}
          onClick={(event) => {
            form.test()
            focusFirstFault(event.currentTarget)
          }}
        >
          Test connection
        </Button>
      }
    >
      {form.testing ? (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner className="size-4" /> Testing all nodes. A node that does not respond takes up to 20 s.
        </p>
      ) : form.testError ? (
        <Failure error={form.testError} task="test the connection" />
      ) : form.report ? (
        <ConnectionReportView report={form.report} outdated={form.outdated} />
      ) : (
        <EmptyState title="Not tested yet" className="flex-1 py-4">
          Checks on each node: reachable, user accepted, version, grants. Saving also runs the test.
        </EmptyState>
      )}
    </Panel>
  )
}

interface FormRefusalProps {
  form: ClusterFormState
  isNew: boolean
}

/** Why nothing was stored, with the option to store it anyway where there is one. */
function FormRefusal({ form, isNew }: FormRefusalProps) {
  if (!form.saveError) return null
  return (
    <div className="flex flex-col gap-3">
      <Failure error={form.saveError} task={isNew ? 'register the cluster' : 'save the changes'} />
      {form.inUse ? (
        <StoppedMovesChoice
          cluster={form.inUse}
          leave={form.leaveStoppedMoves}
          onLeaveChange={form.setLeaveStoppedMoves}
        />
      ) : null}
      {form.mayAccept ? (
        <CheckboxField
          value={form.acceptUnusable}
          onValueChange={form.setAcceptUnusable}
          label={isNew ? 'Register anyway' : 'Save anyway'}
          hint={`For a node that is temporarily down. It is shown as unreachable until it responds. Select this, then click ${isNew ? 'Register cluster' : 'Save changes'} again.`}
        />
      ) : null}
    </div>
  )
}

/** An API error inside a form, with the form's node names. */
function Failure({ error, task }: { error: unknown; task: string }) {
  const report = reportError(error, task)
  return (
    <ErrorState
      error={report.object === undefined ? report : { ...report, object: explainRefusal(report.object) }}
      className="rounded-md bg-danger-soft"
    />
  )
}
