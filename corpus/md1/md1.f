C=======================================================================
C     M D 1       MOLECULAR DYNAMICS OF A LENNARD-JONES FLUID
C
C     PARTICLES OF UNIT MASS MOVE IN A CUBIC PERIODIC BOX.  ALL
C     QUANTITIES ARE IN REDUCED UNITS (SIGMA = EPSILON = MASS = K = 1).
C     THE PAIR POTENTIAL IS CUT AT RCUT AND SHIFTED TO ZERO THERE.
C
C     METHODS (ALL STANDARD, CODED AFRESH FOR THIS PROGRAM)
C       - VELOCITY FORM OF THE VERLET INTEGRATOR
C       - LINK CELLS WITH HEAD/LIST CHAINS, MX BY MY BY MZ CELLS
C         INCLUDING ONE LAYER OF OUTER CELLS ON EVERY SIDE
C       - EDGE COPIES: PARTICLES IN BOUNDARY CELLS ARE ENTERED ONCE
C         MORE, SHIFTED BY THE BOX LENGTH, IN THE OUTER CELLS, SO THAT
C         THE FORCE LOOPS CONTAIN NO MINIMUM IMAGE ARITHMETIC
C       - VIRIAL PRESSURE, TAIL CORRECTIONS, RADIAL DISTRIBUTION,
C         MEAN SQUARE DISPLACEMENT, VELOCITY DISTRIBUTION
C
C     PROGRAM PARTS
C       PRE-PROCESSING   RDINP  SETBOX CHKINP FCC    VELINI NOCOM
C                        VSCALE RANU   CLEAR
C       KERNEL           STEP   KICK   DRIFT  WRAP   LINKS  EDGES
C                        FORCES PAIR   KINET
C       POST-PROCESSING  SAMPLE RDFACC MSDACC VELACC AVERAG EDRIFT
C                        PRTABS
C
C     INPUT (UNIT 5, LIST DIRECTED, TEXT AFTER THE NUMBERS IS IGNORED)
C       NUNIT  NVAC     FCC UNIT CELLS PER SIDE, NUMBER OF SITES LEFT
C                       EMPTY.  PARTICLES: NPART = 4*NUNIT**3 - NVAC
C       LCNUM  LCDEN    LINK CELLS PER SIDE = NUNIT*LCNUM/LCDEN
C       RHO    TEMP     NUMBER DENSITY, TEMPERATURE
C       DT     RCUT     TIME STEP, CUT-OFF RADIUS
C       NEQUIL NSTEP    EQUILIBRATION STEPS, PRODUCTION STEPS
C       NRESC  NSAMP    STEPS BETWEEN VELOCITY SCALINGS, SAMPLES
C       ISEED           START OF THE RANDOM NUMBERS
C=======================================================================
      PROGRAM MD1
      INTEGER NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      COMMON /CONTRL/ NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      INTEGER IERR, ISTEP
C
      WRITE (6,600)
C
C     --- PRE-PROCESSING
      CALL RDINP
      CALL SETBOX
      CALL CHKINP (IERR)
      IF (IERR .NE. 0) STOP
      CALL FCC
      CALL VELINI
      CALL NOCOM
      CALL VSCALE
C
C     --- FORCES OF THE STARTING CONFIGURATION
      CALL WRAP
      CALL LINKS
      CALL EDGES
      CALL FORCES
      CALL KINET
C
C     --- EQUILIBRATION: THE TEMPERATURE IS KEPT BY VELOCITY SCALING
      DO 10 ISTEP = 1, NEQUIL
         CALL STEP
         IF (MOD(ISTEP,NRESC) .EQ. 0) CALL VSCALE
   10 CONTINUE
C
C     --- PRODUCTION: CONSTANT ENERGY, SAMPLES EVERY NSAMP STEPS
      CALL CLEAR
      WRITE (6,610)
      DO 20 ISTEP = 1, NSTEP
         CALL STEP
         IF (MOD(ISTEP,NSAMP) .EQ. 0) CALL SAMPLE (ISTEP)
   20 CONTINUE
C
C     --- POST-PROCESSING
      CALL AVERAG
      CALL EDRIFT
      CALL PRTABS
      WRITE (6,620)
      STOP
C
  600 FORMAT (/' MD1   MOLECULAR DYNAMICS, LENNARD-JONES FLUID'/)
  610 FORMAT (/'    STEP     E/N       U/N       K/N    ',
     1         '   T         P'/)
  620 FORMAT (/' END OF RUN')
      END
C=======================================================================
C     DEFAULTS AND FIXED TABLES
C=======================================================================
      BLOCK DATA MDDATA
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      INTEGER NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      COMMON /CONTRL/ NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      INTEGER IOX, IOY, IOZ
      COMMON /SHELL/ IOX(13), IOY(13), IOZ(13)
C
      DATA NPART, NUNIT, NVAC, NALL /4*0/
      DATA MX, MY, MZ, NNEIB, NOFF /3*0, 13, 13*0/
      DATA NEQUIL, NSTEP, NRESC, NSAMP /0, 0, 10, 10/
      DATA ISEED, LCNUM, LCDEN /1, 2, 3/
C
C     HALF OF THE 26 NEIGHBOUR CELLS, ONE OF EACH OPPOSITE PAIR.  THE
C     CHOICE IS CYCLIC IN X, Y, Z AND THEREFORE NEEDS ALL SIX FACES.
      DATA IOX / 1, 0, 0,  1, 1, 0,  1, 0,-1,  1, 1, 1,-1/
      DATA IOY / 0, 1, 0,  1, 0, 1, -1, 1, 0,  1, 1,-1, 1/
      DATA IOZ / 0, 0, 1,  0, 1, 1,  0,-1, 1,  1,-1, 1, 1/
      END
C=======================================================================
C     READ THE INPUT
C=======================================================================
      SUBROUTINE RDINP
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      INTEGER NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      COMMON /CONTRL/ NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
C
      READ (5,*) NUNIT, NVAC
      READ (5,*) LCNUM, LCDEN
      READ (5,*) RHO, TEMP
      READ (5,*) DT, RCUT
      READ (5,*) NEQUIL, NSTEP
      READ (5,*) NRESC, NSAMP
      READ (5,*) ISEED
      RETURN
      END
