import { createRequire } from 'node:module'

const { DataType, load, open } = createRequire(import.meta.url)('ffi-rs')

open({ library: 'libc', path: 'libc.so.6' })

/** Takes numbers, addresses and buffers, returns a number. */
export function callLibc(funcName, ...values) {
  return load({
    library: 'libc',
    funcName,
    retType: DataType.I64,
    paramsType: values.map((value) => (Buffer.isBuffer(value) ? DataType.U8Array : DataType.I64)),
    paramsValue: values.map((value) => value ?? 0),
  })
}
