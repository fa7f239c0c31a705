import type { SourceDraft } from './source-draft.ts'

export interface SourceTemplate {
  value: string
  label: string
  hint: string
  patch: Partial<SourceDraft>
}

/** Kinds of stores with what is usual for each. */
export const sourceTemplates: readonly SourceTemplate[] = [
  {
    value: 'amazon',
    label: 'Amazon S3',
    hint: 'No endpoint: it follows from the region of the bucket.',
    patch: { endpoint: '', pathStyle: false },
  },
  {
    value: 'other',
    label: 'Another S3 store',
    hint: 'The address of the store, such as https://minio.example.com:9000.',
    patch: { pathStyle: true },
  },
  {
    value: 'google',
    label: 'Google Cloud Storage',
    hint: 'With an HMAC key, made under Interoperability in the settings of Cloud Storage.',
    patch: { endpoint: 'https://storage.googleapis.com', region: 'auto', pathStyle: true },
  },
  {
    value: 'azure',
    label: 'Azure through an S3 gateway',
    hint: 'Azure Blob Storage does not speak S3: put a gateway such as s3proxy before it and give its address. Containers are its buckets; the keys are those of the gateway.',
    patch: { pathStyle: true, region: 'us-east-1' },
  },
]
