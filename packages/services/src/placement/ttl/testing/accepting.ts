import type { TableTtlPreview } from '../schema.ts'

/** What a person who has read the dry run accepts. */
export function accepting(data: TableTtlPreview['data'], mode: 'gentle' | 'heavy') {
  const accepts = data.accept[mode]
  return accepts ? { accepts } : {}
}
