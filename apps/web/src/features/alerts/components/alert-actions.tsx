'use client'
import { Button, Select, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { BellOff, Check } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Alert } from '../alert.ts'

const times = [
  { value: '60', label: 'For 1 hour' },
  { value: '480', label: 'For 8 hours' },
  { value: '1440', label: 'For a day' },
  { value: '10080', label: 'For a week' },
]

/** Acknowledge an alert, or silence it for a time. */
export function AlertActions({ alert }: { alert: Alert }) {
  const trpc = useTRPC()
  const [note, setNote] = useState('')
  const [minutes, setMinutes] = useState('60')
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const acknowledge = useMutation(
    trpc.alerts.acknowledge.mutationOptions(handlers(`acknowledge ${alert.title}`)),
  )
  const silence = useMutation(trpc.alerts.silence.mutationOptions(handlers(`silence ${alert.title}`)))
  return (
    <section aria-label="Actions" className="flex flex-col gap-4">
      <TextField
        label="Note"
        hint="What you are doing about it. Required to silence."
        value={note}
        onValueChange={setNote}
        maxLength={500}
      />
      <div className="flex flex-wrap items-end gap-2">
        {alert.state === 'acknowledged' ? null : (
          <Button
            variant="primary"
            icon={<Check aria-hidden />}
            busy={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ id: alert.id, note })}
          >
            Acknowledge
          </Button>
        )}
        <span className="flex gap-2">
          <Select
            label="How long to silence"
            value={minutes}
            options={times}
            onValueChange={setMinutes}
            className="w-36"
          />
          <Button
            icon={<BellOff aria-hidden />}
            disabled={note.trim() === ''}
            busy={silence.isPending}
            onClick={() =>
              silence.mutate({
                cluster: alert.clusterSlug,
                kind: alert.kind,
                subject: alert.subject,
                minutes: Number(minutes),
                reason: note,
              })
            }
          >
            Silence
          </Button>
        </span>
      </div>
    </section>
  )
}
