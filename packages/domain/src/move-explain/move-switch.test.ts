import { expect, it } from 'vitest'
import { findStop } from './move-switch.ts'

const at = { database: 'shop', table: 'or.ders' }
const log = (...statements: string[]) =>
  statements.map((statement, atMs) => ({ statement, currentDatabase: 'shop', atMs, by: 'ann' }))

it.each([
  ['of this table', log('SYSTEM STOP MOVES shop.`or.ders`'), 0],
  ['by its bare name', log('system stop moves `or.ders`;'), 0],
  ['of all tables', log('SYSTEM STOP MOVES'), 0],
  ['on a cluster', log('SYSTEM STOP MOVES ON CLUSTER `a b` shop."or.ders"'), 0],
  ['behind a comment', log('/* tonight */ SYSTEM STOP MOVES shop.`or.ders` -- ann'), 0],
  ['of another table', log('SYSTEM STOP MOVES shop.orders'), undefined],
  ['that a START followed', log('SYSTEM STOP MOVES shop.`or.ders`', 'SYSTEM START MOVES'), undefined],
  ['where another table was started', log('SYSTEM STOP MOVES', 'SYSTEM START MOVES shop.x'), 0],
  ['sent twice', log('SYSTEM STOP MOVES', 'SYSTEM STOP MOVES'), 0],
  ['that only looks like it', log("SELECT 'SYSTEM STOP MOVES'"), undefined],
])('finds a STOP MOVES %s', (_, switches, atMs) => {
  expect(findStop(switches, at)?.atMs).toBe(atMs)
})
