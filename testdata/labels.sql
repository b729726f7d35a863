-- An enum of 1000 labels, and what it wrote into pg_enum. README.md shows it.
select string_agg('''label ' || g || '''', ', ') as labels from generate_series(1, 1000) g \gset
create type big as enum (:labels);
select relation, index_opens, tuples, heap_records, index_records from minidb_stat_catalog_insert where scope = 'statement' and relation = 'pg_enum';
