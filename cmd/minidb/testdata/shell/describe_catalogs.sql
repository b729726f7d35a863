-- options: -E -L /dev/null
\d pg_class
\d+ pg_am
\d pg_class_oid_index
\d+ pg_class_relname_nsp_index
