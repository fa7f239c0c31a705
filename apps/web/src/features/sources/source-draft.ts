import type { Source, SourceInput } from './source.ts'

/** What the form holds: text as it was typed. */
export interface SourceDraft {
  name: string
  endpoint: string
  region: string
  pathStyle: boolean
  buckets: string
  auth: Source['auth']
  accessKeyId: string
  secretAccessKey: string
  collectionName: string
}

export const emptySourceDraft: SourceDraft = {
  name: '',
  endpoint: '',
  region: 'us-east-1',
  pathStyle: true,
  buckets: '',
  auth: 'keys',
  accessKeyId: '',
  secretAccessKey: '',
  collectionName: '',
}

export function draftOfSource(source: Source): SourceDraft {
  const { name, endpoint, region, pathStyle, auth } = source
  return {
    name,
    endpoint,
    region,
    pathStyle,
    auth,
    buckets: source.buckets.join('\n'),
    accessKeyId: source.accessKeyId ?? '',
    secretAccessKey: '',
    collectionName: source.collectionName ?? '',
  }
}

export function toSourceInput(draft: SourceDraft): SourceInput {
  return { ...draft, name: draft.name.trim(), buckets: splitBuckets(draft.buckets) }
}

export type SourceFaults = Partial<Record<keyof SourceDraft, string>>

/** What can be told before the API is asked. @param stored the source that is changed, if it is one. */
export function findSourceFaults(draft: SourceDraft, stored: Source | null): SourceFaults {
  const faults: SourceFaults = {}
  if (draft.name.trim() === '') faults.name = 'Enter a name.'
  if (splitBuckets(draft.buckets).length === 0) faults.buckets = 'Enter at least one bucket.'
  if (draft.endpoint !== '' && !/^https?:\/\//.test(draft.endpoint.trim()))
    faults.endpoint = 'Start with https:// or http://, or leave empty for Amazon S3.'
  if (draft.auth === 'collection' && draft.collectionName.trim() === '')
    faults.collectionName = 'Enter the collection name.'
  const keysNeeded =
    draft.auth === 'keys' ||
    (draft.auth === 'collection' && (draft.accessKeyId !== '' || draft.secretAccessKey !== ''))
  if (keysNeeded && draft.accessKeyId.trim() === '') faults.accessKeyId = 'Enter the access key ID.'
  if (keysNeeded && draft.secretAccessKey === '' && !keepsSecret(draft, stored))
    faults.secretAccessKey = stored?.hasSecret
      ? 'Enter the secret. The stored one is not sent to a different endpoint or with a different key.'
      : 'Enter the secret access key.'
  return faults
}

/** The stored secret goes only to the endpoint and with the key id that it was given for. */
function keepsSecret(draft: SourceDraft, stored: Source | null): boolean {
  return (
    stored?.hasSecret === true &&
    stored.endpoint === draft.endpoint.trim().replace(/\/+$/, '') &&
    stored.accessKeyId === draft.accessKeyId.trim()
  )
}

function splitBuckets(text: string): string[] {
  return text.split(/[\s,]+/).filter((bucket) => bucket !== '')
}
