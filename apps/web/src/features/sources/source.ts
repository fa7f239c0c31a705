import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export interface ObjectAt {
  id: string
  bucket: string
  key: string
}

export type Source = RouterOutputs['sources']['list']['sources'][number]
export type SourceReport = RouterOutputs['sources']['test']
export type SourceCheck = SourceReport['console'][number]
export type SourceInput = RouterInputs['sources']['create']
type ObjectPage = RouterOutputs['sources']['objects']
export type StoredObject = ObjectPage['objects'][number]
export type RowsPreview = RouterOutputs['sources']['previewRows']

/** The store's readable name. */
export function describeEndpoint(source: Pick<Source, 'endpoint' | 'region'>): string {
  return source.endpoint === '' ? `Amazon S3, ${source.region}` : source.endpoint
}

export const authNames: Record<Source['auth'], string> = {
  keys: 'access key',
  environment: "the servers' own credentials",
  collection: 'named collection',
}
