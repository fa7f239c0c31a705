import type { DuplicateRule } from '@frostline/domain'

/** What can happen to content that a replicated table received before and would deduplicate. */
export const duplicateChoices: readonly { value: DuplicateRule; label: string; meaning: string }[] = [
  {
    value: 'ask',
    label: 'Ask me',
    meaning: 'The load waits until you choose. Nothing of the batch is in the table.',
  },
  {
    value: 'wait',
    label: 'Wait for the window',
    meaning:
      'The load waits until the deduplication window of the table has passed, then loads the rows a second time.',
  },
  {
    value: 'load',
    label: 'Load it anyway',
    meaning:
      'The objects are read again into parts with new deduplication IDs. Their rows are then duplicated in the table.',
  },
  {
    value: 'adopt',
    label: 'Count it as loaded',
    meaning:
      'The rows are compared with the table by count and checksum. Rows that exist are not loaded again. The rest of the batch is.',
  },
]