C=======================================================================
C     DERIVED QUANTITIES: PARTICLES, LINK CELLS, BOX, CUT-OFF CONSTANTS
C
C     NPART, MX, MY AND MZ FOLLOW FROM THE INTEGER INPUT BY INTEGER
C     ARITHMETIC ALONE.  CHKINP VERIFIES THAT THE CELLS ARE WIDE ENOUGH.
C=======================================================================
      SUBROUTINE SETBOX
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      INTEGER NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      COMMON /CONTRL/ NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      INTEGER IOX, IOY, IOZ
      COMMON /SHELL/ IOX(13), IOY(13), IOZ(13)
      INTEGER N
      DOUBLE PRECISION R6
C
      NPART = 4*NUNIT**3 - NVAC
      NALL  = NPART
      MX = (NUNIT*LCNUM)/MAX0(LCDEN,1) + 2
      MY = MX
      MZ = MX
C
C     DISTANCE IN THE CELL NUMBERING FROM A CELL TO ITS NEIGHBOURS
      DO 10 N = 1, NNEIB
         NOFF(N) = IOX(N) + IOY(N)*MX + IOZ(N)*MX*MY
   10 CONTINUE
C
      BOX = 0.0D0
      IF (RHO .GT. 0.0D0 .AND. NPART .GT. 0)
     1   BOX = (DBLE(NPART)/RHO)**(1.0D0/3.0D0)
      RCELL = 0.0D0
      IF (BOX .GT. 0.0D0) RCELL = DBLE(MX-2)/BOX
      RCSQ = RCUT*RCUT
      ECUT = 0.0D0
      IF (RCUT .GT. 0.0D0) THEN
         R6   = 1.0D0/RCSQ**3
         ECUT = 4.0D0*R6*(R6-1.0D0)
      ENDIF
      RETURN
      END
C=======================================================================
C     CHECK THE INPUT.  IERR = NUMBER OF COMPLAINTS
C=======================================================================
      SUBROUTINE CHKINP (IERR)
      INTEGER IERR
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      INTEGER NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      COMMON /CONTRL/ NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      INTEGER NTEST, MAXU, K, NC
      PARAMETER (NTEST = 9, MAXU = 20)
      LOGICAL BAD(NTEST)
      CHARACTER*48 TEXT(NTEST)
      DATA TEXT /
     1   'NUMBER OF PARTICLES MUST BE 2 TO MAXP           ',
     2   'NUMBER OF VACANCIES IS NOT SENSIBLE             ',
     3   'DENSITY MUST BE POSITIVE                        ',
     4   'TEMPERATURE MUST BE POSITIVE                    ',
     5   'TIME STEP MUST BE POSITIVE AND BELOW 0.05       ',
     6   'AT LEAST 3 LINK CELLS PER SIDE ARE NEEDED       ',
     7   'LINK CELLS ARE NARROWER THAN THE CUT-OFF        ',
     8   'TOO MANY LINK CELLS                             ',
     9   'STEP COUNTS, INTERVALS OR SEED NOT SENSIBLE     '/
C
      NC = MX - 2
      BAD(1) = NPART.LT.2 .OR. NPART.GT.MAXP
     1         .OR. NUNIT.LT.1 .OR. NUNIT.GT.MAXU
      BAD(2) = NVAC.LT.0 .OR. NVAC.GT.2*NUNIT**3
      BAD(3) = RHO .LE. 0.0D0
      BAD(4) = TEMP .LE. 0.0D0
      BAD(5) = DT.LE.0.0D0 .OR. DT.GE.0.05D0
      BAD(6) = NC .LT. 3
      BAD(7) = RCUT.LE.0.0D0 .OR. RCUT*DBLE(NC).GT.BOX
      BAD(8) = MX*MY*MZ .GT. MAXC
      BAD(9) = NEQUIL.LT.0 .OR. NSTEP.LT.0 .OR. NRESC.LT.1
     1         .OR. NSAMP.LT.1 .OR. ISEED.LT.1
C
      IERR = 0
      DO 20 K = 1, NTEST
         IF (BAD(K)) THEN
            IERR = IERR + 1
            WRITE (6,600) TEXT(K)
         ENDIF
   20 CONTINUE
      WRITE (6,610) NPART, NVAC, RHO, TEMP, BOX, RCUT, DT
      WRITE (6,620) NC, NC, NC, MX, MY, MZ, NEQUIL, NSTEP, NSAMP
      IF (IERR .NE. 0) WRITE (6,630) IERR
      RETURN
C
  600 FORMAT (' INPUT REJECTED: ', A)
  610 FORMAT (' PARTICLES        ', I10,   '    VACANCIES        ', I10/
     1        ' DENSITY          ', F10.4, '    TEMPERATURE      ',
     2        F10.4/
     3        ' BOX LENGTH       ', F10.4, '    CUT-OFF          ',
     4        F10.4/
     5        ' TIME STEP        ', F10.5)
  620 FORMAT (' INNER LINK CELLS   ', 3I4, '  WITH OUTER ONES  ', 3I4/
     1        ' EQUILIBRATION    ', I10,   '    PRODUCTION       ',
     2        I10/
     3        ' SAMPLE EVERY     ', I10)
  630 FORMAT (' NOTHING COMPUTED,', I3, ' COMPLAINT(S)')
      END
C=======================================================================
C     FACE CENTRED CUBIC START.  OF THE 4*NUNIT**3 SITES, NVAC ARE LEFT
C     EMPTY, SPREAD EVENLY OVER THE BOX.
C=======================================================================
      SUBROUTINE FCC
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      INTEGER N, IS, IX, IY, IZ, IB, NSITE
      DOUBLE PRECISION A, BX(4), BY(4), BZ(4)
      DATA BX /0.25D0, 0.75D0, 0.75D0, 0.25D0/
      DATA BY /0.25D0, 0.75D0, 0.25D0, 0.75D0/
      DATA BZ /0.25D0, 0.25D0, 0.75D0, 0.75D0/
