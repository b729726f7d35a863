package expr

// This file gives the comparison functions of all types their code. Their
// prosrc names are regular, so they are made in loops.

import "minidb/types"

// compareNames are the endings of comparison functions' names.
var compareNames = map[string]cmpOp{"eq": opEQ, "ne": opNE, "lt": opLT, "le": opLE, "gt": opGT, "ge": opGE}

// compareFamilies lists the beginnings of the names by how values compare.
var compareFamilies = map[fuseKind][]string{
	cmpInt: {"int2", "int4", "int8", "int24", "int28", "int42", "int48", "int82", "int84",
		"oid", "xid", "cid", "tid", "xid8", "pg_lsn_"},
	cmpWord:    {"date_", "time_", "timetz_", "timestamp_", "timestamptz_"},
	cmpFloat:   {"float4", "float8", "float48", "float84"},
	cmpText:    {"text", "text_", "text_pattern_", "name", "char"},
	cmpBpchar:  {"bpchar", "bpchar_pattern_"},
	cmpGeneric: {"bool", "bytea", "numeric_", "interval_", "uuid_", "array_", "record_", "oidvector", "enum_", "aclitem_"},
}

func compareCodes() codeTable {
	t := codeTable{"xidneq": compareCode(cmpInt, opNE)}
	for kind, names := range compareFamilies {
		for _, name := range names {
			for end, op := range compareNames {
				t[name+end] = compareCode(kind, op)
			}
		}
	}
	for end, op := range compareNames {
		t["record_image_"+end] = recordCode(op, "")
		t["name"+end+"text"] = compareCode(cmpText, op)
		t["text"+end+"name"] = compareCode(cmpText, op)
		addTimeCompare(t, "date", "timestamp", end, op, dateAsTimestamp, asIs)
		addTimeCompare(t, "date", "timestamptz", end, op, dateAsTimestamptz, asIs)
		addTimeCompare(t, "timestamp", "timestamptz", end, op, timestampAsTimestamptz, asIs)
	}
	for _, end := range []string{"eq", "ne"} {
		t["record_"+end] = recordCode(compareNames[end], "an equality operator")
	}
	for name, kind := range map[string]fuseKind{"int2": cmpInt, "int4": cmpInt, "int8": cmpInt, "oid": cmpInt,
		"float4": cmpFloat, "float8": cmpFloat, "numeric_": cmpGeneric, "date_": cmpWord, "interval_": cmpGeneric,
		"text_": cmpText, "bpchar_": cmpBpchar, "bytea_": cmpGeneric, "timestamp_": cmpWord, "timestamptz_": cmpWord,
		"array_": cmpGeneric, "enum_": cmpGeneric, "time_": cmpWord, "tid": cmpInt, "xid8_": cmpInt, "pg_lsn_": cmpInt, "record_": cmpGeneric} {
		t[name+"larger"] = pickCode(kind, 1)
		t[name+"smaller"] = pickCode(kind, -1)
	}
	for name, kind := range map[string]fuseKind{"btint2cmp": cmpInt, "btint4cmp": cmpInt, "btint8cmp": cmpInt,
		"btint24cmp": cmpInt, "btint28cmp": cmpInt, "btint42cmp": cmpInt, "btint48cmp": cmpInt, "btint82cmp": cmpInt,
		"btint84cmp": cmpInt, "btoidcmp": cmpInt, "bttidcmp": cmpInt, "xid8cmp": cmpInt, "pg_lsn_cmp": cmpInt, "btfloat4cmp": cmpFloat, "btfloat8cmp": cmpFloat,
		"btfloat48cmp": cmpFloat, "btfloat84cmp": cmpFloat, "bttextcmp": cmpText, "btnamecmp": cmpText,
		"btnametextcmp": cmpText, "bttextnamecmp": cmpText, "bttext_pattern_cmp": cmpText, "btcharcmp": cmpText,
		"bpcharcmp": cmpBpchar, "btbpchar_pattern_cmp": cmpBpchar, "btboolcmp": cmpGeneric, "byteacmp": cmpGeneric,
		"numeric_cmp": cmpGeneric, "interval_cmp": cmpGeneric, "uuid_cmp": cmpGeneric, "btarraycmp": cmpGeneric,
		"btrecordcmp": cmpGeneric, "enum_cmp": cmpGeneric, "date_cmp": cmpWord, "time_cmp": cmpWord, "timestamp_cmp": cmpWord} {
		t[name] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
			return types.NewInt(int64(compareAs(kind, a, b))), nil
		}}
	}
	return t
}

func compareCode(kind fuseKind, op cmpOp) code {
	return code{
		f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
			return types.NewBool(op.holds(compareAs(kind, a, b))), nil
		},
		fuse: fusion{kind: kind, op: op},
	}
}

// recordCode compares rows; means is what columns may lack.
func recordCode(op cmpOp, means string) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewBool(op.holds(types.CompareRecords(a.Record(), b.Record(), means))), nil
	}}
}

func pickCode(kind fuseKind, sign int) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		if c := compareAs(kind, a, b) * sign; c > 0 || c == 0 && kind == cmpBpchar { // see minMax
			return a, nil
		}
		return b, nil
	}}
}

// instant turns a date or time into microseconds for a comparison across types.
type instant func(c *Ctx, d types.Datum) int64

func asIs(_ *Ctx, d types.Datum) int64 { return d.Num() }

// clampInstant: a date beyond the range of timestamps is beyond every timestamp
// but the infinite ones.
func clampInstant(us int64, err error, days int64) int64 {
	if err == nil {
		return us
	}
	if days < 0 {
		return -1<<63 + 1
	}
	return 1<<63 - 2
}

func dateAsTimestamp(_ *Ctx, d types.Datum) int64 {
	us, err := types.DateToTimestamp(d.Num())
	return clampInstant(us, err, d.Num())
}

func dateAsTimestamptz(c *Ctx, d types.Datum) int64 {
	us, err := types.DateToTimestamptz(d.Num(), c.env().TimeZone)
	return clampInstant(us, err, d.Num())
}

func timestampAsTimestamptz(c *Ctx, d types.Datum) int64 {
	us, err := types.TimestampToTimestamptz(d.Num(), c.env().TimeZone)
	return clampInstant(us, err, d.Num())
}

// addTimeCompare adds the comparison of two date or time types both ways round.
func addTimeCompare(t codeTable, l, r, end string, op cmpOp, lf, rf instant) {
	t[l+"_"+end+"_"+r] = code{f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewBool(op.holds(cmpOf(lf(c, a), rf(c, b)))), nil
	}}
	t[r+"_"+end+"_"+l] = code{f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewBool(op.holds(cmpOf(rf(c, a), lf(c, b)))), nil
	}}
}
