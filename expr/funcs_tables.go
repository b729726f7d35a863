package expr

// codeTables lists the tables that give prosrc names their code.
func codeTables() []codeTable {
	return []codeTable{
		compareCodes(), intCodes(), numberCodes, floatCodes(), mathCodes, numericCodes,
		textCodes, likeCodes, regexCodes(), regexFuncCodes, byteaCodes, arrayCodes,
		enumCodes, castCodes, timeOps, timeCasts, timetzCodes, overlapsCodes(), clockCodes, seriesCodes, systemCodes,
		toNumberCodes, toCharCodes, toDateCodes, triggerCodes, hashCodes(), randomCodes, byteaBitCodes, identCodes, unicodeCodes, supportCodes(), lsnCodes,
		ioCodes(), jsonCodes(),
	}
}
