/**
 * What our own pages send, so that a page that was just loaded or refreshed shows nothing older: how old, in milliseconds,
 * what a node said may be. Answers whose question was put to the node before that are not used. REST has the input `fresh`
 * instead.
 */
export const maxAnswerAgeHeader = 'frostline-max-answer-age-ms'

/**
 * The moment, on the clock of `nowMs`, from which on a node must have been asked. The way of the request counts as age
 * too, so that it is never too early.
 */
export function askedSince(headers: Headers, nowMs: number): number | undefined {
  const age = headers.get(maxAnswerAgeHeader)
  return age !== null && /^\d{1,15}$/.test(age) ? nowMs - Number(age) : undefined
}
