import { expect, it } from 'vitest'
import { areToastsWanted, deliverToasts, followToastsWanted, showToast } from './toast-queue.ts'

it('keeps messages in order until the code that shows them has arrived', () => {
  const calls: string[] = []
  const unfollow = followToastsWanted(() => calls.push('wanted'))
  expect(areToastsWanted()).toBe(false)
  showToast({ title: 'first' })
  showToast({ title: 'second' })
  expect(areToastsWanted()).toBe(true)
  const end = deliverToasts(({ title }) => calls.push(title))
  showToast({ title: 'third' })
  end()
  showToast({ title: 'kept for the next' })
  unfollow()
  expect(calls.filter((call) => call !== 'wanted')).toEqual(['first', 'second', 'third'])
  const later: string[] = []
  deliverToasts(({ title }) => later.push(title))()
  expect(later).toEqual(['kept for the next'])
})