C
      A = BOX/DBLE(NUNIT)
      NSITE = 4*NUNIT**3
      N  = 0
      IS = 0
      DO 10 IZ = 0, NUNIT-1
      DO 10 IY = 0, NUNIT-1
      DO 10 IX = 0, NUNIT-1
      DO 10 IB = 1, 4
         IS = IS + 1
C        SITE IS IS TAKEN WHEN IS*NPART/NSITE STEPS UP BY ONE
         IF ((IS*NPART)/NSITE .GT. N) THEN
            N = N + 1
            X(N) = (DBLE(IX)+BX(IB))*A
            Y(N) = (DBLE(IY)+BY(IB))*A
            Z(N) = (DBLE(IZ)+BZ(IB))*A
         ENDIF
   10 CONTINUE
      RETURN
      END
C=======================================================================
C     VELOCITIES, NEARLY MAXWELLIAN: A COMPONENT IS THE SUM OF TWELVE
C     UNIFORM NUMBERS LESS SIX, TIMES THE THERMAL SPEED
C=======================================================================
      SUBROUTINE VELINI
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION RANU, VTH, SX, SY, SZ
      EXTERNAL RANU
      INTEGER I, K
C
      VTH = DSQRT(TEMP)
      DO 20 I = 1, NPART
         SX = -6.0D0
         SY = -6.0D0
         SZ = -6.0D0
         DO 10 K = 1, 12
            SX = SX + RANU(0)
            SY = SY + RANU(0)
            SZ = SZ + RANU(0)
   10    CONTINUE
         VX(I) = VTH*SX
         VY(I) = VTH*SY
         VZ(I) = VTH*SZ
   20 CONTINUE
      RETURN
      END
C=======================================================================
C     REMOVE THE DRIFT OF THE CENTRE OF MASS
C=======================================================================
      SUBROUTINE NOCOM
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION PX, PY, PZ
      INTEGER I
C
      PX = 0.0D0
      PY = 0.0D0
      PZ = 0.0D0
      DO 10 I = 1, NPART
         PX = PX + VX(I)
         PY = PY + VY(I)
         PZ = PZ + VZ(I)
   10 CONTINUE
      PX = PX/DBLE(NPART)
      PY = PY/DBLE(NPART)
      PZ = PZ/DBLE(NPART)
      DO 20 I = 1, NPART
         VX(I) = VX(I) - PX
         VY(I) = VY(I) - PY
         VZ(I) = VZ(I) - PZ
   20 CONTINUE
      RETURN
      END
C=======================================================================
C     SCALE ALL VELOCITIES TO THE WANTED TEMPERATURE
C=======================================================================
      SUBROUTINE VSCALE
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION EPOT, EKIN, VIRIAL, TNOW
      INTEGER NPAIR
      COMMON /ENERGY/ EPOT, EKIN, VIRIAL, TNOW, NPAIR
      DOUBLE PRECISION FACTOR
      INTEGER I
C
      CALL KINET
      FACTOR = 1.0D0
      IF (TNOW .GT. 0.0D0) FACTOR = DSQRT(TEMP/TNOW)
      DO 10 I = 1, NPART
         VX(I) = VX(I)*FACTOR
         VY(I) = VY(I)*FACTOR
         VZ(I) = VZ(I)*FACTOR
   10 CONTINUE
      CALL KINET
      RETURN
      END
C=======================================================================
C     UNIFORM RANDOM NUMBER IN (0,1).  MULTIPLICATIVE CONGRUENTIAL
C     GENERATOR MODULO 2**31-1, SPLIT SO THAT NO PRODUCT EXCEEDS 32 BITS
C=======================================================================
      DOUBLE PRECISION FUNCTION RANU (IDUMMY)
      INTEGER IDUMMY
      INTEGER NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      COMMON /CONTRL/ NEQUIL, NSTEP, NRESC, NSAMP, ISEED, LCNUM, LCDEN
      INTEGER MODUL, MULT, IQ, IR, KHIGH
      PARAMETER (MODUL = 2147483647, MULT = 16807)
      PARAMETER (IQ = 127773, IR = MODUL-IQ*MULT)
C
      KHIGH = ISEED/IQ
      ISEED = MULT*(ISEED-KHIGH*IQ) - IR*KHIGH + IDUMMY
      IF (ISEED .LE. 0) ISEED = ISEED + MODUL
      RANU = DBLE(ISEED)/DBLE(MODUL)
      RETURN
      END
C=======================================================================
C     CLEAR ALL ACCUMULATORS AND THE PATH LENGTHS
C=======================================================================
      SUBROUTINE CLEAR
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION UX, UY, UZ
      COMMON /PATHS/ UX(MAXP), UY(MAXP), UZ(MAXP)
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      INTEGER I
C
      DO 10 I = 1, NPART
         UX(I) = 0.0D0
         UY(I) = 0.0D0
   10    UZ(I) = 0.0D0
      DO 20 I = 1, MAXQ
         QSUM(I) = 0.0D0
   20    QSQR(I) = 0.0D0
      DO 30 I = 1, MAXB
   30    GR(I) = 0.0D0
      DO 40 I = 1, MAXV
   40    HV(I) = 0.0D0
      NRSAM = 0
      NRREF = 0
      RETURN
      END
