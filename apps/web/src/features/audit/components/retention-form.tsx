'use client'
import { Button, NumberField, SelectField, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { wholeNumber } from '@/form/field-schemas.ts'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

const retentionForm = z.discriminatedUnion('keep', [
  z.object({ keep: z.literal('all'), days: z.string() }),
  z.object({ keep: z.literal('days'), days: wholeNumber(30, 3650) }),
])

export function RetentionForm({ integrity }: { integrity: { retentionDays: number | null } }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.audit.pathKey())
  const { retentionDays } = integrity
  const form = useForm(retentionForm, () => ({
    keep: retentionDays === null ? ('all' as const) : ('days' as const),
    days: String(retentionDays ?? 365),
  }))
  const save = useMutation(
    trpc.audit.setRetention.mutationOptions({
      ...handlers('change the retention'),
      onSuccess: ({ days }) =>
        showToast({
          tone: 'success',
          title: days === null ? 'All entries are kept' : `Entries are kept for ${days} days`,
        }),
    }),
  )
  return (
    <FormFrame
      form={form}
      label="Retention"
      onSubmit={(value) => save.mutate({ days: value.keep === 'all' ? null : value.days })}
    >
      <SelectField
        {...form.field('keep')}
        label="Keep"
        options={[
          { value: 'all', label: 'All entries' },
          { value: 'days', label: 'Entries of the last days' },
        ]}
      />
      {form.draft.keep === 'days' ? (
        <NumberField
          {...form.field('days')}
          label="Days"
          hint="From 30 to 3,650. Older entries are deleted within an hour. This cannot be undone."
        />
      ) : null}
      <Button type="submit" busy={save.isPending} className="self-start">
        Save retention
      </Button>
    </FormFrame>
  )
}
