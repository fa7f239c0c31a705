/**
 * Functions that user SQL may call, by purpose, under the names of ClickHouse 26.7; the node resolves aliases. All of
 * them depend on their arguments only. Everything else is rejected: file() and the like, dictionaries and Join tables,
 * functions that take another function's name as text (initializeAggregation; see aggregateCallers), models, LLMs,
 * stemmers, information about the server, its settings or users, functions that sleep or throw, user-defined functions,
 * and functions of later versions. A test compares the list with `system.functions`.
 */
export const allowedFunctions = {
  /** Comparisons, logic, NULL and CASE. `in` takes only a list of values. */
  conditions: words(`
    and assumeNotNull caseWithExpression clamp coalesce equals firstNonDefault greater greaterOrEquals
    greatest if ifNull in isDistinctFrom isNotDistinctFrom isNotNull isNull isNullable isZeroOrNull least
    less lessOrEquals multiIf not notEquals notIn nullIf or toNullable xor
  `),
  maths: words(`
    abs acos acosh asin asinh atan atan2 atanh avg2 bitAnd bitCount bitHammingDistance bitNot bitOr
    bitRotateLeft bitRotateRight bitShiftLeft bitShiftRight bitSlice bitTest bitTestAll bitTestAny bitXor
    byteSwap cbrt ceil cos cosh cosineDistance cosineDistanceTransposed cosineDistanceTransposedQuantized
    degrees divide divideDecimal divideOrNull dotProductTransposed dotProductTransposedQuantized e erf erfc
    exp exp10 exp2 factorial financialInternalRateOfReturn financialInternalRateOfReturnExtended
    financialNetPresentValue financialNetPresentValueExtended floor gcd hypot ifNotFinite intDiv
    intDivOrNull intDivOrZero intExp10 intExp2 isFinite isInfinite isNaN isPrime isProbablePrime L1Distance
    L1Norm L1Normalize L2Distance L2DistanceTransposed L2DistanceTransposedQuantized L2Norm L2Normalize
    L2SquaredDistance L2SquaredNorm lcm lgamma LinfDistance LinfNorm LinfNormalize log log10 log1p log2
    LpDistance LpNorm LpNormalize max2 midpoint min2 minus modulo moduloLegacy moduloOrNull moduloOrZero
    multiply multiplyDecimal negate pi plus positiveModulo positiveModuloOrNull pow proportionsZTest radians
    round roundAge roundBankers roundDown roundDuration roundToExp2 sigmoid sign sin sinh sqr sqrt tan tanh
    tgamma trunc widthBucket
  `),
  conversion: words(`
    accurateCast accurateCastOrDefault accurateCastOrNull CAST DATE fromUnixTimestamp64Micro
    fromUnixTimestamp64Milli fromUnixTimestamp64Nano fromUnixTimestamp64Second parseDateTime
    parseDateTime32BestEffort parseDateTime32BestEffortOrNull parseDateTime32BestEffortOrZero
    parseDateTime64 parseDateTime64BestEffort parseDateTime64BestEffortOrNull
    parseDateTime64BestEffortOrZero parseDateTime64BestEffortUS parseDateTime64BestEffortUSOrNull
    parseDateTime64BestEffortUSOrZero parseDateTime64InJodaSyntax parseDateTime64InJodaSyntaxOrNull
    parseDateTime64InJodaSyntaxOrZero parseDateTime64OrNull parseDateTime64OrZero parseDateTimeBestEffort
    parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero parseDateTimeBestEffortUS
    parseDateTimeBestEffortUSOrNull parseDateTimeBestEffortUSOrZero parseDateTimeInJodaSyntax
    parseDateTimeInJodaSyntaxOrNull parseDateTimeInJodaSyntaxOrZero parseDateTimeOrNull parseDateTimeOrZero
    reinterpret reinterpretAsDate reinterpretAsDateTime reinterpretAsFixedString reinterpretAsFloat32
    reinterpretAsFloat64 reinterpretAsInt128 reinterpretAsInt16 reinterpretAsInt256 reinterpretAsInt32
    reinterpretAsInt64 reinterpretAsInt8 reinterpretAsString reinterpretAsUInt128 reinterpretAsUInt16
    reinterpretAsUInt256 reinterpretAsUInt32 reinterpretAsUInt64 reinterpretAsUInt8 reinterpretAsUUID
    toBFloat16 toBFloat16OrNull toBFloat16OrZero toBool toDate toDate32 toDate32OrDefault toDate32OrNull
    toDate32OrZero toDateOrDefault toDateOrNull toDateOrZero toDateTime toDateTime32 toDateTime64
    toDateTime64OrDefault toDateTime64OrNull toDateTime64OrZero toDateTimeOrDefault toDateTimeOrNull
    toDateTimeOrZero toDecimal128 toDecimal128OrDefault toDecimal128OrNull toDecimal128OrZero toDecimal256
    toDecimal256OrDefault toDecimal256OrNull toDecimal256OrZero toDecimal32 toDecimal32OrDefault
    toDecimal32OrNull toDecimal32OrZero toDecimal64 toDecimal64OrDefault toDecimal64OrNull toDecimal64OrZero
    toDecimalString toFixedString toFloat32 toFloat32OrDefault toFloat32OrNull toFloat32OrZero toFloat64
    toFloat64OrDefault toFloat64OrNull toFloat64OrZero toInt128 toInt128OrDefault toInt128OrNull
    toInt128OrZero toInt16 toInt16OrDefault toInt16OrNull toInt16OrZero toInt256 toInt256OrDefault
    toInt256OrNull toInt256OrZero toInt32 toInt32OrDefault toInt32OrNull toInt32OrZero toInt64
    toInt64OrDefault toInt64OrNull toInt64OrZero toInt8 toInt8OrDefault toInt8OrNull toInt8OrZero toInterval
    toIntervalDay toIntervalHour toIntervalMicrosecond toIntervalMillisecond toIntervalMinute
    toIntervalMonth toIntervalNanosecond toIntervalQuarter toIntervalSecond toIntervalWeek toIntervalYear
    toLowCardinality toString toStringCutToZero toTime toTime64 toTime64OrNull toTime64OrZero toTimeOrNull
    toTimeOrZero toUInt128 toUInt128OrDefault toUInt128OrNull toUInt128OrZero toUInt16 toUInt16OrDefault
    toUInt16OrNull toUInt16OrZero toUInt256 toUInt256OrDefault toUInt256OrNull toUInt256OrZero toUInt32
    toUInt32OrDefault toUInt32OrNull toUInt32OrZero toUInt64 toUInt64OrDefault toUInt64OrNull toUInt64OrZero
    toUInt8 toUInt8OrDefault toUInt8OrNull toUInt8OrZero toUnixTimestamp64Micro toUnixTimestamp64Milli
    toUnixTimestamp64Nano toUnixTimestamp64Second toUUID toUUIDOrZero
  `),
  dates: words(`
    addDate addDays addHours addInterval addMicroseconds addMilliseconds addMinutes addMonths addNanoseconds
    addQuarters addSeconds addTupleOfIntervals addWeeks addYears age changeDay changeHour changeMinute
    changeMonth changeSecond changeYear dateDiff dateName dateTrunc formatDateTime
    formatDateTimeInJodaSyntax fromDaysSinceYearZero fromDaysSinceYearZero32 fromModifiedJulianDay
    fromModifiedJulianDayOrNull fromUnixTimestamp fromUnixTimestampInJodaSyntax fromUTCTimestamp hop hopEnd
    hopStart makeDate makeDate32 makeDateTime makeDateTime64 monthName now now64 nowInBlock nowInBlock64
    subDate subtractDays subtractHours subtractInterval subtractMicroseconds subtractMilliseconds
    subtractMinutes subtractMonths subtractNanoseconds subtractQuarters subtractSeconds
    subtractTupleOfIntervals subtractWeeks subtractYears timeDiff timeSlot timeSlots timestamp timezone
    timezoneOf timezoneOffset today toDayOfMonth toDayOfWeek toDayOfYear toDaysInMonth toDaysSinceYearZero
    toHour toISOWeek toISOYear toLastDayOfMonth toLastDayOfWeek toMicrosecond toMillisecond toMinute
    toModifiedJulianDay toModifiedJulianDayOrNull toMonday toMonth toMonthNumSinceEpoch toNanosecond
    toQuarter toRelativeDayNum toRelativeHourNum toRelativeMinuteNum toRelativeMonthNum toRelativeQuarterNum
    toRelativeSecondNum toRelativeWeekNum toRelativeYearNum toSecond toStartOfDay toStartOfFifteenMinutes
    toStartOfFiveMinutes toStartOfHour toStartOfInterval toStartOfISOYear toStartOfMicrosecond
    toStartOfMillisecond toStartOfMinute toStartOfMonth toStartOfNanosecond toStartOfQuarter toStartOfSecond
    toStartOfTenMinutes toStartOfWeek toStartOfYear toTimeWithFixedDate toTimezone toUnixTimestamp
    toUTCTimestamp toWeek toYear toYearNumSinceEpoch toYearWeek toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss tumble
    tumbleEnd tumbleStart UTCTimestamp windowID yesterday YYYYMMDDhhmmssToDateTime
    YYYYMMDDhhmmssToDateTime64 YYYYMMDDToDate YYYYMMDDToDate32
  `),
  strings: words(`
    alphaTokens appendTrailingCharIfAbsent arrayStringConcat ascii base32Decode base32Encode base58Decode
    base58Encode base64Decode base64Encode base64URLDecode base64URLEncode basename byteHammingDistance
    caseFoldUTF8 compareSubstrings concat concatAssumeInjective concatWithSeparator
    concatWithSeparatorAssumeInjective conv convertCharset countMatches countMatchesCaseInsensitive
    countSubstrings countSubstringsCaseInsensitive countSubstringsCaseInsensitiveUTF8 CRC32 CRC32IEEE CRC64
    damerauLevenshteinDistance decodeHTMLComponent decodeXMLComponent editDistance editDistanceUTF8
    encodeXMLComponent endsWith endsWithCaseInsensitive endsWithCaseInsensitiveUTF8 endsWithUTF8 extract
    extractAll extractAllGroupsHorizontal extractAllGroupsVertical extractGroups extractTextFromHTML
    firstLine format hasAllTokens hasAnyTokens hasPhrase hasSubsequence hasSubsequenceCaseInsensitive
    hasSubsequenceCaseInsensitiveUTF8 hasSubsequenceUTF8 hasToken hasTokenCaseInsensitive
    hasTokenCaseInsensitiveOrNull hasTokenOrNull highlight ilike initcap initcapUTF8 isValidASCII
    isValidUTF8 jaroSimilarity jaroWinklerSimilarity left leftPad leftPadUTF8 leftUTF8 lengthUTF8 like
    locate lower lowerUTF8 match multiFuzzyMatchAllIndices multiFuzzyMatchAny multiFuzzyMatchAnyIndex
    multiMatchAllIndices multiMatchAny multiMatchAnyIndex multiSearchAllPositions
    multiSearchAllPositionsCaseInsensitive multiSearchAllPositionsCaseInsensitiveUTF8
    multiSearchAllPositionsUTF8 multiSearchAny multiSearchAnyCaseInsensitive
    multiSearchAnyCaseInsensitiveUTF8 multiSearchAnyUTF8 multiSearchFirstIndex
    multiSearchFirstIndexCaseInsensitive multiSearchFirstIndexCaseInsensitiveUTF8 multiSearchFirstIndexUTF8
    multiSearchFirstPosition multiSearchFirstPositionCaseInsensitive
    multiSearchFirstPositionCaseInsensitiveUTF8 multiSearchFirstPositionUTF8 naturalSortKey ngramDistance
    ngramDistanceCaseInsensitive ngramDistanceCaseInsensitiveUTF8 ngramDistanceUTF8 ngrams ngramSearch
    ngramSearchCaseInsensitive ngramSearchCaseInsensitiveUTF8 ngramSearchUTF8 normalizeUTF8NFC
    normalizeUTF8NFD normalizeUTF8NFKC normalizeUTF8NFKCCasefold normalizeUTF8NFKD notILike notLike overlay
    overlayUTF8 position positionCaseInsensitive positionCaseInsensitiveUTF8 positionUTF8 printf
    regexpExtract regexpPosition regexpQuoteMeta removeDiacriticsUTF8 repeat replaceAll replaceOne
    replaceRegexpAll replaceRegexpOne reverseBySeparator reverseUTF8 right rightPad rightPadUTF8 rightUTF8
    soundex space sparseGrams sparseGramsHashes sparseGramsHashesUTF8 sparseGramsUTF8 splitByChar
    splitByNonAlpha splitByRegexp splitByString splitByWhitespace startsWith startsWithCaseInsensitive
    startsWithCaseInsensitiveUTF8 startsWithUTF8 stringBytesEntropy stringBytesUniq stringJaccardIndex
    stringJaccardIndexUTF8 substring substringIndex substringIndexUTF8 substringUTF8 tokens
    tokensForLikePattern toValidUTF8 translate translateUTF8 trimBoth trimLeft trimRight tryBase32Decode
    tryBase58Decode tryBase64Decode tryBase64URLDecode upper upperUTF8
  `),
  json: words(`
    dynamicElement dynamicType isDynamicElementInSharedData isValidJSON JSON_EXISTS JSON_QUERY JSON_VALUE
    JSONAllPaths JSONAllPathsWithTypes JSONAllValues JSONArrayLength JSONDynamicPaths
    JSONDynamicPathsWithTypes JSONExtract JSONExtractArrayRaw JSONExtractArrayRawCaseInsensitive
    JSONExtractBool JSONExtractBoolCaseInsensitive JSONExtractCaseInsensitive JSONExtractFloat
    JSONExtractFloatCaseInsensitive JSONExtractInt JSONExtractIntCaseInsensitive JSONExtractKeys
    JSONExtractKeysAndValues JSONExtractKeysAndValuesCaseInsensitive JSONExtractKeysAndValuesRaw
    JSONExtractKeysAndValuesRawCaseInsensitive JSONExtractKeysCaseInsensitive JSONExtractRaw
    JSONExtractRawCaseInsensitive JSONExtractString JSONExtractStringCaseInsensitive JSONExtractUInt
    JSONExtractUIntCaseInsensitive JSONHas JSONKey JSONLength JSONMergePatch JSONSharedDataPaths
    JSONSharedDataPathsWithTypes JSONType prettyPrintJSON simpleJSONExtractBool simpleJSONExtractFloat
    simpleJSONExtractInt simpleJSONExtractRaw simpleJSONExtractString simpleJSONExtractUInt simpleJSONHas
    toJSONString
  `),
  /** Arrays with their higher-order functions, tuples, maps, bitmaps. */
  collections: words(`
    array arrayAll arrayAUCPR arrayAutocorrelation arrayAvg arrayBottomK arrayCompact arrayConcat arrayCount
    arrayCumSum arrayCumSumNonNegative arrayDifference arrayDistinct arrayDotProduct arrayElement
    arrayElementOrNull arrayEnumerate arrayEnumerateDense arrayEnumerateDenseRanked arrayEnumerateUniq
    arrayEnumerateUniqRanked arrayExcept arrayExists arrayFill arrayFilter arrayFirst arrayFirstIndex
    arrayFirstOrNull arrayFlatten arrayFold arrayIntersect arrayJaccardIndex arrayJoin arrayLast
    arrayLastIndex arrayLastOrNull arrayLevenshteinDistance arrayLevenshteinDistanceWeighted arrayMap
    arrayMax arrayMin arrayNormalizedGini arrayPartialReverseSort arrayPartialShuffle arrayPartialSort
    arrayPopBack arrayPopFront arrayProduct arrayPushBack arrayPushFront arrayRandomSample arrayRemove
    arrayResize arrayReverse arrayReverseFill arrayReverseSort arrayReverseSplit arrayROCAUC arrayRotateLeft
    arrayRotateRight arrayShiftLeft arrayShiftRight arrayShingles arrayShuffle arraySimilarity arraySlice
    arraySort arraySplit arraySum arraySymmetricDifference arrayTopK arrayTranspose arrayUnion arrayUniq
    arrayWithConstant arrayZip arrayZipUnaligned bitmapAnd bitmapAndCardinality bitmapAndnot
    bitmapAndnotCardinality bitmapBuild bitmapCardinality bitmapContains bitmapHasAll bitmapHasAny bitmapMax
    bitmapMin bitmapOr bitmapOrCardinality bitmapSubsetInRange bitmapSubsetLimit bitmapToArray
    bitmapTransform bitmapXor bitmapXorCardinality countEqual dotProduct empty emptyArrayDate
    emptyArrayDateTime emptyArrayFloat32 emptyArrayFloat64 emptyArrayInt16 emptyArrayInt32 emptyArrayInt64
    emptyArrayInt8 emptyArrayString emptyArrayToSingle emptyArrayUInt16 emptyArrayUInt32 emptyArrayUInt64
    emptyArrayUInt8 extractKeyValuePairs extractKeyValuePairsWithEscaping flattenTuple has hasAll hasAny
    hasSubstr indexOf indexOfAssumeSorted length map mapAdd mapAll mapApply mapConcat mapContainsKey
    mapContainsKeyLike mapContainsValue mapContainsValueLike mapExists mapExtractKeyLike mapExtractValueLike
    mapFilter mapFromArrays mapKeys mapPartialReverseSort mapPartialSort mapPopulateSeries mapReverseSort
    mapSort mapSubtract mapUpdate mapValues notEmpty randomHadamardTransform range replicate reverse
    subBitmap tuple tupleConcat tupleDivide tupleDivideByNumber tupleElement tupleHammingDistance
    tupleIntDiv tupleIntDivByNumber tupleIntDivOrZero tupleIntDivOrZeroByNumber tupleMinus tupleModulo
    tupleModuloByNumber tupleMultiply tupleMultiplyByNumber tupleNames tupleNegate tuplePlus
    tuplePositiveModuloByNumber tupleToNameValuePairs
  `),
  hashes: words(`
    cityHash64 farmFingerprint64 farmHash64 gccMurmurHash halfMD5 hiveHash icebergHash intHash32 intHash64
    javaHash javaHashUTF16LE jumpConsistentHash kafkaMurmurHash keccak256 kostikConsistentHash MD4 MD5
    metroHash64 murmurHash2_32 murmurHash2_64 murmurHash3_128 murmurHash3_32 murmurHash3_64 ngramMinHash
    ngramMinHashArg ngramMinHashArgCaseInsensitive ngramMinHashArgCaseInsensitiveUTF8 ngramMinHashArgUTF8
    ngramMinHashCaseInsensitive ngramMinHashCaseInsensitiveUTF8 ngramMinHashUTF8 ngramSimHash
    ngramSimHashCaseInsensitive ngramSimHashCaseInsensitiveUTF8 ngramSimHashUTF8 RIPEMD160 SHA1 SHA224
    SHA256 SHA384 SHA512 SHA512_256 sipHash128 sipHash128Keyed sipHash128Reference sipHash128ReferenceKeyed
    sipHash64 sipHash64Keyed URLHash wordShingleMinHash wordShingleMinHashArg
    wordShingleMinHashArgCaseInsensitive wordShingleMinHashArgCaseInsensitiveUTF8 wordShingleMinHashArgUTF8
    wordShingleMinHashCaseInsensitive wordShingleMinHashCaseInsensitiveUTF8 wordShingleMinHashUTF8
    wordShingleSimHash wordShingleSimHashCaseInsensitive wordShingleSimHashCaseInsensitiveUTF8
    wordShingleSimHashUTF8 wyHash64 xxh3 xxh3_128 xxHash32 xxHash64 xxHash64Spark
  `),
  encoding: words(`
    bin bitmaskToArray bitmaskToList bitPositionsToArray char hex hilbertDecode hilbertEncode mortonDecode
    mortonEncode sqidDecode sqidEncode unbin unhex
  `),
  /** IP addresses, URLs, MAC addresses. */
  addresses: words(`
    cutFragment cutIPv6 cutQueryString cutQueryStringAndFragment cutToFirstSignificantSubdomain
    cutToFirstSignificantSubdomainCustom cutToFirstSignificantSubdomainCustomRFC
    cutToFirstSignificantSubdomainCustomWithWWW cutToFirstSignificantSubdomainCustomWithWWWRFC
    cutToFirstSignificantSubdomainRFC cutToFirstSignificantSubdomainWithWWW
    cutToFirstSignificantSubdomainWithWWWRFC cutURLParameter cutWWW decodeURLComponent
    decodeURLFormComponent domain domainRFC domainWithoutWWW domainWithoutWWWRFC encodeURLComponent
    encodeURLFormComponent extractURLParameter extractURLParameterNames extractURLParameters
    firstSignificantSubdomain firstSignificantSubdomainCustom firstSignificantSubdomainCustomRFC
    firstSignificantSubdomainRFC fragment IPv4CIDRToRange IPv4NumToString IPv4NumToStringClassC
    IPv4StringToNum IPv4StringToNumOrDefault IPv4StringToNumOrNull IPv4ToIPv6 IPv6CIDRToRange
    IPv6NumToString IPv6StringToNum IPv6StringToNumOrDefault IPv6StringToNumOrNull isIPAddressInRange
    isIPv4String isIPv6String MACNumToString MACStringToNum MACStringToOUI netloc path pathFull port portRFC
    protocol queryString queryStringAndFragment toIPv4 toIPv4OrDefault toIPv4OrNull toIPv4OrZero toIPv6
    toIPv6OrDefault toIPv6OrNull toIPv6OrZero topLevelDomain topLevelDomainRFC URLHierarchy URLPathHierarchy
  `),
  identifiers: words(`
    dateTime64ToSnowflakeID dateTimeToSnowflakeID dateTimeToUUIDv7 fuzzBits generateSnowflakeID
    generateUUIDv4 generateUUIDv7 rand rand64 randBernoulli randBinomial randCanonical randChiSquared
    randConstant randExponential randFisherF randLogNormal randNegativeBinomial randNormal randomFixedString
    randomPrintableASCII randomString randomStringUTF8 randPoisson randStudentT randUniform
    snowflakeIDToDateTime snowflakeIDToDateTime64 toUUIDOrDefault toUUIDOrNull UUIDNumToString
    UUIDStringToNum UUIDToNum UUIDv7ToDateTime
  `),
  geography: words(`
    areaCartesian areaSpherical geoDistance geohashDecode geohashEncode geohashesInBox
    geometryIntersectCartesian geometryIntersectSpherical geoToH3 geoToMGRS geoToUTM greatCircleAngle
    greatCircleDistance h3CellAreaM2 h3CellAreaRads2 h3Distance h3EdgeAngle h3EdgeLengthKm h3EdgeLengthM
    h3ExactEdgeLengthKm h3ExactEdgeLengthM h3ExactEdgeLengthRads h3GetBaseCell
    h3GetDestinationIndexFromUnidirectionalEdge h3GetFaces h3GetIndexesFromUnidirectionalEdge
    h3GetOriginIndexFromUnidirectionalEdge h3GetPentagonIndexes h3GetRes0Indexes h3GetResolution
    h3GetUnidirectionalEdge h3GetUnidirectionalEdgeBoundary h3GetUnidirectionalEdgesFromHexagon h3HexAreaKm2
    h3HexAreaM2 h3HexRing h3IndexesAreNeighbors h3IsPentagon h3IsResClassIII h3IsValid h3kRing h3Line
    h3NumHexagons h3PointDistKm h3PointDistM h3PointDistRads h3PolygonToCells
    h3PolygonToCellsWithContainment h3ToCenterChild h3ToChildren h3ToGeo h3ToGeoBoundary h3ToParent
    h3ToString h3UnidirectionalEdgeIsValid MGRSToGeo MVTBoundingBox MVTBoundingBoxMercator
    perimeterCartesian perimeterSpherical pointInEllipses pointInPolygon polygonAreaCartesian
    polygonAreaSpherical polygonConvexHullCartesian polygonPerimeterCartesian polygonPerimeterSpherical
    polygonsDistanceCartesian polygonsDistanceSpherical polygonsEqualsCartesian polygonsIntersectCartesian
    polygonsIntersectionCartesian polygonsIntersectionSpherical polygonsIntersectSpherical
    polygonsSymDifferenceCartesian polygonsSymDifferenceSpherical polygonsUnionCartesian
    polygonsUnionSpherical polygonsWithinCartesian polygonsWithinSpherical readWKB readWKBLineString
    readWKBMultiLineString readWKBMultiPolygon readWKBPoint readWKBPolygon readWKT readWKTLineString
    readWKTMultiLineString readWKTMultiPolygon readWKTPoint readWKTPolygon readWKTRing stringToH3 svg
    UTMToGeo wkb wkt
  `),
  /** About a value itself, or its position among the rows. */
  values: words(`
    bar byteSize colorOKLABToSRGB colorOKLCHToSRGB colorSRGBToOKLAB colorSRGBToOKLCH countDigits
    defaultValueOfArgumentType defaultValueOfTypeName digits flipCoordinates formatReadableDecimalSize
    formatReadableQuantity formatReadableSize formatReadableTimeDelta getSubcolumn identity ignore
    isConstant isDecimalOverflow materialize parseReadableSize parseReadableSizeOrNull
    parseReadableSizeOrZero parseTimeDelta rowNumberInAllBlocks rowNumberInBlock toTypeName transform
    variantElement variantType visibleWidth
  `),
} as const satisfies Record<string, ReadonlySet<string>>

const allowed: ReadonlySet<string> = new Set(Object.values(allowedFunctions).flatMap((group) => [...group]))

export function isAllowedFunction(name: string): boolean {
  return allowed.has(name)
}

/**
 * Functions that take the name of an aggregate function as text, allowed only under this name and with an allowed
 * aggregate.
 */
export const aggregateCallers = words('arrayReduce arrayReduceInRanges')

/** Functions that take a function as first argument. There any function name would pass for a value. */
export const higherOrderFunctions = words(`
  arrayAll arrayAvg arrayBottomK arrayCompact arrayCount arrayCumSum arrayCumSumNonNegative arrayDifference arrayExists arrayFill
  arrayFilter arrayFirst arrayFirstIndex arrayFirstOrNull arrayFold arrayLast arrayLastIndex arrayLastOrNull arrayMap arrayMax
  arrayMin arrayPartialReverseSort arrayPartialSort arrayProduct arrayReverseFill arrayReverseSort arrayReverseSplit arraySort
  arraySplit arraySum arrayTopK mapAll mapApply mapExists mapFilter mapPartialReverseSort mapPartialSort mapReverseSort mapSort
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