C=======================================================================
C=======================================================================
C     K E R N E L       (EVERYTHING THAT IS DONE IN EVERY TIME STEP)
C
C     THE KERNEL CONSISTS OF STEP AND OF THE ROUTINES IT CALLS.  ALL
C     DO LOOPS HAVE BOUNDS MADE OF NPART, MX, MY, MZ AND NNEIB.
C     SIXTEEN QUANTITIES CANNOT BE KNOWN WITHOUT RUNNING THE PROGRAM:
C
C     NINE LOOP COUNTS
C       X1   EDGES    CHAIN WALK, CELLS OF THE UPPER X FACE
C       X2   EDGES    CHAIN WALK, CELLS OF THE LOWER X FACE
C       X3   EDGES    CHAIN WALK, CELLS OF THE UPPER Y FACE
C       X4   EDGES    CHAIN WALK, CELLS OF THE LOWER Y FACE
C       X5   EDGES    CHAIN WALK, CELLS OF THE UPPER Z FACE
C       X6   EDGES    CHAIN WALK, CELLS OF THE LOWER Z FACE
C       X7   FORCES   PARTICLES I OF AN INNER CELL
C       X8   FORCES   PARTNERS J OF I IN THE SAME CELL
C       X9   FORCES   PARTNERS J OF I IN A NEIGHBOUR CELL
C     SEVEN BRANCH PROBABILITIES
C       P1   WRAP     PARTICLE LEFT THE BOX AT X = 0
C       P2   WRAP     PARTICLE LEFT THE BOX AT X = BOX
C       P3   WRAP     PARTICLE LEFT THE BOX AT Y = 0
C       P4   WRAP     PARTICLE LEFT THE BOX AT Y = BOX
C       P5   WRAP     PARTICLE LEFT THE BOX AT Z = 0
C       P6   WRAP     PARTICLE LEFT THE BOX AT Z = BOX
C       P7   PAIR     PAIR CLOSER THAN THE CUT-OFF
C=======================================================================
C     ONE TIME STEP
C=======================================================================
      SUBROUTINE STEP
      CALL KICK
      CALL DRIFT
      CALL WRAP
      CALL LINKS
      CALL EDGES
      CALL FORCES
      CALL KICK
      CALL KINET
      RETURN
      END
C=======================================================================
C     HALF A STEP FOR THE VELOCITIES
C=======================================================================
      SUBROUTINE KICK
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION FX, FY, FZ
      COMMON /PUSHES/ FX(MAXP), FY(MAXP), FZ(MAXP)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION HALFDT
      INTEGER I
C
      HALFDT = 0.5D0*DT
      DO 10 I = 1, NPART
         VX(I) = VX(I) + HALFDT*FX(I)
         VY(I) = VY(I) + HALFDT*FY(I)
         VZ(I) = VZ(I) + HALFDT*FZ(I)
   10 CONTINUE
      RETURN
      END
C=======================================================================
C     A FULL STEP FOR THE PLACES.  U IS THE PATH WITHOUT WRAPPING
C=======================================================================
      SUBROUTINE DRIFT
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION UX, UY, UZ
      COMMON /PATHS/ UX(MAXP), UY(MAXP), UZ(MAXP)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION DX, DY, DZ
      INTEGER I
C
      DO 10 I = 1, NPART
         DX = DT*VX(I)
         DY = DT*VY(I)
         DZ = DT*VZ(I)
         X(I)  = X(I) + DX
         Y(I)  = Y(I) + DY
         Z(I)  = Z(I) + DZ
         UX(I) = UX(I) + DX
         UY(I) = UY(I) + DY
         UZ(I) = UZ(I) + DZ
   10 CONTINUE
      RETURN
      END
C=======================================================================
C     BRING PARTICLES THAT LEFT THE BOX BACK ON THE OPPOSITE SIDE
C=======================================================================
      SUBROUTINE WRAP
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      INTEGER I
C
      DO 10 I = 1, NPART
C                                                              P1
         IF (X(I) .LT. 0.0D0) THEN
            X(I) = X(I) + BOX
C                                                              P2
         ELSE IF (X(I) .GE. BOX) THEN
            X(I) = X(I) - BOX
         ENDIF
C                                                              P3
         IF (Y(I) .LT. 0.0D0) THEN
            Y(I) = Y(I) + BOX
C                                                              P4
         ELSE IF (Y(I) .GE. BOX) THEN
            Y(I) = Y(I) - BOX
         ENDIF
C                                                              P5
         IF (Z(I) .LT. 0.0D0) THEN
            Z(I) = Z(I) + BOX
C                                                              P6
         ELSE IF (Z(I) .GE. BOX) THEN
            Z(I) = Z(I) - BOX
         ENDIF
   10 CONTINUE
      RETURN
      END
C=======================================================================
C     ENTER ALL PARTICLES IN THE CHAINS OF THEIR LINK CELLS
C
C     CELL COORDINATES RUN FROM 0 TO MX-1, WHERE 0 AND MX-1 ARE OUTER
C     CELLS.  THE CELL NUMBER IS NCELL BELOW.  HEAD(NCELL) IS THE FIRST
C     PARTICLE OF A CELL, LIST(I) THE ONE AFTER I, ZERO ENDS A CHAIN.
C=======================================================================
      SUBROUTINE LINKS
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      INTEGER HEAD, LIST, IOWN
      COMMON /CHAINS/ HEAD(MAXC), LIST(MAXALL), IOWN(MAXALL)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      INTEGER I, IC, IX, IY, IZ
      INTEGER NCELL, KX, KY, KZ
C     --- STATEMENT FUNCTION: NUMBER OF THE CELL (KX,KY,KZ)
      NCELL(KX,KY,KZ) = 1 + KX + MX*(KY + MY*KZ)
C
      DO 10 IC = 1, MX*MY*MZ
         HEAD(IC) = 0
   10 CONTINUE
C
C     MIN0 CATCHES A PARTICLE THAT SITS EXACTLY ON THE UPPER BORDER
      DO 20 I = 1, NPART
         IX = MIN0(IDINT(X(I)*RCELL)+1, MX-2)
         IY = MIN0(IDINT(Y(I)*RCELL)+1, MY-2)
         IZ = MIN0(IDINT(Z(I)*RCELL)+1, MZ-2)
         IC = NCELL(IX,IY,IZ)
         LIST(I)  = HEAD(IC)
         HEAD(IC) = I
         IOWN(I)  = I
   20 CONTINUE
      RETURN
      END
C=======================================================================
C     EDGE COPIES.  THE FACES ARE DONE IN THE ORDER X, Y, Z.  COPIES
C     MADE FOR X ARE COPIED AGAIN FOR Y, AND BOTH AGAIN FOR Z, WHICH
C     FILLS THE OUTER CELLS ALONG THE EDGES AND AT THE CORNERS, TOO.
C     A COPY OF PARTICLE J IS ENTRY NALL, AND IOWN(NALL) IS THE TRUE
C     PARTICLE BEHIND IT.  THE TARGET CELL LIES A FIXED DISTANCE AWAY.
C     WITH THREE OR MORE INNER CELLS PER SIDE A PARTICLE TOUCHES AT MOST
C     ONE FACE PER DIRECTION AND HAS AT MOST 7 COPIES: MAXE = 7*MAXP.
C=======================================================================
      SUBROUTINE EDGES
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      INTEGER HEAD, LIST, IOWN
      COMMON /CHAINS/ HEAD(MAXC), LIST(MAXALL), IOWN(MAXALL)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      INTEGER I, J, K, IC, IT, MXY, JUMPX, JUMPY, JUMPZ
