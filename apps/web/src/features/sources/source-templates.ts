import type { SourceDraft } from './source-draft.ts'

export interface SourceTemplate {
  value: string
  label: string
  hint: string
  patch: Partial<SourceDraft>
}

/** Kinds of stores with their usual settings. */
export const sourceTemplates: readonly SourceTemplate[] = [
  {
    value: 'amazon',
    label: 'Amazon S3',
    hint: 'No endpoint needed. It follows from the region.',
    patch: { endpoint: '', pathStyle: false },
  },
  {
    value: 'other',
    label: 'Other S3 store',
    hint: 'The address of the store, such as https://minio.example.com:9000.',
    patch: { pathStyle: true },
  },
  {
    value: 'google',
    label: 'Google Cloud Storage',
    hint: 'With an HMAC key, created under Interoperability in the Cloud Storage settings.',
    patch: { endpoint: 'https://storage.googleapis.com', region: 'auto', pathStyle: true },
  },
  {
    value: 'azure',
    label: 'Azure through an S3 gateway',
    hint: 'Azure Blob Storage has no S3 API. Run a gateway such as s3proxy and enter its address. Containers are buckets. The keys are those of the gateway.',
    patch: { pathStyle: true, region: 'us-east-1' },
  },
]
