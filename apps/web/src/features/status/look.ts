import type { Tone } from '@frostline/ui'

/** How a state is shown: colour, word, and whether something goes on right now. */
export interface Look {
  tone: Tone
  word: string
  live: boolean
  meaning: string
}
