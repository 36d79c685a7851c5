C     Rotated empirical orthogonal functions.
      PROGRAM TROTEO
      INTEGER NV, NF, ND, KFLAG
      DOUBLE PRECISION EVAL(20), ROTPCV(20), ROTVAR(20), V(4000)
      READ (*,*) NV, NF
      ND = NV
      CALL DENSE (ND, NF, V, ND, 1)
      CALL VECTOR (NF, EVAL, 2)
      CALL ROTEOF (NV, NF, V, ND, EVAL, ROTPCV, ROTVAR, 1.0D20, 0,
     $             KFLAG)
      WRITE (*,*) V(1)
      END
