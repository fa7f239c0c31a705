'use client'
import type { AppRouter } from '@frostline/api'
import { type DehydratedState, hydrate, useQueryClient } from '@tanstack/react-query'
import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { type ReactNode, useEffect, useState } from 'react'
import { hashQueryKey } from './hash-query-key.ts'

/** What the server asked for a document, and had no answer to when it sent the HTML. */
export interface LateAnswer {
  /** Of the procedure: "overview.get". */
  path: string
  input: unknown
  /** Comes with the rest of the document. Null: the browser has to ask, because the question failed or took too long. */
  answer: PromiseLike<{ data: unknown } | null>
}

/** An answer that no panel has asked for by then is dropped, so that a later page does not show it as new. */
const keepMs = 10_000

/** For pages that never hydrate, because they redirect or their script does not load. */
const maxHoldMs = 10_000

/**
 * Answers on their way with the document. Each is given once, to the first request for it: a second request needs a newer answer.
 *
 * React hydrates the page of a document after its frame, and discards HTML that does not fit the state of its queries. So no
 * answer is given before the page has hydrated, and no change announced.
 */
export class LateAnswers {
  readonly #byQuestion = new Map<string, LateAnswer['answer']>()
  /** To be called once the page has hydrated. */
  pageHydrated = () => {}
  readonly #hydrated = new Promise<void>((resolve) => {
    this.pageHydrated = resolve
    setTimeout(resolve, maxHoldMs)
  })

  expect(late: readonly LateAnswer[]): void {
    for (const { path, input, answer } of late) {
      const question = hashQueryKey([path, input])
      this.#byQuestion.set(question, answer)
      const forget = () => {
        setTimeout(() => this.#byQuestion.delete(question), keepMs)
      }
      answer.then(forget, forget)
    }
  }

  take(path: string, input: unknown): LateAnswer['answer'] | undefined {
    const question = hashQueryKey([path, input])
    const answer = this.#byQuestion.get(question)
    this.#byQuestion.delete(question)
    return answer && this.#hold(answer)
  }

  /**
   * Drops questions that a later part of the HTML has answered.
   * @param questions hashes of path and input.
   */
  forget(questions: readonly string[]): void {
    for (const question of questions) this.#byQuestion.delete(question)
  }

  /** Called at a change and at Refresh: from then on, answers must be newer than the document. */
  clear(): void {
    this.#byQuestion.clear()
  }

  /** Resolves once the page has hydrated, or after `maxHoldMs`. */
  untilHydrated(): Promise<void> {
    return this.#hydrated
  }

  /** It awaits, because `then` of the promises that React reads from a document returns nothing. */
  async #hold(answer: LateAnswer['answer']): Promise<{ data: unknown } | null> {
    const given = await answer
    await this.untilHydrated()
    return given
  }
}

/** Answers a query from the document if its answer is on the way there. Without one, or if it does not come, it asks the API. */
export function lateAnswerLink(lateAnswers: LateAnswers): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) => {
      if (op.type === 'mutation') lateAnswers.clear()
      const answer = op.type === 'query' ? lateAnswers.take(op.path, op.input) : undefined
      if (!answer) return next(op)
      return observable((observer) => {
        let asked: { unsubscribe: () => void } | undefined
        const give = (late: { data: unknown } | null) => {
          if (late === null) {
            asked = next(op).subscribe(observer)
            return
          }
          observer.next({ result: { type: 'data', data: late.data } })
          observer.complete()
        }
        answer.then(give, () => give(null))
        return () => asked?.unsubscribe()
      })
    }
}

/** Of this tab's document. */
export const documentAnswers = new LateAnswers()

/** For every page. `PageHeader` calls it, so that only a page without one has to. */
export function usePageHydrated(): void {
  useEffect(() => documentAnswers.pageHydrated(), [])
}

interface ExpectAnswersProps {
  late: readonly LateAnswer[]
  children: ReactNode
}

/** Registers the late answers of a document before anything below asks for them. */
export function ExpectAnswers({ late, children }: ExpectAnswersProps) {
  useState(() => {
    if (typeof window !== 'undefined') documentAnswers.expect(late)
  })
  return children
}

interface HydrateAtOnceProps {
  state: DehydratedState
  /** Hashes of the path and input of questions whose answers are in the state. */
  shown: readonly string[]
  children: ReactNode
}

/**
 * Like `HydrationBoundary`, but it also fills queries that the cache has already. `HydrationBoundary` fills those in an effect,
 * and the server, which has rendered the page once without these answers, runs no effects.
 */
export function HydrateAtOnce({ state, shown, children }: HydrateAtOnceProps) {
  const queryClient = useQueryClient()
  useState(() => {
    hydrate(queryClient, state)
    documentAnswers.forget(shown)
  })
  return children
}
