-- options: -E -L /dev/null
\dAc nosuch
\dAc+ btree nosuch
\dAf nosuch
\dAf+ btree nosuch
\dAp nosuch
\dAp+ btree nosuch
\dF nosuch
\dF+ nosuch
\dFd+ nosuch
\dFp nosuch
\dFp+ nosuch
\dFt+ nosuch
\dRp nosuch
\dRp+
\dRs
\dRs+ nosuch
\dX
\dX nosuch
\dy
\dy+ nosuch
\des
\des+ nosuch
\det
\det+ nosuch
\deu
\deu+ nosuch
\dew
\dew+ nosuch
\dl
\lo_list+
\do nosuch
\do+ nosuch integer
\do nosuch integer -
\set ECHO_HIDDEN noexec
\dF
\dF+
\dRp+
\dl
