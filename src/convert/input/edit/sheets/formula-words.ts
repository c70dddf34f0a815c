/** What the words of formulas mean, and which of them LibreOffice computes as Excel does. */
import { withoutEntities } from '../../../../system/xml.js';

/** Functions of Excel that LibreOffice 7.4 computes from the workbook alone, by their names without a prefix. */
const KNOWN = new Set(
  (
    'ABS ACCRINT ACCRINTM ACOS ACOSH ACOT ACOTH ADDRESS AGGREGATE AMORDEGRC AMORLINC AND ARABIC AREAS ASC ASIN ASINH ATAN ' +
    'ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS BAHTTEXT BASE BESSELI BESSELJ BESSELK BESSELY BETA.DIST ' +
    'BETA.INV BETADIST BETAINV BIN2DEC BIN2HEX BIN2OCT BINOM.DIST BINOM.INV BINOMDIST BITAND BITLSHIFT BITOR BITRSHIFT ' +
    'BITXOR CEILING CEILING.MATH CEILING.PRECISE CHAR CHIDIST CHIINV CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT ' +
    'CHISQ.TEST CHITEST CHOOSE CLEAN CODE COLUMN COLUMNS COMBIN COMBINA COMPLEX CONCAT CONCATENATE CONFIDENCE ' +
    'CONFIDENCE.NORM CONFIDENCE.T CONVERT CORREL COS COSH COT COTH COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COUPDAYBS ' +
    'COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD COVAR COVARIANCE.P COVARIANCE.S CRITBINOM CSC CSCH CUMIPMT CUMPRINC DATE ' +
    'DATEDIF DATEVALUE DAVERAGE DAY DAYS DAYS360 DB DCOUNT DCOUNTA DDB DEC2BIN DEC2HEX DEC2OCT DECIMAL DEGREES DELTA ' +
    'DEVSQ DGET DISC DMAX DMIN DOLLAR DOLLARDE DOLLARFR DPRODUCT DSTDEV DSTDEVP DSUM DURATION DVAR DVARP EDATE EFFECT ' +
    'ENCODEURL EOMONTH ERF ERF.PRECISE ERFC ERFC.PRECISE ERROR.TYPE EUROCONVERT EVEN EXACT EXP EXPON.DIST EXPONDIST ' +
    'F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FACT FACTDOUBLE FALSE FDIST FILTERXML FIND FINDB FINV FISHER FISHERINV FIXED ' +
    'FLOOR FLOOR.MATH FLOOR.PRECISE FORECAST FORECAST.ETS FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT ' +
    'FORECAST.LINEAR FORMULATEXT FREQUENCY FTEST FV FVSCHEDULE GAMMA GAMMA.DIST GAMMA.INV GAMMADIST GAMMAINV GAMMALN ' +
    'GAMMALN.PRECISE GAUSS GCD GEOMEAN GESTEP GROWTH HARMEAN HEX2BIN HEX2DEC HEX2OCT HLOOKUP HOUR HYPERLINK HYPGEOM.DIST ' +
    'HYPGEOMDIST IF IFERROR IFNA IFS IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMDIV IMEXP IMLN IMLOG10 IMLOG2 IMPOWER ' +
    'IMPRODUCT IMREAL IMSIN IMSQRT IMSUB IMSUM INDEX INDIRECT INT INTERCEPT INTRATE IPMT IRR ISBLANK ISERR ISERROR ISEVEN ' +
    'ISFORMULA ISLOGICAL ISNA ISNONTEXT ISNUMBER ISO.CEILING ISODD ISOWEEKNUM ISPMT ISREF ISTEXT JIS KURT LARGE LCM LEFT ' +
    'LEFTB LEN LENB LINEST LN LOG LOGEST LOGINV LOGNORM.DIST LOGNORM.INV LOGNORMDIST LOOKUP LOWER MATCH MAX MAXA MAXIFS ' +
    'MDETERM MDURATION MEDIAN MID MIDB MIN MINA MINIFS MINUTE MINVERSE MIRR MMULT MOD MODE MODE.MULT MODE.SNGL MONTH ' +
    'MROUND MULTINOMIAL MUNIT N NA NEGBINOM.DIST NEGBINOMDIST NETWORKDAYS NETWORKDAYS.INTL NOMINAL NORM.DIST NORM.INV ' +
    'NORM.S.DIST NORM.S.INV NORMDIST NORMINV NORMSDIST NORMSINV NOT NOW NPER NPV NUMBERVALUE OCT2BIN OCT2DEC OCT2HEX ODD ' +
    'ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD OFFSET OR PDURATION PEARSON PERCENTILE PERCENTILE.EXC PERCENTILE.INC ' +
    'PERCENTRANK PERCENTRANK.EXC PERCENTRANK.INC PERMUT PERMUTATIONA PHI PI PMT POISSON POISSON.DIST POWER PPMT PRICE ' +
    'PRICEDISC PRICEMAT PROB PRODUCT PROPER PV QUARTILE QUARTILE.EXC QUARTILE.INC QUOTIENT RADIANS RAND RANDBETWEEN RANK ' +
    'RANK.AVG RANK.EQ RATE RECEIVED REPLACE REPLACEB REPT RIGHT RIGHTB ROMAN ROUND ROUNDDOWN ROUNDUP ROW ROWS RRI RSQ ' +
    'SEARCH SEARCHB SEC SECH SECOND SERIESSUM SHEET SHEETS SIGN SIN SINH SKEW SKEW.P SLN SLOPE SMALL SQRT SQRTPI ' +
    'STANDARDIZE STDEV STDEV.P STDEV.S STDEVA STDEVP STDEVPA STEYX SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ ' +
    'SUMX2MY2 SUMX2PY2 SUMXMY2 SWITCH SYD T T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAN TANH TBILLEQ TBILLPRICE ' +
    'TBILLYIELD TDIST TEXT TEXTJOIN TIME TIMEVALUE TINV TODAY TRANSPOSE TREND TRIM TRIMMEAN TRUE TRUNC TTEST TYPE UNICHAR ' +
    'UNICODE UPPER VALUE VAR VAR.P VAR.S VARA VARP VARPA VDB VLOOKUP WEEKDAY WEEKNUM WEIBULL WEIBULL.DIST WORKDAY ' +
    'WORKDAY.INTL XIRR XNPV XOR YEAR YEARFRAC YIELD YIELDDISC YIELDMAT Z.TEST ZTEST'
  ).split(' '),
);
/** The marks of functions that ECMA-376 has not ([MS-XLSX], 2.2.2). */
const PREFIX = /^_xlfn\.(?:_xlws\.)?/i;
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
  /"[^"]*"|(?<outside>'[^'[]*\[[^']*'|(?<![\p{L}\p{N}_.\][:])\[\d+\](?=[\p{L}\p{N}_!]))|'[^']*'|\[(?:[^[\]]|\[[^[\]]*\])*\]|#[\p{L}\p{N}/]+|\p{N}[\p{L}\p{N}_.]*|(?<word>[\p{L}_\\][\p{L}\p{N}_.\\?]*)(?=\s*(?<mark>[(!:[$])?)/gu;

/** Whether LibreOffice computes a function, by its name in a file. */
export function isKnownFunction(name: string): boolean {
  const bare = name.replace(PREFIX, '');
  return KNOWN.has(bare.toUpperCase()) || CELL.test(bare) || OWN.test(bare);
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
