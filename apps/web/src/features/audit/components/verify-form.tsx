'use client'
import { Button, NumberField, StatusPill, TextField } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { emptyOr, fault, wholeNumber } from '@/form/field-schemas.ts'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'

const verifyForm = z
  .object({
    sequence: emptyOr(wholeNumber(1, 1e15, 'A whole number from 1.'), null),
    hash: z
      .string()
      .trim()
      .regex(/^(?:[0-9a-f]{64})?$/, 'A hash has 64 hexadecimal digits.'),
  })
  .superRefine(({ sequence, hash }, context) => {
    if (sequence !== null && hash === '') fault(context, ['hash'], 'Enter the hash too.')
    if (sequence === null && hash !== '') fault(context, ['sequence'], 'Enter the number too.')
  })

/** Verifies the chain, if wanted against an entry that was noted elsewhere. */
export function VerifyForm() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useForm(verifyForm, () => ({ sequence: '', hash: '' }))
  const verify = useMutation({
    mutationFn: ({ sequence, hash }: z.output<typeof verifyForm>) =>
      queryClient.fetchQuery({
        ...trpc.audit.verify.queryOptions(sequence === null ? {} : { sequence, hash }),
        staleTime: 0,
      }),
    onError: (error) => showFailure(error, 'verify the audit log'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.audit.integrity.queryKey() }),
  })
  const result = verify.data
  return (
    <FormFrame form={form} label="Verify the chain" onSubmit={(value) => verify.mutate(value)}>
      <fieldset className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <legend className="mb-2 text-ink-3 text-xs">
          A removed end is found only by comparison. Destinations are compared automatically. To compare with
          an entry that you noted elsewhere:
        </legend>
        <NumberField {...form.field('sequence')} label="Number" optional />
        <TextField {...form.field('hash')} label="Hash" mono optional maxLength={64} />
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={verify.isPending}>
          Verify
        </Button>
        <span role="status" className="min-w-0 flex-1 basis-60 break-words text-sm">
          {result && !verify.isPending ? (
            <span className="flex flex-col gap-1">
              <StatusPill tone={result.intact ? 'ok' : 'danger'}>
                {result.intact ? 'Intact' : 'Broken'}
              </StatusPill>
              {result.text}
            </span>
          ) : null}
        </span>
      </div>
    </FormFrame>
  )
}
