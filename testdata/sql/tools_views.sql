-- Views and functions that tools ask for when they connect: collations and encodings, all settings, recovery, and what there is none of.
select character_set_name, character_repertoire, form_of_use, default_collate_schema, default_collate_name from information_schema.character_sets;
select collation_schema, collation_name, pad_attribute from information_schema.collations where collation_name in ('C','POSIX','default') order by 2;
select collation_schema, collation_name, character_set_schema, character_set_name from information_schema.collation_character_set_applicability where collation_name in ('C','POSIX','default') order by 2;
select name, setting, context from pg_show_all_settings() where name = 'work_mem';
select count(*) = (select count(*) from pg_settings) from pg_show_all_settings();
select pg_is_wal_replay_paused();
select pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn(), pg_last_xact_replay_timestamp();
select pg_wal_replay_pause();
select * from pg_show_all_settings() limit 0;
select * from pg_seclabels; select * from information_schema.attributes limit 0; select * from information_schema.user_defined_types limit 0;
select relname from pg_class where oid = 'pg_stat_replication'::regclass;
\d pg_stat_replication_slots
