package catalog

// Operator families and classes of btree and hash for the types that minidb
// has, as PostgreSQL 18's pg_opfamily, pg_opclass, pg_amop and pg_amproc say.

// opFamilies has one family a line: its OID, access method and name; then, one
// a line and indented, "class OID name type", with * if it is its type's
// default; "ops left right OID:strategy:operator ..."; and "procs left right
// OID:number:function ...".
const opFamilies = `
397 btree array_ops
  class 10000 array_ops anyarray *
  ops anyarray anyarray 10230:1:1072 10231:2:1074 10232:3:1070 10233:4:1075 10234:5:1073
  procs anyarray anyarray 10000:1:382
424 btree bool_ops
  class 10003 bool_ops bool *
  ops bool bool 10200:1:58 10201:2:1694 10202:3:91 10203:4:1695 10204:5:59
  procs bool bool 10003:1:1693 10005:4:5051 10004:6:6408
426 btree bpchar_ops
  class 10004 bpchar_ops bpchar *
  ops bpchar bpchar 10110:1:1058 10111:2:1059 10112:3:1054 10113:4:1061 10114:5:1060
  procs bpchar bpchar 10006:1:1078 10007:2:3328 10008:4:5050
2097 btree bpchar_pattern_ops
  class 4219 bpchar_pattern_ops bpchar -
  ops bpchar bpchar 10220:1:2326 10221:2:2327 10222:3:1054 10223:4:2329 10224:5:2330
  procs bpchar bpchar 10105:1:2180 10106:2:3333 10107:4:5051
428 btree bytea_ops
  class 10006 bytea_ops bytea *
  ops bytea bytea 10115:1:1957 10116:2:1958 10117:3:1955 10118:4:1960 10119:5:1959
  procs bytea bytea 10009:1:1954 10010:2:3331 10011:4:5051
429 btree char_ops
  class 10007 char_ops char *
  ops char char 10085:1:631 10086:2:632 10087:3:92 10088:4:634 10089:5:633
  procs char char 10012:1:358 10013:4:5051 10014:6:6406
434 btree datetime_ops
  class 3122 date_ops date *
  class 3127 timestamptz_ops timestamptz *
  class 3128 timestamp_ops timestamp *
  ops date date 10120:1:1095 10121:2:1096 10122:3:1093 10123:4:1098 10124:5:1097
  ops date timestamp 10125:1:2345 10126:2:2346 10127:3:2347 10128:4:2348 10129:5:2349
  ops date timestamptz 10130:1:2358 10131:2:2359 10132:3:2360 10133:4:2361 10134:5:2362
  ops timestamp date 10140:1:2371 10141:2:2372 10142:3:2373 10143:4:2374 10144:5:2375
  ops timestamp timestamp 10135:1:2062 10136:2:2063 10137:3:2060 10138:4:2065 10139:5:2064
  ops timestamp timestamptz 10145:1:2534 10146:2:2535 10147:3:2536 10148:4:2537 10149:5:2538
  ops timestamptz date 10155:1:2384 10156:2:2385 10157:3:2386 10158:4:2387 10159:5:2388
  ops timestamptz timestamp 10160:1:2540 10161:2:2541 10162:3:2542 10163:4:2543 10164:5:2544
  ops timestamptz timestamptz 10150:1:1322 10151:2:1323 10152:3:1320 10153:4:1325 10154:5:1324
  procs date date 10015:1:1092 10016:2:3136 10017:4:5051 10018:6:6407
  procs date interval 10033:3:4133
  procs date timestamp 10019:1:2344
  procs date timestamptz 10020:1:2357
  procs timestamp date 10025:1:2370
  procs timestamp interval 10034:3:4134
  procs timestamp timestamp 10021:1:2045 10022:2:3137 10023:4:5051 10024:6:6409
  procs timestamp timestamptz 10026:1:2526
  procs timestamptz date 10031:1:2383
  procs timestamptz interval 10035:3:4135
  procs timestamptz timestamp 10032:1:2533
  procs timestamptz timestamptz 10027:1:1314 10028:2:3137 10029:4:5051 10030:6:6409
3522 btree enum_ops
  class 10069 enum_ops anyenum *
  ops anyenum anyenum 10353:1:3518 10354:2:3520 10355:3:3516 10356:4:3521 10357:5:3519
  procs anyenum anyenum 10122:1:3514 10123:4:5051
1970 btree float_ops
  class 3123 float8_ops float8 *
  class 10012 float4_ops float4 *
  ops float4 float4 10065:1:622 10066:2:624 10067:3:620 10068:4:625 10069:5:623
  ops float4 float8 10070:1:1122 10071:2:1124 10072:3:1120 10073:4:1125 10074:5:1123
  ops float8 float4 10080:1:1132 10081:2:1134 10082:3:1130 10083:4:1135 10084:5:1133
  ops float8 float8 10075:1:672 10076:2:673 10077:3:670 10078:4:675 10079:5:674
  procs float4 float4 10036:1:354 10037:2:3132
  procs float4 float8 10038:1:2194 10043:3:4140
  procs float8 float4 10041:1:2195
  procs float8 float8 10039:1:355 10040:2:3133 10042:3:4139
1976 btree integer_ops
  class 1978 int4_ops int4 *
  class 1979 int2_ops int2 *
  class 3124 int8_ops int8 *
  ops int2 int2 10000:1:95 10001:2:522 10002:3:94 10003:4:524 10004:5:520
  ops int2 int4 10005:1:534 10006:2:540 10007:3:532 10008:4:542 10009:5:536
  ops int2 int8 10010:1:1864 10011:2:1866 10012:3:1862 10013:4:1867 10014:5:1865
  ops int4 int2 10020:1:535 10021:2:541 10022:3:533 10023:4:543 10024:5:537
  ops int4 int4 10015:1:97 10016:2:523 10017:3:96 10018:4:525 10019:5:521
  ops int4 int8 10025:1:37 10026:2:80 10027:3:15 10028:4:82 10029:5:76
  ops int8 int2 10035:1:1870 10036:2:1872 10037:3:1868 10038:4:1873 10039:5:1871
  ops int8 int4 10040:1:418 10041:2:420 10042:3:416 10043:4:430 10044:5:419
  ops int8 int8 10030:1:412 10031:2:414 10032:3:410 10033:4:415 10034:5:413
  procs int2 int2 10047:1:350 10048:2:3129 10055:3:4132 10049:4:5051 10050:6:6402
  procs int2 int4 10051:1:2190 10054:3:4131
  procs int2 int8 10052:1:2192 10053:3:4130
  procs int4 int2 10061:1:2191 10064:3:4129
  procs int4 int4 10056:1:351 10057:2:3130 10063:3:4128 10058:4:5051 10059:6:6403
  procs int4 int8 10060:1:2188 10062:3:4127
  procs int8 int2 10070:1:2193
  procs int8 int4 10069:1:2189
  procs int8 int8 10065:1:842 10066:2:3131 10071:3:4126 10067:4:5051 10068:6:6404
1982 btree interval_ops
  class 10022 interval_ops interval *
  ops interval interval 10175:1:1332 10176:2:1333 10177:3:1330 10178:4:1335 10179:5:1334
  procs interval interval 10072:1:1315 10073:3:4136
1988 btree numeric_ops
  class 3125 numeric_ops numeric *
  ops numeric numeric 10195:1:1754 10196:2:1755 10197:3:1752 10198:4:1757 10199:5:1756
  procs numeric numeric 10077:1:1769 10078:2:3283 10079:3:4141
1989 btree oid_ops
  class 1981 oid_ops oid *
  ops oid oid 10045:1:609 10046:2:611 10047:3:607 10048:4:612 10049:5:610
  procs oid oid 10080:1:356 10081:2:3134 10082:4:5051 10083:6:6405
1991 btree oidvector_ops
  class 10032 oidvector_ops oidvector *
  ops oidvector oidvector 10060:1:645 10061:2:647 10062:3:649 10063:4:648 10064:5:646
  procs oidvector oidvector 10084:1:404 10085:4:5051
3253 btree pg_lsn_ops
  class 10067 pg_lsn_ops pg_lsn *
  ops pg_lsn pg_lsn 10250:1:3224 10251:2:3226 10252:3:3222 10253:4:3227 10254:5:3225
  procs pg_lsn pg_lsn 10118:1:3251 10119:4:5051
3194 btree record_image_ops
  class 10036 record_image_ops record -
  ops record record 10240:1:3190 10241:2:3192 10242:3:3188 10243:4:3193 10244:5:3191
  procs record record 10117:1:3187
2994 btree record_ops
  class 10034 record_ops record *
  ops record record 10235:1:2990 10236:2:2992 10237:3:2988 10238:4:2993 10239:5:2991
  procs record record 10116:1:2987
1994 btree text_ops
  class 3126 text_ops text *
  class 10028 name_ops name * cstring
  class 10044 varchar_ops text -
  ops name name 10095:1:660 10096:2:661 10097:3:93 10098:4:663 10099:5:662
  ops name text 10100:1:255 10101:2:256 10102:3:254 10103:4:257 10104:5:258
  ops text name 10105:1:261 10106:2:262 10107:3:260 10108:4:263 10109:5:264
  ops text text 10090:1:664 10091:2:665 10092:3:98 10093:4:667 10094:5:666
  procs name name 10089:1:359 10090:2:3135 10091:4:5050
  procs name text 10092:1:246
  procs text name 10093:1:253
  procs text text 10086:1:360 10087:2:3255 10088:4:5050
2095 btree text_pattern_ops
  class 4217 text_pattern_ops text -
  class 4218 varchar_pattern_ops text -
  ops text text 10215:1:2314 10216:2:2315 10217:3:98 10218:4:2317 10219:5:2318
  procs text text 10102:1:2166 10103:2:3332 10104:4:5051
2789 btree tid_ops
  class 10050 tid_ops tid *
  ops tid tid 10055:1:2799 10056:2:2801 10057:3:387 10058:4:2802 10059:5:2800
  procs tid tid 10110:1:2794 10111:4:5051
1996 btree time_ops
  class 10038 time_ops time *
  ops time time 10165:1:1110 10166:2:1111 10167:3:1108 10168:4:1113 10169:5:1112
  procs time interval 10096:3:4137
  procs time time 10094:1:1107 10095:4:5051
2000 btree timetz_ops
  class 10041 timetz_ops timetz *
  ops timetz timetz 10170:1:1552 10171:2:1553 10172:3:1550 10173:4:1555 10174:5:1554
  procs timetz interval 10099:3:4138
  procs timetz timetz 10097:1:1358 10098:4:5051
2968 btree uuid_ops
  class 10065 uuid_ops uuid *
  ops uuid uuid 10245:1:2974 10246:2:2976 10247:3:2972 10248:4:2977 10249:5:2975
  procs uuid uuid 10112:1:2960 10113:2:3300 10114:4:5051 10115:6:6410
5067 btree xid8_ops
  class 10053 xid8_ops xid8 *
  ops xid8 xid8 10050:1:5073 10051:2:5075 10052:3:5068 10053:4:5076 10054:5:5074
  procs xid8 xid8 10130:1:5096 10131:4:5051
2235 hash aclitem_ops
  class 10059 aclitem_ops aclitem *
  ops aclitem aclitem 10294:1:974
  procs aclitem aclitem 10190:1:329 10191:2:777
627 hash array_ops
  class 10001 array_ops anyarray *
  ops anyarray anyarray 10298:1:1070
  procs anyarray anyarray 10138:1:626 10139:2:782
2222 hash bool_ops
  class 10048 bool_ops bool *
  ops bool bool 10286:1:91
  procs bool bool 10174:1:6417 10175:2:6418
427 hash bpchar_ops
  class 10005 bpchar_ops bpchar *
  ops bpchar bpchar 10255:1:1054
  procs bpchar bpchar 10132:1:1080 10133:2:972
2231 hash bpchar_pattern_ops
  class 10058 bpchar_pattern_ops bpchar -
  ops bpchar bpchar 10293:1:1054
  procs bpchar bpchar 10188:1:1080 10189:2:972
2223 hash bytea_ops
  class 10049 bytea_ops bytea *
  ops bytea bytea 10287:1:1955
  procs bytea bytea 10176:1:6413 10177:2:6414
431 hash char_ops
  class 10008 char_ops char *
  ops char char 10256:1:92
  procs char char 10134:1:454 10135:2:446
2226 hash cid_ops
  class 10054 cid_ops cid *
  ops cid cid 10290:1:385
  procs cid cid 10182:1:6423 10183:2:6424
435 hash date_ops
  class 10011 date_ops date *
  ops date date 10257:1:1093
  procs date date 10136:1:6415 10137:2:6416
3523 hash enum_ops
  class 10070 enum_ops anyenum *
  ops anyenum anyenum 10358:1:3516
  procs anyenum anyenum 10200:1:3515 10201:2:3414
1971 hash float_ops
  class 10013 float4_ops float4 *
  class 10014 float8_ops float8 *
  ops float4 float4 10258:1:620
  ops float4 float8 10260:1:1120
  ops float8 float4 10261:1:1130
  ops float8 float8 10259:1:670
  procs float4 float4 10140:1:451 10141:2:443
  procs float8 float8 10142:1:452 10143:2:444
1977 hash integer_ops
  class 10019 int2_ops int2 *
  class 10020 int4_ops int4 *
  class 10021 int8_ops int8 *
  ops int2 int2 10263:1:94
  ops int2 int4 10266:1:532
  ops int2 int8 10267:1:1862
  ops int4 int2 10268:1:533
  ops int4 int4 10264:1:96
  ops int4 int8 10269:1:15
  ops int8 int2 10270:1:1868
  ops int8 int4 10271:1:416
  ops int8 int8 10265:1:410
  procs int2 int2 10146:1:449 10147:2:441
  procs int4 int4 10148:1:450 10149:2:425
  procs int8 int8 10150:1:949 10151:2:442
1983 hash interval_ops
  class 10023 interval_ops interval *
  ops interval interval 10272:1:1330
  procs interval interval 10152:1:1697 10153:2:3418
1998 hash numeric_ops
  class 10030 numeric_ops numeric *
  ops numeric numeric 10297:1:1752
  procs numeric numeric 10166:1:432 10167:2:780
1990 hash oid_ops
  class 10031 oid_ops oid *
  ops oid oid 10275:1:607
  procs oid oid 10156:1:453 10157:2:445
1992 hash oidvector_ops
  class 10033 oidvector_ops oidvector *
  ops oidvector oidvector 10276:1:649
  procs oidvector oidvector 10158:1:457 10159:2:776
3254 hash pg_lsn_ops
  class 10068 pg_lsn_ops pg_lsn *
  ops pg_lsn pg_lsn 10296:1:3222
  procs pg_lsn pg_lsn 10196:1:3252 10197:2:3413
6194 hash record_ops
  class 10035 record_ops record *
  ops record record 10277:1:2988
  procs record record 10194:1:6192 10195:2:6193
1995 hash text_ops
  class 10029 name_ops name *
  class 10037 text_ops text *
  class 10045 varchar_ops text -
  ops name name 10279:1:93
  ops name text 10280:1:254
  ops text name 10281:1:260
  ops text text 10278:1:98
  procs name name 10162:1:455 10163:2:447
  procs text text 10160:1:400 10161:2:448
2229 hash text_pattern_ops
  class 10056 text_pattern_ops text -
  class 10057 varchar_pattern_ops text -
  ops text text 10292:1:98
  procs text text 10186:1:400 10187:2:448
2227 hash tid_ops
  class 10055 tid_ops tid *
  ops tid tid 10291:1:387
  procs tid tid 10184:1:2233 10185:2:2234
1997 hash time_ops
  class 10039 time_ops time *
  ops time time 10282:1:1108
  procs time time 10164:1:1688 10165:2:3409
2001 hash timetz_ops
  class 10042 timetz_ops timetz *
  ops timetz timetz 10284:1:1550
  procs timetz timetz 10170:1:1696 10171:2:3410
2040 hash timestamp_ops
  class 10046 timestamp_ops timestamp *
  ops timestamp timestamp 10285:1:2060
  procs timestamp timestamp 10172:1:2039 10173:2:3411
1999 hash timestamptz_ops
  class 10040 timestamptz_ops timestamptz *
  ops timestamptz timestamptz 10283:1:1320
  procs timestamptz timestamptz 10168:1:6425 10169:2:6426
2969 hash uuid_ops
  class 10066 uuid_ops uuid *
  ops uuid uuid 10295:1:2972
  procs uuid uuid 10192:1:2963 10193:2:3412
5032 hash xid8_ops
  class 10052 xid8_ops xid8 *
  ops xid8 xid8 10289:1:5068
  procs xid8 xid8 10180:1:6421 10181:2:6422
2225 hash xid_ops
  class 10051 xid_ops xid *
  ops xid xid 10288:1:352
  procs xid xid 10178:1:6419 10179:2:6420
`
