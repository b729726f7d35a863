-- options: -v ECHO_HIDDEN=noexec -L /dev/null
\d
\d+
\d nosuch
\d s*.t?
\d "Odd Name"."x""y$"
\dt
\dt+
\dtS
\dt *.*
\dt+ o'c
\dti+ t
\diS
\dm+
\dE
\dtvsS nosuch
\ds+
\dv *
\du
\du+ a*
\dgS
\du *
\drds
\drds a
\drds a b
\drds * b
\dconfig
\dconfig *
\dconfig+ work_mem
\df
\dfS nosuch int
\df+ nosuch
\dfn
\dfanp
\dfn nosuch int - int[]
\dfa+ nosuch
\dft
\dfat nosuch
\dfapw nosuch
\dfnat
\dfnawt
\df *.*no
\do
\doS ~~ int
\doS nosuch int text
\do+ nosuch
\do *.xx
\dx
\dx+
\dx+ nosuch
\z
\dp t1
\dn
\dnS+
\dn+ a
\dT
\dT+ mood
\dTS int4
\dT int
\dT varchar[]
\dD
\dD+ s
\dDS
\da
\daS nosuch
\da+ x
\dC
\dC nosuch
\dC+ int
\dC *.*xx
\db
\db+ x
\dc
\dc+ x
\dcS+
\dL
\dL+ x
\dLS
\dA
\dA+ b
\dAo btree x
\dAo+ btree x
\dd
\ddS x
\dd x
\ddp
\ddp x
\ddp *.x
\dP
\dP+
\dPn
\dPn+
\dPt
\dPi+
\dPtn+
\dPin
\dPt x
\dl
\lo_list+
\sv v1
\sf abs(int)
