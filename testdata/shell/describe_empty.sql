\d
\dt
\di
\dv
\ds
\dm
\dE
\dT
\dD
\da
\df
\do
\dc
\dd
\drds
\ddp
\dp
\z
\dP
\dPt
\dPi
create table e ();
\d e
\d+ e
\d
