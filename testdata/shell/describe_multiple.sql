create table one (a int primary key);
create table two (b int references one);
create view three as select 1 as x;
create sequence four;
\d public.t*
\d+ public.t*
\dtv
\dtvs
\dti
\dit o*
\dsE
\dmE
\dm
\dE
\dtvsimE
