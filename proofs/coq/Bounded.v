(** Arzela's theorem: means of bounded functions that converge everywhere converge to the mean of the limit. *)
Require Import Reals Lra List Psatz Arith Lia ConstructiveEpsilon.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Dini.
Open Scope R_scope.

(** A continuous function below the number m in an interval, and zero beyond. *)
Definition slope (a b m e : R) : R := Rmin ((b - a) / 2) (e / (2 * (m + 1))).
Definition bump (a b m e x : R) : R := m * Rmax 0 (Rmin 1 (Rmin ((x - a) / slope a b m e) ((b - x) / slope a b m e))).
Lemma bump_is a b m e : a < b -> 0 <= m -> 0 < e -> let h := bump a b m e in (forall x, continuous h x) /\ (forall x, 0 <= h x <= m) /\
  (forall x, x <= a \/ b <= x -> h x = 0) /\ m * (b - a) - e <= integral h a b.
Proof.
  intros AB M0 E0. intros h. unfold h, bump. clear h. set (w := slope a b m e).
  assert (W1 : 0 < e / (2 * (m + 1))) by (apply Rdiv_lt_0_compat; lra).
  assert (W0 : 0 < w) by (apply Rmin_glb_lt; lra).
  pose proof (Rmin_l ((b - a) / 2) (e / (2 * (m + 1))) : w <= _). pose proof (Rmin_r ((b - a) / 2) (e / (2 * (m + 1))) : w <= _).
  set (r := fun x => Rmax 0 (Rmin 1 (Rmin ((x - a) / w) ((b - x) / w)))).
  change (fun x => m * Rmax 0 (Rmin 1 (Rmin ((x - a) / w) ((b - x) / w)))) with (fun x => m * r x).
  assert (R0 : forall x, 0 <= r x <= 1).
  { intros x. unfold r. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l]. }
  assert (C : forall x, continuous (fun x => m * r x) x).
  { intros x. apply (continuous_mult (K := R_AbsRing)); [apply continuous_const|]. unfold r.
    apply Rmax_continuous; [apply continuous_const|]. apply Rmin_continuous; [apply continuous_const|].
    apply Rmin_continuous; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive; lra. }
  split; [exact C|]. split; [intros x; pose proof (R0 x); unfold r in *; nra|]. split.
  - intros x X. fold (r x). replace (r x) with 0; [ring|]. unfold r. rewrite Rmax_left; auto.
    eapply Rle_trans; [apply Rmin_r|]. destruct X; [eapply Rle_trans; [apply Rmin_l|]|eapply Rle_trans; [apply Rmin_r|]];
      apply Rmult_le_reg_r with w; auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
  - change (m * (b - a) - e <= integral (fun x => m * r x) a b).
    assert (I : forall u v, integrable (fun x => m * r x) u v) by (intros; now apply continuous_integrable).
    assert (Z : forall u v, u <= v -> 0 <= integral (fun x => m * r x) u v).
    { intros u v L. apply integral_ge0; auto. intros x _. pose proof (R0 x). nra. }
    rewrite <- (integral_join _ a (a + w) b) by auto. rewrite <- (integral_join _ (a + w) (b - w) b) by auto.
    assert (Mid : integral (fun x => m * r x) (a + w) (b - w) = m * (b - a - 2 * w)).
    { rewrite (integral_ext _ (fun _ => m)); [|lra|].
      - unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal; simpl; unfold mult; simpl. ring.
      - intros x X. replace (r x) with 1; [ring|]. unfold r.
        assert (1 <= (x - a) / w) by (apply Rmult_le_reg_r with w; auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
        assert (1 <= (b - x) / w) by (apply Rmult_le_reg_r with w; auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
        rewrite Rmin_left by (apply Rmin_glb; auto). rewrite Rmax_right; lra. }
    rewrite Mid. pose proof (Z a (a + w) (ltac:(lra))). pose proof (Z (b - w) b (ltac:(lra))).
    assert (2 * (m * w) <= e); [|lra].
    apply Rle_trans with (2 * (m * (e / (2 * (m + 1))))); [apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; lra|].
    replace (2 * (m * (e / (2 * (m + 1))))) with (e * (m / (m + 1))) by (field; lra).
    assert (m / (m + 1) <= 1) by (apply Rmult_le_reg_r with (m + 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra). nra.
Qed.
(** The greatest number below a function in an interval. *)
Definition low (g : R -> R) (a b : R) : R := real (Glb_Rbar (fun y => exists x, a <= x <= b /\ y = g x)).
Lemma low_is (g : R -> R) a b e : a <= b -> 0 < e -> (forall x, a <= x <= b -> 0 <= g x) ->
  0 <= low g a b /\ (forall x, a <= x <= b -> low g a b <= g x) /\ exists t, a <= t <= b /\ g t <= low g a b + e.
Proof.
  intros AB E0 P. unfold low. set (Q := fun y => exists x, a <= x <= b /\ y = g x).
  destruct (Glb_Rbar_correct Q) as [U L].
  assert (Z : Rbar_le 0 (Glb_Rbar Q)) by (apply L; intros y [x [X ->]]; simpl; auto).
  assert (A : Rbar_le (Glb_Rbar Q) (g a)) by (apply U; exists a; split; [lra|reflexivity]).
  destruct (Glb_Rbar Q) as [s| |]; simpl in Z, A; try tauto. simpl. split; [exact Z|]. split.
  - intros x X. apply (U (g x)). exists x. auto.
  - destruct (Classical_Prop.classic (exists t, a <= t <= b /\ g t <= s + e)) as [|N]; auto. exfalso.
    assert (K : Rbar_le (s + e) s); [|simpl in K; lra]. apply L. intros y [x [X ->]]. simpl. apply Rnot_lt_le. intros J. apply N.
    exists x. split; auto. lra.
Qed.
Fixpoint below (g : R -> R) (d e : R) (n : nat) (a x : R) : R := match n with O => 0
  | S n => bump a (a + d) (low g a (a + d)) (d * e) x + below g d e n (a + d) x end.

(** Below a function that is not negative, over n parts of length d, with a Riemann sum that is hardly greater. *)
Lemma below_parts (g : R -> R) d e : 0 < d -> 0 < e -> forall n a, (forall x, a <= x <= a + INR n * d -> 0 <= g x) ->
  exists s : SF_seq, let h := below g d e n a in (pointed_subdiv s /\ SF_h s = a /\ seq.last (SF_h s) (SF_lx s) = a + INR n * d /\
    seq_step (SF_lx s) <= d) /\ (forall x, continuous h x) /\ (forall x, 0 <= h x) /\
    (forall x, x <= a \/ a + INR n * d <= x -> h x = 0) /\ (forall x, a <= x <= a + INR n * d -> h x <= g x) /\
    Riemann_sum (V := R_NormedModule) g s - INR n * (2 * d * e) <= integral h a (a + INR n * d).
Proof.
  intros D0 E0. induction n as [|n IH]; intros a P.
  - exists (SF_nil a). intros h. unfold h. clear h. simpl INR. rewrite !Rmult_0_l, !Rplus_0_r. split; [|split; [|split; [|split; [|split]]]].
    + split; [intros i Hi; simpl in Hi; inversion Hi|]. split; [reflexivity|]. split; [reflexivity|]. unfold seq_step; simpl. lra.
    + intros; apply continuous_const.
    + intros; simpl; lra.
    + auto.
    + intros x X. apply P. simpl. lra.
    + rewrite integral_point. unfold Riemann_sum; simpl. unfold zero; simpl. lra.
  - rewrite S_INR in *. assert (Nd : 0 <= INR n * d) by (apply Rmult_le_pos; [apply pos_INR|lra]).
    replace (a + (INR n + 1) * d) with (a + d + INR n * d) in * by ring.
    destruct (IH (a + d)) as [s [[S1 [S2 [S3 S4]]] [C [H0 [Hz [Hg Hi]]]]]]. { intros x X. apply P. lra. }
    set (h := below g d e n (a + d)) in *.
    destruct (low_is g a (a + d) e (ltac:(lra)) E0) as [M0 [Mg [t [T Tm]]]]. { intros x X. apply P. lra. }
    set (m := low g a (a + d)) in *.
    destruct (bump_is a (a + d) m (d * e)) as [Cb [B0 [Bz Bi]]]; [lra|exact M0|now apply Rmult_lt_0_compat|].
    set (b := bump a (a + d) m (d * e)) in *.
    exists (SF_cons (a, t) s). change (below g d e (S n) a) with (fun x => b x + h x). cbv zeta. split; [|split; [|split; [|split; [|split]]]].
    + split; [|split; [|split]].
      * intros i Hi'. destruct i as [|i].
        -- simpl. change (a <= t <= seq.nth 0 (SF_lx s) 0). replace (seq.nth 0 (SF_lx s) 0) with (SF_h s) by reflexivity. lra.
        -- apply (S1 i). unfold SF_cons, SF_size in *; simpl in *. lia.
      * reflexivity.
      * rewrite <- S3. destruct s as [s0 st]. reflexivity.
      * change (seq_step (a :: SF_lx s) <= d). unfold seq_step in *. simpl. apply Rmax_lub; [|exact S4].
        rewrite S2. replace (a + d - a) with d by ring. rewrite Rabs_pos_eq; lra.
    + intros x. now apply (continuous_plus (V := R_NormedModule)).
    + intros x. pose proof (B0 x). pose proof (H0 x). lra.
    + intros x X. rewrite Bz, Hz by (destruct X; lra). ring.
    + intros x X. destruct (Rle_dec x (a + d)) as [L|L].
      * rewrite Hz by lra. pose proof (B0 x). pose proof (Mg x (ltac:(lra))). lra.
      * rewrite Bz by lra. pose proof (Hg x (ltac:(lra))). lra.
    + assert (I : forall u v, integrable (fun x => b x + h x) u v).
      { intros u v. apply continuous_integrable. intros x. now apply (continuous_plus (V := R_NormedModule)). }
      rewrite <- (integral_join _ a (a + d) (a + d + INR n * d)) by auto.
      rewrite (integral_ext _ b a (a + d)); [|lra|intros x X; rewrite Hz by lra; ring].
      rewrite (integral_ext _ h (a + d) (a + d + INR n * d)); [|lra|intros x X; rewrite Bz by lra; ring].
      rewrite Riemann_sum_cons, S2. unfold plus, scal; simpl; unfold mult; simpl. replace (a + d - a) with d by ring.
      replace (m * (a + d - a)) with (m * d) in Bi by ring.
      assert (d * g t <= d * (m + e)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma below_ex (g : R -> R) e : integrable g 0 1 -> (forall x, 0 <= x <= 1 -> 0 <= g x) -> 0 < e -> exists n,
  integral g 0 1 - e <= integral (below g (/ INR (S n)) (e / 4) (S n) 0) 0 1.
Proof.
  intros I P E0. pose proof (is_integral g 0 1 I) as L. unfold is_RInt in L.
  assert (E2 : 0 < e / 2) by lra.
  pose proof (proj1 (filterlim_locally _ _) L (mkposreal (e / 2) E2)) as [d D].
  destruct (nfloor_ex (/ d)) as [n [_ Hn]]; [left; apply Rinv_0_lt_compat, cond_pos|]. pose proof (cond_pos d) as D0.
  exists n. set (N := INR (S n)). assert (N0 : 0 < N) by (apply lt_0_INR; lia).
  assert (Nd : N * / N = 1) by (field; lra).
  destruct (below_parts g (/ N) (e / 4)) with (n := S n) (a := 0) as [s [[S1 [S2 [S3 S4]]] [_ [_ [_ [_ Hi]]]]]].
  - now apply Rinv_0_lt_compat.
  - lra.
  - fold N. intros x X. apply P. lra.
  - fold N in S3, Hi. rewrite Nd, Rplus_0_l in *.
    assert (K : ball (integral g 0 1) (e / 2) (scal (sign (1 - 0)) (Riemann_sum (V := R_NormedModule) g s))).
    { apply D.
      - eapply Rle_lt_trans; [exact S4|]. rewrite <- (Rinv_inv d). apply Rinv_lt_contravar.
        + apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; lra|lra].
        + unfold N. rewrite S_INR. exact Hn.
      - split; [exact S1|]. split; [rewrite Rmin_left by lra; exact S2|rewrite Rmax_right by lra; exact S3]. }
    rewrite sign_eq_1 in K by lra. unfold ball in K; simpl in K. unfold AbsRing_ball, minus, opp, plus, scal in K; simpl in K.
    unfold mult in K; simpl in K. unfold abs in K; simpl in K. apply Rabs_lt_between in K.
    replace (N * (2 * / N * (e / 4))) with (e / 2) in Hi by (field; lra). lra.
Qed.
Lemma below_function (g : R -> R) e : integrable g 0 1 -> (forall x, 0 <= x <= 1 -> 0 <= g x) -> 0 < e ->
  {h : R -> R | (forall x, continuous h x) /\ (forall x, 0 <= h x) /\ (forall x, 0 <= x <= 1 -> h x <= g x) /\
    (forall x, x <= 0 \/ 1 <= x -> h x = 0) /\ integral g 0 1 - e <= integral h 0 1}.
Proof.
  intros I P E0. destruct (constructive_indefinite_ground_description_nat _ (fun n => Rle_dec _ _) (below_ex g e I P E0)) as [n Hn].
  exists (below g (/ INR (S n)) (e / 4) (S n) 0). set (N := INR (S n)) in *. assert (N0 : 0 < N) by (apply lt_0_INR; lia).
  assert (Nd : N * / N = 1) by (field; lra).
  destruct (below_parts g (/ N) (e / 4)) with (n := S n) (a := 0) as [s [_ [C [H0 [Hz [Hg _]]]]]].
  - now apply Rinv_0_lt_compat.
  - lra.
  - fold N. intros x X. apply P. lra.
  - fold N in Hz, Hg. rewrite Nd, Rplus_0_l in *. auto.
Qed.

Lemma integrable_abs f : integrable f 0 1 -> integrable (fun x => Rabs (f x)) 0 1.
Proof. intros I. apply ex_RInt_Reals_1. apply (RiemannInt_P16 (f := f)). now apply ex_RInt_Reals_0. Qed.

(** Functions between 0 and K that converge to zero everywhere. *)
Lemma bounded_fall (g : nat -> R -> R) K e : (forall n, integrable (g n) 0 1) -> (forall n x, 0 <= x <= 1 -> 0 <= g n x <= K) ->
  (forall x, 0 <= x <= 1 -> is_lim_seq (fun n => g n x) 0) -> 0 < e ->
  exists N, forall n, (N <= n)%nat -> integral (g n) 0 1 <= e.
Proof.
  intros I B L E0. assert (E2 : 0 < e / 2) by lra.
  assert (K0 : 0 <= K) by (pose proof (B 0%nat 0 (ltac:(lra))); lra).
  set (H := fun n => below_function (g n) (e / 2) (I n) (fun x X => proj1 (B n x X)) E2).
  set (h := fun n => proj1_sig (H n)).
  assert (Hh : forall n, (forall x, continuous (h n) x) /\ (forall x, 0 <= h n x) /\ (forall x, 0 <= x <= 1 -> h n x <= g n x) /\
    (forall x, x <= 0 \/ 1 <= x -> h n x = 0) /\ integral (g n) 0 1 - e / 2 <= integral (h n) 0 1)
    by (intros n; exact (proj2_sig (H n))).
  destruct (falls_evenly h K) with (e := e / 2) as [N HN]; auto.
  - intros n x. apply Hh.
  - intros n x. destruct (Hh n) as [_ [A [Bn [Z _]]]]. split; [apply A|].
    destruct (Rle_dec x 0) as [X|X]; [rewrite Z by auto; exact K0|]. destruct (Rle_dec 1 x) as [Y|Y]; [rewrite Z by auto; exact K0|].
    eapply Rle_trans; [apply Bn; lra|]. apply B. lra.
  - intros x X. apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun n => g n x).
    + intros n. destruct (Hh n) as [_ [A [Bn _]]]. split; auto.
    + apply is_lim_seq_const.
    + now apply L.
  - exists N. intros n Hn. specialize (HN n Hn). destruct (Hh n) as [_ [_ [_ [_ A]]]]. lra.
Qed.

Theorem bounded_convergence (fn : nat -> R -> R) f M : (forall n, integrable (fn n) 0 1) -> integrable f 0 1 ->
  (forall n x, 0 <= x <= 1 -> Rabs (fn n x) <= M) -> (forall x, 0 <= x <= 1 -> is_lim_seq (fun n => fn n x) (f x)) ->
  is_lim_seq (fun n => integral (fn n) 0 1) (integral f 0 1).
Proof.
  intros In I B L. assert (Bf : forall x, 0 <= x <= 1 -> Rabs (f x) <= M).
  { intros x X. assert (A : is_lim_seq (fun n => Rabs (fn n x)) (Rabs (f x))) by (apply (is_lim_seq_abs _ (f x)), L, X).
    assert (Q : Rbar_le (Rabs (f x)) M); [|exact Q].
    apply (is_lim_seq_le (fun n => Rabs (fn n x)) (fun _ => M)); auto. apply is_lim_seq_const. }
  assert (Id : forall n, integrable (fun x => fn n x - f x) 0 1).
  { intros n. apply integrable_ext with (fun x => fn n x + -1 * f x); [lra|intros; ring|]. apply integrable_plus; auto.
    now apply integrable_scal. }
  apply is_lim_seq_spec. intros e.
  destruct (bounded_fall (fun n x => Rabs (fn n x - f x)) (2 * M) (e / 2)) as [N HN].
  - intros n. apply integrable_abs, Id.
  - intros n x X. split; [apply Rabs_pos|]. pose proof (B n x X) as B1. pose proof (Bf x X) as B2.
    apply Rabs_le_between in B1, B2. apply Rabs_le. lra.
  - intros x X. rewrite <- Rabs_R0. apply (is_lim_seq_abs _ 0). replace (Finite 0) with (Finite (f x - f x)) by (f_equal; ring).
    apply is_lim_seq_minus'; [now apply L|apply is_lim_seq_const].
  - pose proof (cond_pos e). lra.
  - exists N. intros n Hn. specialize (HN n Hn). pose proof (cond_pos e).
    assert (Q : integral (fn n) 0 1 - integral f 0 1 = integral (fun x => fn n x - f x) 0 1).
    { pose proof (integral_plus (fn n) (fun x => -1 * f x) 0 1 (In n) (integrable_scal (-1) f 0 1 I)) as J.
      pose proof (integral_scal (-1) f 0 1 I) as J'.
      rewrite (integral_ext (fun x => fn n x - f x) (fun x => fn n x + -1 * f x)) by (intros; lra). rewrite J, J'. ring. }
    rewrite Q. eapply Rle_lt_trans; [apply abs_RInt_le; [lra|apply Id]|]. unfold integral in HN. simpl in *. lra.
Qed.
