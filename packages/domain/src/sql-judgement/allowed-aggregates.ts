/** Aggregate functions without combinators, allowed in a TTL with GROUP BY and in a SELECT. */
const allowedAggregates: ReadonlySet<string> = words(`
  analysisOfVariance any any_respect_nulls anyHeavy anyLast anyLast_respect_nulls approx_top_k
  approx_top_sum argAndMax argAndMin argMax argMin avg avgWeighted boundingRatio
  categoricalInformationValue contingency corr corrMatrix corrStable count covarPop covarPopMatrix
  covarPopStable covarSamp covarSampMatrix covarSampStable cramersV cramersVBiasCorrected cume_dist
  deltaSum deltaSumTimestamp denseRank distinctDynamicTypes distinctJSONPaths distinctJSONPathsAndTypes
  entropy exponentialMovingAverage exponentialTimeDecayedAvg exponentialTimeDecayedCount
  exponentialTimeDecayedMax exponentialTimeDecayedSum groupArray groupArrayInsertAt groupArrayIntersect
  groupArrayLast groupArrayMovingAvg groupArrayMovingSum groupArraySample groupArraySorted groupBitAnd
  groupBitmap groupBitmapAnd groupBitmapOr groupBitmapXor groupBitOr groupBitXor groupConcat
  groupNumericIndexedVector groupUniqArray histogram intervalLengthSum kolmogorovSmirnovTest kurtPop
  kurtSamp lag lagInFrame largestTriangleThreeBuckets lead leadInFrame mannWhitneyUTest max
  maxIntersections maxIntersectionsPosition maxMappedArrays meanZTest min minMappedArrays
  nonNegativeDerivative nth_value ntile percentRank quantile quantileBFloat16 quantileBFloat16Weighted
  quantileDD quantileDeterministic quantileExact quantileExactExclusive quantileExactHigh
  quantileExactInclusive quantileExactLow quantileExactWeighted quantileExactWeightedInterpolated
  quantileGK quantileInterpolatedWeighted quantilePrometheusHistogram quantiles quantilesBFloat16
  quantilesBFloat16Weighted quantilesDD quantilesDeterministic quantilesExact quantilesExactExclusive
  quantilesExactHigh quantilesExactInclusive quantilesExactLow quantilesExactWeighted
  quantilesExactWeightedInterpolated quantilesGK quantilesInterpolatedWeighted
  quantilesPrometheusHistogram quantilesTDigest quantilesTDigestWeighted quantilesTiming
  quantilesTimingWeighted quantileTDigest quantileTDigestWeighted quantileTiming quantileTimingWeighted
  rank rankCorr retention row_number sequenceCount sequenceMatch sequenceMatchEvents sequenceNextNode
  simpleLinearRegression singleValueOrNull skewPop skewSamp sparkbar stddevPop stddevPopStable stddevSamp
  stddevSampStable studentTTest studentTTestOneSample sum sumCount sumKahan sumMapFiltered
  sumMapFilteredWithOverflow sumMappedArrays sumMapWithOverflow sumWithOverflow theilsU
  timeSeriesChangesToGrid timeSeriesDeltaToGrid timeSeriesDerivToGrid timeSeriesGroupArray
  timeSeriesIncreaseToGrid timeSeriesInstantDeltaToGrid timeSeriesInstantRateToGrid
  timeSeriesLastTwoSamples timeSeriesPredictLinearToGrid timeSeriesRateToGrid
  timeSeriesResampleToGridWithStaleness timeSeriesResetsToGrid topK topKWeighted uniq uniqCombined
  uniqCombined64 uniqExact uniqHLL12 uniqUpTo varPop varPopStable varSamp varSampStable welchTTest
  windowFunnel
`)

const combinator =
  /(?:If|Array|Map|State|SimpleState|Merge|MergeState|ForEach|Distinct|OrDefault|OrNull|Resample|ArgMin|ArgMax|Null)$/

/** With any combinators: sumIf, quantilesTimingArrayIf, uniqState. */
export function isAllowedAggregate(name: string): boolean {
  if (allowedAggregates.has(name)) return true
  const bare = name.replace(combinator, '')
  return bare !== name && bare !== '' && isAllowedAggregate(bare)
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
