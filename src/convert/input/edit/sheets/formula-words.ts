/** What the words of formulas mean, and which of them LibreOffice computes as Excel does. */
import { withoutEntities } from '../../../../system/xml.js';

/** Functions of Excel that LibreOffice 7.4 computes from the workbook alone. */
const KNOWN = new Set(
  (
    'ABS ACCRINT ACCRINTM ACOS ACOSH ADDRESS AMORDEGRC AMORLINC AND AREAS ASC ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE ' +
    'AVERAGEA AVERAGEIF AVERAGEIFS BESSELI BESSELJ BESSELK BESSELY BETADIST BETAINV BIN2DEC BIN2HEX BIN2OCT BINOMDIST ' +
    'CEILING CHAR CHIDIST CHIINV CHITEST CHOOSE CLEAN CODE COLUMN COLUMNS COMBIN COMPLEX CONCATENATE CONFIDENCE CONVERT ' +
    'CORREL COS COSH COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD COVAR ' +
    'CRITBINOM CUMIPMT CUMPRINC DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS360 DB DCOUNT DCOUNTA DDB DEC2BIN DEC2HEX DEC2OCT ' +
    'DEGREES DELTA DEVSQ DGET DISC DMAX DMIN DOLLAR DOLLARDE DOLLARFR DPRODUCT DSTDEV DSTDEVP DSUM DURATION DVAR DVARP ' +
    'EDATE EFFECT EOMONTH ERF ERFC ERROR.TYPE EUROCONVERT EVEN EXACT EXP EXPONDIST FACT FACTDOUBLE FALSE FDIST FIND FINDB ' +
    'FINV FISHER FISHERINV FIXED FLOOR FORECAST FREQUENCY FTEST FV FVSCHEDULE GAMMADIST GAMMAINV GAMMALN GCD GEOMEAN ' +
    'GESTEP GROWTH HARMEAN HEX2BIN HEX2DEC HEX2OCT HLOOKUP HOUR HYPERLINK HYPGEOMDIST IF IFERROR IMABS IMAGINARY ' +
    'IMARGUMENT IMCONJUGATE IMCOS IMCOSH IMCOT IMCSC IMCSCH IMDIV IMEXP IMLN IMLOG10 IMLOG2 IMPOWER IMPRODUCT IMREAL IMSEC ' +
    'IMSECH IMSIN IMSINH IMSQRT IMSUB IMSUM IMTAN INDEX INDIRECT INT INTERCEPT INTRATE IPMT IRR ISBLANK ISERR ISERROR ' +
    'ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISO.CEILING ISODD ISPMT ISREF ISTEXT JIS KURT LARGE LCM LEFT LEFTB LEN LENB ' +
    'LINEST LN LOG LOGEST LOGINV LOGNORMDIST LOOKUP LOWER MATCH MAX MAXA MDETERM MDURATION MEDIAN MID MIDB MIN MINA MINUTE ' +
    'MINVERSE MIRR MMULT MOD MODE MONTH MROUND MULTINOMIAL N NA NEGBINOMDIST NETWORKDAYS NETWORKDAYS.INTL NOMINAL NORMDIST ' +
    'NORMINV NORMSDIST NORMSINV NOT NOW NPER NPV OCT2BIN OCT2DEC OCT2HEX ODD ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD ' +
    'OFFSET OR PEARSON PERCENTILE PERCENTRANK PERMUT PI PMT POISSON POWER PPMT PRICE PRICEDISC PRICEMAT PROB PRODUCT ' +
    'PROPER PV QUARTILE QUOTIENT RADIANS RAND RANDBETWEEN RANK RATE RECEIVED REPLACE REPLACEB REPT RIGHT RIGHTB ROMAN ' +
    'ROUND ROUNDDOWN ROUNDUP ROW ROWS RSQ SEARCH SEARCHB SECOND SERIESSUM SIGN SIN SINH SKEW SLN SLOPE SMALL SQRT SQRTPI ' +
    'STANDARDIZE STDEV STDEVA STDEVP STDEVPA STEYX SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SUMX2MY2 SUMX2PY2 ' +
    'SUMXMY2 SYD T TAN TANH TBILLEQ TBILLPRICE TBILLYIELD TDIST TEXT TIME TIMEVALUE TINV TODAY TRANSPOSE TREND TRIM ' +
    'TRIMMEAN TRUE TRUNC TTEST TYPE UPPER VALUE VAR VARA VARP VARPA VDB VLOOKUP WEEKDAY WEEKNUM WEIBULL WORKDAY ' +
    'WORKDAY.INTL XIRR XNPV YEAR YEARFRAC YIELD YIELDDISC YIELDMAT ZTEST'
  ).split(' '),
);
/** Those that it knows with the prefix alone; without, they are errors, as in Excel. */
const PREFIXED = new Set(
  (
    'ACOT ACOTH AGGREGATE ARABIC BAHTTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT ' +
    'BITXOR CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST COMBINA CONCAT ' +
    'CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL ENCODEURL ERF.PRECISE ' +
    'ERFC.PRECISE EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS ' +
    'FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV ' +
    'GAMMALN.PRECISE GAUSS HYPGEOM.DIST IFNA IFS ISFORMULA ISOWEEKNUM LOGNORM.DIST LOGNORM.INV MAXIFS MINIFS MODE.MULT ' +
    'MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC ' +
    'PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANK.AVG ' +
    'RANK.EQ RRI SEC SECH SHEET SHEETS SKEW.P STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST ' +
    'TEXTJOIN UNICHAR UNICODE VAR.P VAR.S WEIBULL.DIST XOR Z.TEST'
  ).split(' '),
);
/** Those that it knows too: their results depend on the program or on a pivot table. */
const OTHERS = new Set(['CELL', 'GETPIVOTDATA', 'INFO']);
/** Those that LibreOffice 24.8 has in addition, by their names in a file. */
const NEWER = new Set([
  ...['XLOOKUP', 'XMATCH', 'SORTBY', 'UNIQUE', 'RANDARRAY', 'SEQUENCE', 'LET'].map(name => `_XLFN.${name}`),
  ...['FILTER', 'SORT'].map(name => `_XLFN._XLWS.${name}`),
]);
/** The mark of functions that ECMA-376 has not ([MS-XLSX], 2.2.2). */
const PREFIX = /^_xlfn\./i;
/** Functions that LibreOffice writes in workbooks of Excel. */
const OWN = /^ORG\.(?:LIBRE|OPEN)OFFICE\./i;
/** Characters of a formula of Excel. */
export const MAX_FORMULA = 8192;
const CELL = /^[A-Z]{1,3}\d{1,7}$/i;