C
      MXY   = MX*MY
      JUMPX = MX-2
      JUMPY = (MY-2)*MX
      JUMPZ = (MZ-2)*MXY
      NALL  = NPART
C
C     --- UPPER X FACE, COPIED BELOW X = 0
      DO 12 K = 1, MZ-2
      DO 12 I = 2*MX-1, MXY-MX-1, MX
         IC = I + K*MXY
         IT = IC - JUMPX
         J  = HEAD(IC)
C                                                              X1
   11    IF (J .NE. 0) THEN
            NALL = NALL + 1
            X(NALL) = X(J) - BOX
            Y(NALL) = Y(J)
            Z(NALL) = Z(J)
            IOWN(NALL) = IOWN(J)
            LIST(NALL) = HEAD(IT)
            HEAD(IT)   = NALL
            J = LIST(J)
            GOTO 11
         ENDIF
   12 CONTINUE
C
C     --- LOWER X FACE, COPIED ABOVE X = BOX
      DO 22 K = 1, MZ-2
      DO 22 I = MX+2, MXY-2*MX+2, MX
         IC = I + K*MXY
         IT = IC + JUMPX
         J  = HEAD(IC)
C                                                              X2
   21    IF (J .NE. 0) THEN
            NALL = NALL + 1
            X(NALL) = X(J) + BOX
            Y(NALL) = Y(J)
            Z(NALL) = Z(J)
            IOWN(NALL) = IOWN(J)
            LIST(NALL) = HEAD(IT)
            HEAD(IT)   = NALL
            J = LIST(J)
            GOTO 21
         ENDIF
   22 CONTINUE
C
C     --- UPPER Y FACE WITH THE OUTER CELLS IN X, COPIED BELOW Y = 0
      DO 34 K = MXY, (MZ-2)*MXY, MXY
         DO 33 I = MXY-2*MX+1, MXY-MX
            IC = I + K
            IT = IC - JUMPY
            J  = HEAD(IC)
C                                                              X3
   31       IF (J .EQ. 0) GOTO 32
            NALL = NALL + 1
            X(NALL) = X(J)
            Y(NALL) = Y(J) - BOX
            Z(NALL) = Z(J)
            IOWN(NALL) = IOWN(J)
            LIST(NALL) = HEAD(IT)
            HEAD(IT)   = NALL
            J = LIST(J)
            GOTO 31
   32       CONTINUE
   33    CONTINUE
   34 CONTINUE
C
C     --- LOWER Y FACE WITH THE OUTER CELLS IN X, COPIED ABOVE Y = BOX
      DO 44 K = MXY, (MZ-2)*MXY, MXY
         DO 43 I = MX+1, 2*MX
            IC = I + K
            IT = IC + JUMPY
            J  = HEAD(IC)
C                                                              X4
   41       IF (J .EQ. 0) GOTO 42
            NALL = NALL + 1
            X(NALL) = X(J)
            Y(NALL) = Y(J) + BOX
            Z(NALL) = Z(J)
            IOWN(NALL) = IOWN(J)
            LIST(NALL) = HEAD(IT)
            HEAD(IT)   = NALL
            J = LIST(J)
            GOTO 41
   42       CONTINUE
   43    CONTINUE
   44 CONTINUE
C
C     --- UPPER Z FACE, THE WHOLE PLANE OF CELLS, COPIED BELOW Z = 0
      DO 52 K = 0, MX*(MY-1), MX
      DO 52 I = 1, MX
         IC = I + K + JUMPZ
         IT = IC - JUMPZ
         J  = HEAD(IC)
C                                                              X5
   51    IF (J .NE. 0) THEN
            NALL = NALL + 1
            X(NALL) = X(J)
            Y(NALL) = Y(J)
            Z(NALL) = Z(J) - BOX
            IOWN(NALL) = IOWN(J)
            LIST(NALL) = HEAD(IT)
            HEAD(IT)   = NALL
            J = LIST(J)
            GOTO 51
         ENDIF
   52 CONTINUE
C
C     --- LOWER Z FACE, THE WHOLE PLANE OF CELLS, COPIED ABOVE Z = BOX
      DO 62 IC = MXY+1, 2*MXY
         IT = IC + JUMPZ
         J  = HEAD(IC)
C                                                              X6
   61    IF (J .NE. 0) THEN
            NALL = NALL + 1
            X(NALL) = X(J)
            Y(NALL) = Y(J)
            Z(NALL) = Z(J) + BOX
            IOWN(NALL) = IOWN(J)
            LIST(NALL) = HEAD(IT)
            HEAD(IT)   = NALL
            J = LIST(J)
            GOTO 61
         ENDIF
   62 CONTINUE
      RETURN
      END
C=======================================================================
C     FORCES, POTENTIAL ENERGY AND VIRIAL
C
C     EVERY INNER CELL IS PAIRED WITH ITSELF AND WITH HALF OF ITS
C     NEIGHBOURS.  EACH PAIR OF PARTICLES IS MET EXACTLY ONCE.
C=======================================================================
      SUBROUTINE FORCES
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION FX, FY, FZ
      COMMON /PUSHES/ FX(MAXP), FY(MAXP), FZ(MAXP)
      INTEGER HEAD, LIST, IOWN
      COMMON /CHAINS/ HEAD(MAXC), LIST(MAXALL), IOWN(MAXALL)
      DOUBLE PRECISION EPOT, EKIN, VIRIAL, TNOW
      INTEGER NPAIR
      COMMON /ENERGY/ EPOT, EKIN, VIRIAL, TNOW, NPAIR
      INTEGER I, J, N, IC, IX, IY, IZ
      INTEGER NCELL, KX, KY, KZ
      NCELL(KX,KY,KZ) = 1 + KX + MX*(KY + MY*KZ)
