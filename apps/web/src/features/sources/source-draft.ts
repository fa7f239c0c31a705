import { z } from 'zod'
import { choice, fault, requiredText } from '@/form/field-schemas.ts'
import type { Source, SourceInput } from './source.ts'

/** The API's input from the form, with what can be validated before sending. */
export const sourceForm = z
  .object({
    name: requiredText('Enter a name.'),
    endpoint: z
      .string()
      .refine(
        (endpoint) => endpoint === '' || /^https?:\/\//.test(endpoint.trim()),
        'Start with https:// or http://, or leave empty for Amazon S3.',
      ),
    ...{ region: z.string(), pathStyle: z.boolean(), auth: choice<Source['auth']>() },
    ...{ accessKeyId: z.string(), secretAccessKey: z.string(), collectionName: z.string() },
    buckets: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((bucket) => bucket !== ''))
      .refine((buckets) => buckets.length > 0, 'Enter at least one bucket.'),
    /** The source being edited, if any. */
    stored: choice<Source | null>(),
  })
  .superRefine((draft, context) => {
    const { auth, accessKeyId, secretAccessKey, stored } = draft
    if (auth === 'collection' && draft.collectionName.trim() === '')
      fault(context, ['collectionName'], 'Enter the collection name.')
    const keysNeeded =
      auth === 'keys' || (auth === 'collection' && (accessKeyId !== '' || secretAccessKey !== ''))
    if (!keysNeeded) return
    if (accessKeyId.trim() === '') fault(context, ['accessKeyId'], 'Enter the access key ID.')
    // The stored secret is only sent to the endpoint and with the key id that it was given for.
    const keepsSecret =
      stored?.hasSecret === true &&
      stored.endpoint === draft.endpoint.trim().replace(/\/+$/, '') &&
      stored.accessKeyId === accessKeyId.trim()
    if (secretAccessKey === '' && !keepsSecret)
      fault(
        context,
        ['secretAccessKey'],
        stored?.hasSecret
          ? 'Enter the secret. The stored one is not sent to a different endpoint or with a different key.'
          : 'Enter the secret access key.',
      )
  })
  .transform(({ stored: _, ...input }): SourceInput => input)

export type SourceDraft = z.input<typeof sourceForm>

export function draftOfSource(stored: Source | null): SourceDraft {
  return {
    ...{ name: stored?.name ?? '', endpoint: stored?.endpoint ?? '', region: stored?.region ?? 'us-east-1' },
    ...{ pathStyle: stored?.pathStyle ?? true, auth: stored?.auth ?? 'keys', stored },
    ...{ accessKeyId: stored?.accessKeyId ?? '', secretAccessKey: '' },
    ...{ buckets: stored?.buckets.join('\n') ?? '', collectionName: stored?.collectionName ?? '' },
  }
}
