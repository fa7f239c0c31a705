import type { DuplicateRule } from '@frostline/domain'

/** What can become of content that a replicated table was given before and would leave out. */
export const duplicateChoices: readonly { value: DuplicateRule; label: string; meaning: string }[] = [
  {
    value: 'ask',
    label: 'Ask me',
    meaning: 'The load waits until you choose, with nothing of the batch in the table.',
  },
  {
    value: 'wait',
    label: 'Wait for the window',
    meaning:
      'The load waits until the deduplication window of the table has passed, then brings the rows in a second time.',
  },
  {
    value: 'load',
    label: 'Load it anyway',
    meaning:
      'The objects of the batch are read again into parts with ids of their own, which the server takes for other content. Their rows are in the table twice.',
  },
  {
    value: 'adopt',
    label: 'Count it as loaded',
    meaning:
      'The rows are compared with those in the table, by count and checksum. If all are there, they are not brought in again; the rest of the batch is.',
  },
]
