import type { StateAction } from '../desired-state/plan-state.ts'
import type { RunStatus } from '../run/run-status.ts'
import { describeRunState, toneOfRun } from './run-state.ts'
import { type Answer, answer, countOf, listWords, nameOf, verb, type Words, words } from './words.ts'

interface AnsweredChange {
  action: StateAction
  /** Slug. Null: of the whole console. */
  cluster: string | null
}

interface AnsweredChangeSet {
  status: RunStatus
  changes: readonly AnsweredChange[]
  made: number
  failed: number
  needsApproval: boolean
  waitReason: string | null
}

const nouns: Record<StateAction, string> = {
  create: 'create',
  update: 'update',
  replace: 'replacement',
  remove: 'removal',
}

/** "2 creates and 1 removal in prod and the whole console". */
function describeChanges(changes: readonly AnsweredChange[]): Words {
  const counts = (Object.keys(nouns) as StateAction[]).flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length
    return count === 0 ? [] : [words`${countOf(count, nouns[action])}`]
  })
  const slugs = [...new Set(changes.flatMap(({ cluster }) => cluster ?? []))].toSorted()
  const places = [
    ...slugs.map((slug) => words`${nameOf(slug)}`),
    ...(changes.some(({ cluster }) => cluster === null) ? [words`the whole console`] : []),
  ]
  return words`${listWords(counts)} in ${listWords(places)}`
}

/** A change set: what it changes and where, how much of that is made, and what it waits for. */
export function answerChangeSet(changeSet: AnsweredChangeSet): Answer {
  const { status, changes, made, failed, needsApproval, waitReason } = changeSet
  const total = changes.length
  const what = describeChanges(changes)
  if (status === 'waiting')
    return answer(
      'warn',
      what,
      made === 0 ? words`nothing is changed yet` : describeMade(made, total),
      needsApproval ? words`a second person must approve it` : [],
    )
  if (status === 'completed')
    return answer(
      'ok',
      words`${total === 1 ? 'the change is' : words`all ${countOf(total, 'change')} are`} made: ${what}`,
    )
  return answer(
    toneOfRun(status),
    what,
    describeMade(made, total),
    failed > 0 ? words`${countOf(failed, 'change')} failed` : [],
    describeRunState(status, waitReason),
  )
}

function describeMade(made: number, total: number): Words {
  return words`${made.toLocaleString('en-US')} of ${countOf(total, 'change')} ${verb(total === 1 ? 1 : made, 'is', 'are')} made`
}
