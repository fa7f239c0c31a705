import { type Answer, answer, bytesOf, countOf, nameOf, verb, words } from './words.ts'

interface AnsweredView {
  name: string
  exists: boolean
  partitions: number
  rows: bigint
  files: number
  fileBytes: bigint
  /** Nodes that have the table, and do not have the right view. */
  wrongNodes: number
  obstacles: number
}

/** Whether archived rows can be queried together with the table. */
export function answerArchiveView(view: AnsweredView): Answer {
  const rows = countOf(view.rows, 'row')
  const from = words`${countOf(view.files, 'file')} (${bytesOf(view.fileBytes)})`
  if (!view.exists)
    return view.obstacles > 0
      ? answer('warn', words`a view over table and archive cannot be created now`)
      : answer(
          'neutral',
          view.partitions === 0
            ? words`no rows are in the archive alone`
            : words`queries of the table miss ${rows} that are in the archive alone`,
          words`a view ${nameOf(view.name)} would read them from ${from}`,
        )
  if (view.wrongNodes > 0)
    return answer(
      'warn',
      words`${nameOf(view.name)} is not up to date on ${countOf(view.wrongNodes, 'node')}`,
      words`update it before it is used there`,
    )
  return answer(
    'ok',
    words`${nameOf(view.name)} has each row once`,
    view.partitions === 0
      ? words`all are read from the table`
      : words`${rows} of ${countOf(view.partitions, 'partition')} ${verb(view.rows, 'is', 'are')} read from ${from}, the rest from the table`,
  )
}