C
      EPOT   = 0.0D0
      VIRIAL = 0.0D0
      NPAIR  = 0
      DO 10 I = 1, NPART
         FX(I) = 0.0D0
         FY(I) = 0.0D0
         FZ(I) = 0.0D0
   10 CONTINUE
C
      DO 60 IZ = 1, MZ-2
      DO 60 IY = 1, MY-2
      DO 60 IX = 1, MX-2
         IC = NCELL(IX,IY,IZ)
         I  = HEAD(IC)
C                                                              X7
   20    IF (I .NE. 0) THEN
            J = LIST(I)
C                                                              X8
   30       IF (J .NE. 0) THEN
               CALL PAIR (I, J)
               J = LIST(J)
               GOTO 30
            ENDIF
            DO 50 N = 1, NNEIB
               J = HEAD(IC+NOFF(N))
C                                                              X9
   40          IF (J .NE. 0) THEN
                  CALL PAIR (I, J)
                  J = LIST(J)
                  GOTO 40
               ENDIF
   50       CONTINUE
            I = LIST(I)
            GOTO 20
         ENDIF
   60 CONTINUE
      RETURN
      END
C=======================================================================
C     CONTRIBUTION OF ONE PAIR.  I IS A PARTICLE, J A PARTICLE OR A COPY
C=======================================================================
      SUBROUTINE PAIR (I, J)
      INTEGER I, J
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      DOUBLE PRECISION FX, FY, FZ
      COMMON /PUSHES/ FX(MAXP), FY(MAXP), FZ(MAXP)
      INTEGER HEAD, LIST, IOWN
      COMMON /CHAINS/ HEAD(MAXC), LIST(MAXALL), IOWN(MAXALL)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION EPOT, EKIN, VIRIAL, TNOW
      INTEGER NPAIR
      COMMON /ENERGY/ EPOT, EKIN, VIRIAL, TNOW, NPAIR
      DOUBLE PRECISION DX, DY, DZ, RSQ, R2, R6, W, FOR
      INTEGER JO
C
      DX  = X(I) - X(J)
      DY  = Y(I) - Y(J)
      DZ  = Z(I) - Z(J)
      RSQ = DX*DX + DY*DY + DZ*DZ
C                                                              P7
      IF (RSQ .LT. RCSQ) THEN
         R2 = 1.0D0/RSQ
         R6 = R2*R2*R2
         EPOT = EPOT + 4.0D0*R6*(R6-1.0D0) - ECUT
         W = 24.0D0*R6*(2.0D0*R6-1.0D0)
         VIRIAL = VIRIAL + W
         NPAIR  = NPAIR + 1
         FOR = W*R2
         JO  = IOWN(J)
         FX(I)  = FX(I)  + FOR*DX
         FY(I)  = FY(I)  + FOR*DY
         FZ(I)  = FZ(I)  + FOR*DZ
         FX(JO) = FX(JO) - FOR*DX
         FY(JO) = FY(JO) - FOR*DY
         FZ(JO) = FZ(JO) - FOR*DZ
      ENDIF
      RETURN
      END
C=======================================================================
C     KINETIC ENERGY AND TEMPERATURE (3*NPART-3 DEGREES OF FREEDOM)
C=======================================================================
      SUBROUTINE KINET
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION EPOT, EKIN, VIRIAL, TNOW
      INTEGER NPAIR
      COMMON /ENERGY/ EPOT, EKIN, VIRIAL, TNOW, NPAIR
      DOUBLE PRECISION SUM
      INTEGER I
C
      SUM = 0.0D0
      DO 10 I = 1, NPART
         SUM = SUM + VX(I)**2 + VY(I)**2 + VZ(I)**2
   10 CONTINUE
      EKIN = 0.5D0*SUM
      TNOW = SUM/DBLE(3*NPART-3)
      RETURN
      END
C=======================================================================
C     E N D   O F   T H E   K E R N E L
C=======================================================================
C     TAKE ONE SAMPLE OF ALL SYSTEM PROPERTIES
C
C     Q(1) E/N   Q(2) U/N SHIFTED   Q(3) K/N   Q(4) T   Q(5) P
C     Q(6) U/N OF THE FULL POTENTIAL   Q(7) P OF THE FULL POTENTIAL
C=======================================================================
      SUBROUTINE SAMPLE (ISTEP)
      INTEGER ISTEP
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION EPOT, EKIN, VIRIAL, TNOW
      INTEGER NPAIR
      COMMON /ENERGY/ EPOT, EKIN, VIRIAL, TNOW, NPAIR
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      DOUBLE PRECISION Q(MAXQ), PN, PI, RC3, UTAIL, PTAIL, DISP
      INTEGER K
C
      IF (NRSAM .GE. MAXS) RETURN
      NRSAM = NRSAM + 1
      PN  = DBLE(NPART)
      PI  = 4.0D0*DATAN(1.0D0)
      RC3 = 1.0D0/RCUT**3
      UTAIL = 8.0D0*PI*RHO/9.0D0*RC3*(RC3*RC3 - 3.0D0)
      PTAIL = 16.0D0*PI*RHO**2/9.0D0*RC3*(2.0D0*RC3*RC3 - 3.0D0)
C
      Q(1) = (EPOT+EKIN)/PN
      Q(2) = EPOT/PN
      Q(3) = EKIN/PN
      Q(4) = TNOW
      Q(5) = RHO*TNOW + VIRIAL*RHO/(3.0D0*PN)
      Q(6) = (EPOT + ECUT*DBLE(NPAIR))/PN + UTAIL
      Q(7) = Q(5) + PTAIL
      DO 10 K = 1, MAXQ
         QSUM(K) = QSUM(K) + Q(K)
         QSQR(K) = QSQR(K) + Q(K)**2
   10 CONTINUE
C
      CALL RDFACC
      CALL MSDACC (DISP)
      CALL VELACC
      SERT(NRSAM) = DBLE(ISTEP)*DT
      SERE(NRSAM) = Q(1)
      SERM(NRSAM) = DISP
