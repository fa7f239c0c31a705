import type { TtlLoad, TtlTotals } from '../ttl/ttl-load.ts'
import type { TtlLoss } from '../ttl/ttl-loss.ts'
import {
  type Answer,
  answer,
  bytesOf,
  countOf,
  joinWords,
  listWords,
  verb,
  type Words,
  words,
} from './words.ts'

type AnsweredTtlLoad = Pick<
  TtlLoad,
  'rewritten' | 'movesNow' | 'waits' | 'blocked' | 'unknown' | 'vanishes' | 'loss'
>

/** A TTL that a check refuses. */
export function answerRefusedTtl(blocking: number): Answer {
  return answer(
    'danger',
    words`the TTL cannot be set: ${countOf(blocking, 'check')} ${verb(blocking, 'blocks', 'block')} it`,
  )
}

/** What a TTL would do over all nodes: what moves, what stays although it is due, what is lost, what heavy adds. */
export function answerTtl({ gentle, heavy }: { gentle: AnsweredTtlLoad; heavy: AnsweredTtlLoad }): Answer {
  const loses = gentle.loss.parts + heavy.loss.parts > 0
  const short = gentle.waits.parts + gentle.blocked.parts + gentle.unknown.parts > 0
  return answer(
    loses ? 'danger' : short ? 'warn' : gentle.movesNow.parts > 0 ? 'accent' : 'ok',
    describePlaces(gentle),
    loses ? joinWords(lostByGentle(gentle)) : words`nothing is lost`,
    describeHeavy(gentle, heavy),
  )
}

/** Of the gentle way: a clause for each kind of place that parts have. */
function describePlaces({ movesNow, waits, blocked, unknown }: AnsweredTtlLoad): Words {
  const clauses = [
    ...(movesNow.parts > 0
      ? [words`${sized(movesNow)} ${verb(movesNow.parts, 'moves', 'move')} immediately`]
      : []),
    ...(waits.parts > 0
      ? [
          words`${sized(waits)} ${verb(waits.parts, 'is', 'are')} due and ${verb(waits.parts, 'stays', 'stay')}`,
        ]
      : []),
    ...(blocked.parts > 0 ? [words`${sized(blocked)} cannot move`] : []),
    ...(unknown.parts > 0 ? [words`${sized(unknown)} could not be judged`] : []),
  ]
  return clauses.length > 0 ? joinWords(clauses, ', ') : words`no part is due`
}

function sized({ parts, bytes }: TtlTotals): Words {
  return words`${countOf(parts, 'part')} (${bytesOf(bytes)})`
}

function lostByGentle({ loss }: AnsweredTtlLoad): Words[] {
  return loss.parts === 0 ? [words`gentle loses nothing`] : [words`merges delete ${describeLost(loss)}`]
}

function describeHeavy(gentle: AnsweredTtlLoad, heavy: AnsweredTtlLoad): Words {
  const { rewritten, movesNow, loss } = heavy
  const same = movesNow.parts === gentle.movesNow.parts && movesNow.bytes === gentle.movesNow.bytes
  if (rewritten.parts === 0 && same && loss.parts === gentle.loss.parts) return words`heavy does the same`
  const does = listWords([
    ...(rewritten.parts > 0 ? [words`rewrite ${bytesOf(rewritten.bytes)}`] : []),
    movesNow.parts > 0 ? words`move ${bytesOf(movesNow.bytes)}` : words`move nothing`,
    ...(loss.parts > 0 ? [words`delete ${describeLost(loss)}`] : []),
  ])
  return words`heavy would ${does} immediately`
}

function describeLost(loss: TtlLoss): Words {
  const rows = loss.deletedRows + loss.foldedRows
  const values = loss.columns.reduce((sum, each) => sum + each.values, 0n)
  const upTo = loss.atMost ? 'up to ' : ''
  return joinWords(
    [
      ...(rows > 0n ? [words`${upTo}${countOf(rows, 'row')}`] : []),
      ...(values > 0n ? [words`${upTo}${countOf(values, 'value')}`] : []),
      ...(loss.uncountedParts > 0
        ? [words`an unknown amount in ${countOf(loss.uncountedParts, 'part')}`]
        : []),
    ],
    ' and ',
  )
}