/**
 * Texts, columns of tables, errors, and numbers or names of sheets that begin with digits, to pass over; another workbook, also
 * within the name of a sheet in quotes; a word, and the mark behind it, which is not part of the match.
 */
const TOKENS =
  /"[^"]*"|(?<outside>'[^'[]*\[[^']*'|(?<![\p{L}\p{M}\p{N}_.\][:])\[\d+\](?=[\p{L}\p{N}_!]))|'[^']*'|\[(?:[^[\]]|\[[^[\]]*\])*\]|#[\p{L}\p{N}/]+|\p{N}[\p{L}\p{M}\p{N}_.]*|(?<word>[\p{L}_\\][\p{L}\p{M}\p{N}_.\\?·]*)(?=\s*(?<mark>[(!:[$])?)/gu;

/** Whether LibreOffice computes a function, by its name in a file. */
export function isKnownFunction(name: string): boolean {
  const bare = name.replace(PREFIX, '');
  const known = bare === name ? KNOWN : PREFIXED;
  return known.has(bare.toUpperCase()) || CELL.test(bare) || OWN.test(bare);
}

/** @param names Of the workbook and its tables, that LibreOffice can compute, in lower case. */
export function canCompute(formula: string, names: ReadonlySet<string>): boolean {
  return formula.length <= MAX_FORMULA && uncomputed(formula, names).next().done === true;
}

/** The names of functions that LibreOffice does not compute. */
export function unknownFunctions(formula: string): string[] {
  return Array.from(uncomputed(formula, new Set()))
    .filter(({ isCall }) => isCall)
    .map(({ word }) => word);
}

/** Functions and names that LibreOffice does not know: without a saved result, it prints an error. Parameters are none. */
export function unknownWords(formula: string, names: ReadonlySet<string>, hasNewer: boolean): string[] {
  if (formula.length > MAX_FORMULA) return [];
  return Array.from(uncomputed(formula, names), ({ word }) => word).filter(word => {
    const name = word.toUpperCase();
    return word !== '' && !name.startsWith('_XLPM.') && !OTHERS.has(name) && !(hasNewer && NEWER.has(name));
  });
}

/** What LibreOffice does not compute; '' for other workbooks. */
function* uncomputed(formula: string, names: ReadonlySet<string>): Generator<{ word: string; isCall: boolean }> {
  const text = withoutEntities(formula);
  for (const { groups, index } of text.matchAll(TOKENS)) {
    const { outside, word, mark } = groups!;
    if (outside !== undefined) yield { word: '', isCall: false };
    if (word === undefined || (mark !== undefined && !'(['.includes(mark))) continue;
    const isCall = mark === '(';
    if (isCall ? !isKnownFunction(word) && !names.has(word.toLowerCase()) : !isOperand(word, text[index - 1], names))
      yield { word, isCall };
  }
}

/** `before`: the character before it, which shows that it is the column of a reference. */
function isOperand(word: string, before: string | undefined, names: ReadonlySet<string>): boolean {
  return (
    before === ':' ||
    before === '$' ||
    CELL.test(word) ||
    /^(?:TRUE|FALSE)$/i.test(word) ||
    names.has(word.toLowerCase())
  );
}