C
C     --- A LINE OF PROGRESS FOR EVERY FIFTH SAMPLE
      IF (MOD(NRSAM,5) .EQ. 0) WRITE (6,600) ISTEP, (Q(K), K=1,5)
      RETURN
  600 FORMAT (1X, I7, 5F10.4)
      END
C=======================================================================
C     RADIAL DISTRIBUTION: COUNT PAIRS BY DISTANCE, MINIMUM IMAGE.
C     WITH MANY PARTICLES ONLY EVERY NEXT-TH ONE IS A REFERENCE.
C=======================================================================
      SUBROUTINE RDFACC
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      INTEGER MAXREF
      PARAMETER (MAXREF = 128)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION X, Y, Z
      COMMON /PLACES/ X(MAXALL), Y(MAXALL), Z(MAXALL)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      DOUBLE PRECISION DX, DY, DZ, RBOX, RBIN
      INTEGER I, J, IBIN, NEXT
C
      RBOX = 1.0D0/BOX
      RBIN = 2.0D0*DBLE(MAXB)/BOX
      NEXT = (NPART+MAXREF-1)/MAXREF
      DO 20 I = 1, NPART, NEXT
         NRREF = NRREF + 1
         DO 10 J = 1, NPART
            DX = X(I) - X(J)
            DY = Y(I) - Y(J)
            DZ = Z(I) - Z(J)
            DX = DX - BOX*DNINT(DX*RBOX)
            DY = DY - BOX*DNINT(DY*RBOX)
            DZ = DZ - BOX*DNINT(DZ*RBOX)
            IBIN = IDINT(DSQRT(DX*DX+DY*DY+DZ*DZ)*RBIN) + 1
            IF (IBIN .LE. MAXB .AND. I .NE. J)
     1         GR(IBIN) = GR(IBIN) + 1.0D0
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
C=======================================================================
C     MEAN SQUARE DISPLACEMENT SINCE THE START OF PRODUCTION
C=======================================================================
      SUBROUTINE MSDACC (DISP)
      DOUBLE PRECISION DISP
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION UX, UY, UZ
      COMMON /PATHS/ UX(MAXP), UY(MAXP), UZ(MAXP)
      INTEGER I
C
      DISP = 0.0D0
      DO 10 I = 1, NPART
   10    DISP = DISP + UX(I)**2 + UY(I)**2 + UZ(I)**2
      DISP = DISP/DBLE(NPART)
      RETURN
      END
C=======================================================================
C     HISTOGRAM OF THE VELOCITY COMPONENTS, -4 TO +4 THERMAL SPEEDS
C=======================================================================
      SUBROUTINE VELACC
      INTEGER MAXP, MAXE, MAXALL, MAXC
      PARAMETER (MAXP = 16384, MAXE = 7*MAXP, MAXALL = MAXP+MAXE)
      PARAMETER (MAXC = 15625)
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION VX, VY, VZ
      COMMON /SPEEDS/ VX(MAXP), VY(MAXP), VZ(MAXP)
      DOUBLE PRECISION EPOT, EKIN, VIRIAL, TNOW
      INTEGER NPAIR
      COMMON /ENERGY/ EPOT, EKIN, VIRIAL, TNOW, NPAIR
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      DOUBLE PRECISION SCALE, V
      INTEGER I, K, IBIN
C     --- BIN OF A REDUCED VELOCITY COMPONENT, KEPT IN 1..MAXV
      IBIN(V) = MAX0(1, MIN0(MAXV, IDINT((V+4.0D0)*SCALE)+1))
C
      SCALE = DBLE(MAXV)/8.0D0
      DO 10 I = 1, NPART
         V = VX(I)/DSQRT(TNOW)
         K = IBIN(V)
         HV(K) = HV(K) + 1.0D0
         V = VY(I)/DSQRT(TNOW)
         K = IBIN(V)
         HV(K) = HV(K) + 1.0D0
         V = VZ(I)/DSQRT(TNOW)
         K = IBIN(V)
         HV(K) = HV(K) + 1.0D0
   10 CONTINUE
      RETURN
      END
C=======================================================================
C     AVERAGES AND FLUCTUATIONS
C=======================================================================
      SUBROUTINE AVERAG
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      DOUBLE PRECISION AVE(MAXQ), RMS(MAXQ), RN, CV
      CHARACTER*28 NAME(MAXQ)
      INTEGER K
      DATA NAME / 'TOTAL ENERGY               ',
     1            'POTENTIAL ENERGY, SHIFTED  ',
     2            'KINETIC ENERGY             ',
     3            'TEMPERATURE                ',
     4            'PRESSURE                   ',
     5            'POTENTIAL ENERGY, WITH TAIL',
     6            'PRESSURE, WITH TAIL        '/
C
      WRITE (6,600) NRSAM
      IF (NRSAM .EQ. 0) RETURN
      RN = 1.0D0/DBLE(NRSAM)
      DO 10 K = 1, MAXQ
         AVE(K) = QSUM(K)*RN
         RMS(K) = DSQRT(DMAX1(QSQR(K)*RN - AVE(K)**2, 0.0D0))
         WRITE (6,610) NAME(K), AVE(K), RMS(K)
   10 CONTINUE
C
C     --- HEAT CAPACITY FROM THE FLUCTUATION OF THE KINETIC ENERGY AT
C         CONSTANT TOTAL ENERGY (NEEDS LONG RUNS TO BE ACCURATE)
      CV = 1.0D0 - 1.5D0*DBLE(NPART)*(RMS(3)/AVE(3))**2
      IF (CV .GT. 0.1D0) WRITE (6,620) 1.5D0/CV
      RETURN
C
  600 FORMAT (/' AVERAGES OVER', I6, ' SAMPLES           MEAN',
     1         '      RMS FLUCTUATION'/)
  610 FORMAT (1X, A28, F14.4, F14.4)
  620 FORMAT (' HEAT CAPACITY PER PARTICLE  ', F14.2)
      END
C=======================================================================
C     DRIFT OF THE TOTAL ENERGY: STRAIGHT LINE THROUGH ALL SAMPLES
C=======================================================================
      SUBROUTINE EDRIFT
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      DOUBLE PRECISION TOL, T0, E0, STT, STE, DEV, REL, SPREAD
      PARAMETER (TOL = 1.0D-4)
      INTEGER K
