import type { Tone } from '@frostline/ui'

/** How a state is shown: colour, word, and whether it is in progress. */
export interface Look {
  tone: Tone
  word: string
  live: boolean
  meaning: string
}

export function look(tone: Tone, word: string, meaning: string, live = false): Look {
  return { tone, word, live, meaning }
}
