-- options: -q
\dAc nosuch
\dAc+ btree nosuch
\dAc hash bigint
\dAc a.b.c.d
\dAf nosuch
\dAf+ btree nosuch
\dAf btree boolean
\dAo nosuch
\dAo btree bool_ops
\dAo+ btree bool_ops
\dAp nosuch
\dAp btree numeric_ops
\dAS
\dAx
\dF nosuch
\dF+ nosuch
\dF simple.nosuch
\dFd nosuch
\dFp nosuch
\dFp+ nosuch
\dFt+ nosuch
\dFS
\dRp
\dRp nosuch
\dRp+
\dRp+ nosuch
\dRs
\dRs+
\dRs nosuch
\dR
\dX
\dX+ nosuch
\dy
\dy+
\dy nosuch
\des
\des+ nosuch
\det
\det+ nosuch
\deu
\deu+ nosuch
\dew
\dew+ nosuch
\derp
\dl
\dl+ nosuch
\lo_list
\lo_list+
\lo_foo
\lo_import
\dc nosuch
\dD
\dD+ nosuch
\dL nosuch
\dE
\dm
\dP
\dPS
\dPn+
\dPti nosuch
\drds
\drds nosuch
\drds nosuch none
\ddp
\dd nosuch
\dx nosuch
\db nosuch
\do nosuch
\do nosuch bigint
\do nosuch - bigint
\dconfig nosuch
\dT nosuch
\dU
\dz
\set QUIET off
\drds
\drds nosuch
\drds nosuch none
\dRp+ nosuch
\dF+ nosuch
\dE