C
      IF (NRSAM .LT. 2) RETURN
      T0 = 0.0D0
      E0 = 0.0D0
      DO 10 K = 1, NRSAM
         T0 = T0 + SERT(K)/DBLE(NRSAM)
         E0 = E0 + SERE(K)/DBLE(NRSAM)
   10 CONTINUE
      STT = 0.0D0
      STE = 0.0D0
      DEV = 0.0D0
      DO 20 K = 1, NRSAM
         STT = STT + (SERT(K)-T0)**2
         STE = STE + (SERT(K)-T0)*(SERE(K)-E0)
         DEV = DMAX1(DEV, DABS(SERE(K)-E0))
   20 CONTINUE
      REL    = STE/STT*(SERT(NRSAM)-SERT(1))/DABS(E0)
      SPREAD = DEV/DABS(E0)
      WRITE (6,600) REL, SPREAD
C
C     --- DIRECTION OF THE DRIFT, AS FAR AS IT CAN BE SEEN
      IF (IDINT(REL/(0.5D0*TOL))) 30, 40, 50
   30 WRITE (6,610) 'FALLING'
      GOTO 60
   40 WRITE (6,610) 'STEADY '
      GOTO 60
   50 WRITE (6,610) 'RISING '
   60 CONTINUE
      IF (DABS(REL) .LT. TOL) THEN
         WRITE (6,620)
      ELSE
         WRITE (6,630)
      ENDIF
      RETURN
  600 FORMAT (/' RELATIVE ENERGY DRIFT       ', 1PE12.1/
     1         ' LARGEST RELATIVE DEVIATION  ', 1PE12.1)
  610 FORMAT (' TREND OF THE ENERGY          ', A)
  620 FORMAT (' ENERGY CONSERVED')
  630 FORMAT (' ENERGY NOT CONSERVED')
      END
C=======================================================================
C     TABLES: RADIAL DISTRIBUTION, DISPLACEMENT, VELOCITIES
C=======================================================================
      SUBROUTINE PRTABS
      INTEGER MAXQ, MAXB, MAXV, MAXS
      PARAMETER (MAXQ = 7, MAXB = 50, MAXV = 21, MAXS = 2000)
      INTEGER NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB, NOFF
      COMMON /SIZES/ NPART, NUNIT, NVAC, NALL, MX, MY, MZ, NNEIB,
     1               NOFF(13)
      DOUBLE PRECISION RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      COMMON /PHYS/ RHO, TEMP, DT, RCUT, BOX, RCSQ, ECUT, RCELL
      DOUBLE PRECISION QSUM, QSQR, GR, HV, SERT, SERE, SERM
      INTEGER NRSAM, NRREF
      COMMON /STATS/ QSUM(MAXQ), QSQR(MAXQ), GR(MAXB), HV(MAXV),
     1               SERT(MAXS), SERE(MAXS), SERM(MAXS), NRSAM, NRREF
      DOUBLE PRECISION PI, DR, VOL, G(MAXB), PEAK, RPEAK, TOTAL
      DOUBLE PRECISION V, DV, GAUSS
      INTEGER K, LATE
      SAVE PI
      DATA PI /3.14159265358979324D0/
C     --- MAXWELL DISTRIBUTION OF A COMPONENT IN UNITS OF ITS WIDTH
      GAUSS(V) = DEXP(-0.5D0*V*V)/DSQRT(2.0D0*PI)
C
      IF (NRSAM .EQ. 0) RETURN
C
C     --- RADIAL DISTRIBUTION FUNCTION AND ITS FIRST PEAK
      DR = BOX/(2.0D0*DBLE(MAXB))
      PEAK  = 0.0D0
      RPEAK = 0.0D0
      DO 10 K = 1, MAXB
         VOL  = 4.0D0*PI/3.0D0*DR**3*DBLE(K**3-(K-1)**3)
         G(K) = GR(K)/(DBLE(NRREF)*RHO*VOL)
         IF (G(K) .GT. PEAK) THEN
            PEAK  = G(K)
            RPEAK = (DBLE(K)-0.5D0)*DR
         ENDIF
   10 CONTINUE
      WRITE (6,600)
      WRITE (6,610) ((DBLE(K)-0.5D0)*DR, G(K), K = 1, MAXB)
      WRITE (6,620) RPEAK, PEAK
C
C     --- MEAN SQUARE DISPLACEMENT, DIFFUSION FROM THE SECOND HALF
      WRITE (6,630)
      DO 20 K = MAX0(NRSAM/5,1), NRSAM, MAX0(NRSAM/5,1)
         WRITE (6,640) SERT(K), SERM(K)
   20 CONTINUE
      LATE = (NRSAM+1)/2
      IF (LATE .LT. NRSAM) WRITE (6,650)
     1   (SERM(NRSAM)-SERM(LATE))/(6.0D0*(SERT(NRSAM)-SERT(LATE)))
C
C     --- VELOCITY COMPONENTS AGAINST THE MAXWELL DISTRIBUTION
      TOTAL = 0.0D0
      DO 30 K = 1, MAXV
   30    TOTAL = TOTAL + HV(K)
      DV = 8.0D0/DBLE(MAXV)
      WRITE (6,660)
      DO 40 K = 1, MAXV, 2
         V = 0.5D0*DV*DBLE(2*K-MAXV-1)
         WRITE (6,640) V, HV(K)/(TOTAL*DV), GAUSS(V)
   40 CONTINUE
      RETURN
C
  600 FORMAT (/' RADIAL DISTRIBUTION FUNCTION'/
     1         4('       R    G(R)'))
  610 FORMAT (4(F8.3, F8.2))
  620 FORMAT (' HIGHEST PEAK AT R =', F8.3, '   G(R) =', F8.2)
  630 FORMAT (/' MEAN SQUARE DISPLACEMENT'/
     1         '    TIME      MSD')
  640 FORMAT (F8.3, 2F10.3)
  650 FORMAT (' DIFFUSION COEFFICIENT', F10.4)
  660 FORMAT (/' VELOCITY COMPONENTS (IN UNITS OF THE THERMAL SPEED)'/
     1         '       V      RUN    MAXWELL')
      END
