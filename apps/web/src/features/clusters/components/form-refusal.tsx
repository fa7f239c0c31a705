'use client'
import { Checkbox } from '@frostline/ui'
import type { ClusterFormState } from '../hooks/use-cluster-form.ts'
import { Failure } from './failure.tsx'
import { StoppedMovesChoice } from './stopped-moves-choice.tsx'

interface FormRefusalProps {
  form: ClusterFormState
  isNew: boolean
}

/** Why nothing was stored, and the way to store it knowingly where there is one. */
export function FormRefusal({ form, isNew }: FormRefusalProps) {
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
        <div className="flex flex-col gap-1">
          <Checkbox checked={form.acceptUnusable} onCheckedChange={form.setAcceptUnusable}>
            {isNew ? 'Register anyway' : 'Save anyway'}
          </Checkbox>
          <p className="pl-6 text-ink-3 text-xs">
            For a node that is temporarily down. It is shown as unreachable until it responds. Select this,
            then click {isNew ? 'Register cluster' : 'Save changes'} again.
          </p>
        </div>
      ) : null}
    </div>
  )
}
