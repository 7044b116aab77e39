(** Places of rates as numbers, and losses on rates: what documents about methods driven by a rate cite. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Conditions Places Cutpoints Lines Averages.
Import ListNotations.
Open Scope R_scope.

(** * The integral of a function whose increments another one has *)

Section Sandwich.
Variables (H G : R -> R).
Hypothesis S : forall x y, 0 <= x -> x <= y -> y <= 1 -> (y - x) * H x <= G y - G x <= (y - x) * H y.
Lemma sandwich_rises x y : 0 <= x -> x <= y -> y <= 1 -> H x <= H y.
Proof. intros X L Y. destruct L as [L | ->]; [|lra]. pose proof (S x y X (Rlt_le _ _ L) Y). nra. Qed.
Lemma sandwich_sum d : forall s, pointed_subdiv s -> 0 <= SF_h s -> seq.last (SF_h s) (SF_lx s) <= 1 ->
  seq_step (SF_lx s) <= d -> SF_h s <= seq.last (SF_h s) (SF_lx s) /\
  Rabs (Riemann_sum (V := R_NormedModule) H s - (G (seq.last (SF_h s) (SF_lx s)) - G (SF_h s))) <=
    d * (H (seq.last (SF_h s) (SF_lx s)) - H (SF_h s)).
Proof.
  intros s. apply (SF_cons_ind (T := R) (fun s => pointed_subdiv s -> 0 <= SF_h s -> seq.last (SF_h s) (SF_lx s) <= 1 ->
    seq_step (SF_lx s) <= d -> SF_h s <= seq.last (SF_h s) (SF_lx s) /\
    Rabs (Riemann_sum (V := R_NormedModule) H s - (G (seq.last (SF_h s) (SF_lx s)) - G (SF_h s))) <=
      d * (H (seq.last (SF_h s) (SF_lx s)) - H (SF_h s)))); clear s.
  - intros x _ _ _ _. simpl. split; [lra|]. unfold Riemann_sum. simpl. unfold zero; simpl.
    replace (0 - (G x - G x)) with 0 by ring. rewrite Rabs_R0. lra.
  - intros [x t] s IH P X Y D. pose proof (P 0%nat (ltac:(unfold SF_size; simpl; lia))) as Q. simpl in Q.
    assert (L : seq.last (SF_h (SF_cons (x, t) s)) (SF_lx (SF_cons (x, t) s)) = seq.last (SF_h s) (SF_lx s)) by reflexivity.
    change (seq_step (SF_lx (SF_cons (x, t) s))) with (Rmax (Rabs (SF_h s - x)) (seq_step (SF_lx s))) in D.
    change (SF_h (SF_cons (x, t) s)) with x in *. rewrite L in *.
    assert (Q' : x <= t <= SF_h s) by (destruct s; exact Q).
    pose proof (Rmax_l (Rabs (SF_h s - x)) (seq_step (SF_lx s))). pose proof (Rmax_r (Rabs (SF_h s - x)) (seq_step (SF_lx s))).
    destruct (IH (ptd_cons _ _ P) (ltac:(lra)) Y (ltac:(lra))) as [K B]. split; [lra|].
    rewrite Riemann_sum_cons. unfold plus, scal; simpl; unfold mult; simpl. set (e := seq.last (SF_h s) (SF_lx s)) in *.
    set (r := Riemann_sum (V := R_NormedModule) H s) in *. change (Rabs ((SF_h s - x) * H t + r - (G e - G x)) <= d * (H e - H x)).
    assert (Rabs (SF_h s - x) = SF_h s - x) by (apply Rabs_pos_eq; lra).
    assert (N1 : SF_h s <= 1) by exact (Rle_trans _ _ _ K Y). assert (N2 : x <= SF_h s) by lra.
    pose proof (S x (SF_h s) X N2 N1) as M.
    assert (N : SF_h s <= 1) by lra. pose proof (sandwich_rises x t X (proj1 Q') (ltac:(lra))). pose proof (sandwich_rises t (SF_h s) (ltac:(lra)) (ltac:(lra)) (ltac:(lra))).
    assert (W : Rabs ((SF_h s - x) * H t - (G (SF_h s) - G x)) <= (SF_h s - x) * (H (SF_h s) - H x)).
    { apply Rabs_le. assert (0 <= SF_h s - x) by lra. nra. }
    assert ((SF_h s - x) * (H (SF_h s) - H x) <= d * (H (SF_h s) - H x)) by (apply Rmult_le_compat_r; lra).
    replace ((SF_h s - x) * H t + r - (G e - G x)) with
      (((SF_h s - x) * H t - (G (SF_h s) - G x)) + (r - (G e - G (SF_h s)))) by ring.
    eapply Rle_trans; [apply Rabs_triang|].  lra.
Qed.
Lemma sandwich : is_RInt (V := R_NormedModule) H 0 1 (G 1 - G 0).
Proof.
  pose proof (sandwich_rises 0 1 (ltac:(lra)) (ltac:(lra)) (ltac:(lra))) as M.
  apply (filterlim_locally (U := R_UniformSpace)). intros e. pose proof (cond_pos e) as E0.
  assert (D0 : 0 < e / (H 1 - H 0 + 1)) by (apply Rdiv_lt_0_compat; lra).
  exists (mkposreal _ D0). intros s D [P [A B]]. rewrite Rmin_left in A by lra. rewrite Rmax_right in B by lra.
  destruct (sandwich_sum (e / (H 1 - H 0 + 1)) s P (ltac:(lra)) (ltac:(lra)) (Rlt_le _ _ D)) as [_ K].
  rewrite B, A in K. assert (Sg : sign (1 - 0) = 1) by (apply sign_eq_1; lra). rewrite Sg.
  change (Rabs (1 * Riemann_sum (V := R_NormedModule) H s - (G 1 - G 0)) < e). rewrite Rmult_1_l. apply Rle_lt_trans with (1 := K).
  apply Rmult_lt_reg_r with (H 1 - H 0 + 1); [lra|].
  replace (e / (H 1 - H 0 + 1) * (H 1 - H 0) * (H 1 - H 0 + 1)) with (e * (H 1 - H 0)) by (field; lra). nra.
Qed.
End Sandwich.

(** * The place of a rate *)

(** Fk(threshold_at(r)): F at any place of the rate r, at all of which it is the same; indicator(threshold_at(r) < s), that the
    place of an example is past it; Qc(threshold_at(r), b). *)
Definition F_rate (l : sample) (p : bool -> R) (k : bool) (r : R) : R :=
  the (fun x => exists t a, 0 <= a <= 1 /\ Rate l p t a = r /\ x = F l k t a).
Definition past (l : sample) (p : bool -> R) (r s a : R) : R := above (Rate l p s a - r).
Definition Qc_rate (l : sample) (p : bool -> R) (r b : R) : R :=
  2 * b * p false * (1 - F_rate l p false r) + 2 * (1 - b) * p true * F_rate l p true r.
(** A law of rates. *)
Definition rate_law (T : R -> R -> R) : Prop := forall c u, conditions c u -> 0 <= T c u <= 1.

Lemma F_rate_place l p k t a : both_classes l -> proportions p -> 0 <= a <= 1 -> F_rate l p k (Rate l p t a) = F l k t a.
Proof.
  intros B P A. apply the_is; [|now exists t, a]. intros y [r [b [Hb [E0 ->]]]].
  destruct (same_rate l p r b t a B P Hb A E0) as [Q0 Q1]. now destruct k.
Qed.
Lemma place_mean l p k t a : both_classes l -> proportions p -> 0 <= a <= 1 ->
  1 - F l k t a = Ek l k (past l p (Rate l p t a)).
Proof.
  intros B P A. destruct (share_counts l k B) as [_ S].
  transitivity (sum l (fun x => share l k x * (1 - passed (score x) t a))).
  { rewrite (sum_ext l _ (fun x => share l k x - share l k x * passed (score x) t a)) by (intros; ring).
    now rewrite sum_minus, S. }
  apply sum_ext. intros x X. f_equal. symmetry.
  assert (K : forall b, 0 < b < 1 -> ~ upto (score x) b t a -> past l p (Rate l p t a) (score x) b = 1).
  { intros b Hb N. apply above_1. pose proof (proj1 (thresholds_are_rates l p _ t a x b B P A eq_refl X (ltac:(lra))) N). lra. }
  assert (K0 : forall b, 0 < b < 1 -> upto (score x) b t a -> past l p (Rate l p t a) (score x) b = 0).
  { intros b Hb U. apply above_0. apply Rnot_lt_le. intros M.
    apply (proj2 (thresholds_are_rates l p _ t a x b B P A eq_refl X (ltac:(lra)))); [lra|auto]. }
  destruct (Rtotal_order (score x) t) as [L|[L|L]].
  - rewrite passed_below by auto. rewrite (integral_ext _ (fun _ => 0)); [rewrite integral_const; ring|lra|].
    intros b Hb. apply K0; auto. now left.
  - rewrite L, passed_tie in *. apply integral_step; auto; intros b Hb Q; [apply K0|apply K]; auto; [right; lra|].
    intros [U|[_ U]]; lra.
  - rewrite passed_above by auto. rewrite (integral_ext _ (fun _ => 1)); [rewrite integral_const; ring|lra|].
    intros b Hb. apply K; auto. intros [U|[U _]]; lra.
Qed.
Lemma F_rate_mean l p k r : both_classes l -> proportions p -> 0 <= r <= 1 ->
  F_rate l p k r = 1 - Ek l k (fun s a => past l p r s a).
Proof.
  intros B P Hr. destruct (place_of_rate l p r B P Hr) as [t [a [A <-]]]. rewrite F_rate_place by auto.
  change (fun s a0 => past l p (Rate l p t a) s a0) with (past l p (Rate l p t a)). rewrite <- (place_mean l p k t a B P A). ring.
Qed.
Lemma F_rate_true l p r : both_classes l -> proportions p -> 0 <= r <= 1 ->
  F_rate l p true r = (r - p false * F_rate l p false r) / p true.
Proof.
  intros B P Hr. destruct (place_of_rate l p r B P Hr) as [t [a [A <-]]]. rewrite !F_rate_place by auto.
  now apply false_positives_at_a_rate.
Qed.
Lemma Qc_rate_place l p t a b : both_classes l -> proportions p -> 0 <= a <= 1 -> Qc_rate l p (Rate l p t a) b = Q_place l p t a b.
Proof. intros B P A. unfold Qc_rate. now rewrite !F_rate_place by auto. Qed.

(** * Means over the condition of what switches where a rate passes that of a place *)

(** What is asked of a density and a law of rates: c has moments, alone, times the rate, where the rate is below a number,
    and times its distance from that. *)
Definition lawful_rates (w : density) (T : R -> R -> R) : Prop :=
  (forall j, has_Ec w (fun c _ => c ^ j)) /\ (forall j, has_Ec w (fun c u => c ^ j * T c u)) /\
  (forall r j, has_Ec w (fun c u => c ^ j * above (r - T c u))) /\
  (forall r j, has_Ec w (fun c u => c ^ j * Rmax (r - T c u) 0)).

Lemma lawful_rates_at_cost q (g : R -> R) : 0 <= q <= 1 -> lawful_rates (at_cost q) (fun c _ => g c).
Proof.
  intros Q. split; [|split; [|split]].
  - intros j. now apply (has_Ec_at_cost q (fun c => c ^ j)).
  - intros j. now apply (has_Ec_at_cost q (fun c => c ^ j * g c)).
  - intros r j. now apply (has_Ec_at_cost q (fun c => c ^ j * above (r - g c))).
  - intros r j. now apply (has_Ec_at_cost q (fun c => c ^ j * Rmax (r - g c) 0)).
Qed.
Lemma at_cost_of_u q j g : 0 <= q <= 1 -> piecewise g -> has_Ec (at_cost q) (fun c u => c ^ j * g u).
Proof.
  intros Q P. exists (q ^ j * integral g 0 1). simpl. rewrite Rmin_right, Rmax_right by lra.
  apply (is_RInt_scal (V := R_NormedModule)), is_integral, piecewise_integrable; [exact P|lra].
Qed.
Lemma lawful_at_cost_of_u q (g : R -> R) : 0 <= q <= 1 -> (forall t, g t = (g 1 - g 0) * t + g 0) ->
  lawful (at_cost q) (fun c u => g u).
Proof.
  intros Q G. split; [intros; now apply (has_Ec_at_cost q (fun c => c ^ j))|]. intros s j.
  apply (at_cost_of_u q j (fun u => above (s - g u)) Q). apply piecewise_affine_above. intros t. rewrite (G t). ring.
Qed.
Lemma lawful_rates_at_cost_of_u q (g : R -> R) : 0 <= q <= 1 -> (forall t, g t = (g 1 - g 0) * t + g 0) ->
  lawful_rates (at_cost q) (fun c u => g u).
Proof.
  intros Q G. pose proof (piecewise_of_affine g G) as P. split; [intros; now apply (has_Ec_at_cost q (fun c => c ^ j))|].
  split; [intros; now apply (at_cost_of_u q j g)|]. split; intros r j.
  - apply (at_cost_of_u q j (fun u => above (r - g u)) Q). apply piecewise_affine_above. intros t. rewrite (G t). ring.
  - apply (at_cost_of_u q j (fun u => Rmax (r - g u) 0) Q). apply piecewise_max; [|apply piecewise_const].
    apply piecewise_minus; [apply piecewise_const|exact P].
Qed.
Lemma Ec_at_cost_is q (f : R -> R) : 0 <= q <= 1 -> Ec (at_cost q) (fun c u => f c) = f q.
Proof. intros Q. now apply Ec_is, at_cost_expects. Qed.
Lemma even_rank_at_cost q : even_rank (at_cost q).
Proof. exact (point_even_rank _ _). Qed.

(** The part of a tie of mass m from the rate r on that is past t. *)
Definition swept (r m t : R) : R := if Req_EM_T m 0 then above (r - t) else (Rmax (r + m - t) 0 - Rmax (r - t) 0) / m.
Lemma integral_swept r m t : 0 <= m -> integral (fun b => above (r + b * m - t)) 0 1 = swept r m t.
Proof.
  intros M. unfold swept. destruct (Req_EM_T m 0) as [-> | Z].
  - rewrite (integral_ext _ (fun _ => above (r - t))); [apply integral_const|lra|]. intros. f_equal. ring.
  - assert (M0 : 0 < m) by lra. clear M Z. destruct (Rle_dec t r) as [A|A]; [|destruct (Rle_dec (r + m) t) as [C|C]].
    + rewrite (integral_ext _ (fun _ => 1)); [|lra|intros; apply above_1; nra].
      rewrite integral_const, !Rmax_left by lra. field. lra.
    + rewrite (integral_ext _ (fun _ => 0)); [|lra|intros; apply above_0; nra].
      rewrite integral_const, !Rmax_right by lra. field. lra.
    + rewrite Rmax_left, (Rmax_right (r - t)) by lra.
      assert (Q : (t - r) / m * m = t - r) by (field; lra).
      rewrite (integral_step _ ((t - r) / m)).
      * field. lra.
      * split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with m; lra.
      * intros b Hb L. apply above_0. assert (b * m < (t - r) / m * m) by now apply Rmult_lt_compat_r. lra.
      * intros b Hb L. apply above_1. assert ((t - r) / m * m < b * m) by now apply Rmult_lt_compat_r. lra.
Qed.
Section Swept.
Variables (w : density) (T : R -> R -> R) (j : nat).
Hypothesis Below : forall r, has_Ec w (fun c u => c ^ j * above (r - T c u)).
Hypothesis Part : forall r, has_Ec w (fun c u => c ^ j * Rmax (r - T c u) 0).
Lemma swept_integrable r m : 0 < m -> is_RInt (V := R_NormedModule) (fun b => Ec w (fun c u => c ^ j * above (r + b * m - T c u))) 0 1
  (/ m * Ec w (fun c u => c ^ j * Rmax (r + 1 * m - T c u) 0) + - / m * Ec w (fun c u => c ^ j * Rmax (r + 0 * m - T c u) 0)).
Proof.
  intros M0. set (H := fun b => Ec w (fun c u => c ^ j * above (r + b * m - T c u))).
  set (G := fun b => / m * Ec w (fun c u => c ^ j * Rmax (r + b * m - T c u) 0)).
  assert (I : is_RInt (V := R_NormedModule) H 0 1 (G 1 - G 0)).
  { apply sandwich. intros x y X L Y.
    pose proof (Ec_expects _ _ (Below (r + x * m))) as E1. pose proof (Ec_expects _ _ (Below (r + y * m))) as E2.
    pose proof (Ec_expects _ _ (Part (r + x * m))) as E3. pose proof (Ec_expects _ _ (Part (r + y * m))) as E4.
    assert (K : forall a b, expects w (fun c u => a * (c ^ j * Rmax (r + y * m - T c u) 0) + b * (c ^ j * Rmax (r + x * m - T c u) 0))
      (a * Ec w (fun c u => c ^ j * Rmax (r + y * m - T c u) 0) + b * Ec w (fun c u => c ^ j * Rmax (r + x * m - T c u) 0)))
      by (intros; now apply expects_linear).
    assert (D : G y - G x = / m * Ec w (fun c u => c ^ j * Rmax (r + y * m - T c u) 0) + - / m * Ec w (fun c u => c ^ j * Rmax (r + x * m - T c u) 0))
      by (unfold G; ring).
    assert (P1 : expects w (fun c u => (y - x) * (c ^ j * above (r + x * m - T c u)) + 0 * (c ^ j * above (r + x * m - T c u))) ((y - x) * H x + 0 * H x))
      by now apply expects_linear.
    assert (P2 : expects w (fun c u => (y - x) * (c ^ j * above (r + y * m - T c u)) + 0 * (c ^ j * above (r + y * m - T c u))) ((y - x) * H y + 0 * H y))
      by now apply expects_linear.
    assert (J : forall c u, 0 <= c -> let d := r + x * m - T c u in let e := (y - x) * m in
      (y - x) * (c ^ j * above d) <= / m * (c ^ j * Rmax (d + e) 0) + - / m * (c ^ j * Rmax d 0) <= (y - x) * (c ^ j * above (d + e))).
    { intros c u C d e. pose proof (pow_le c j C) as N. assert (e0 : 0 <= e) by (unfold e; apply Rmult_le_pos; lra).
      assert (Y0 : y - x = / m * e) by (unfold e; field; lra). rewrite Y0. assert (I0 : 0 < / m) by now apply Rinv_0_lt_compat.
      assert (V : e * above d <= Rmax (d + e) 0 - Rmax d 0 <= e * above (d + e)).
      { unfold above, ind, Rmax. destruct (Rlt_dec 0 d), (Rlt_dec 0 (d + e)), (Rle_dec (d + e) 0), (Rle_dec d 0); lra. }
      assert (W : 0 <= / m * c ^ j) by (apply Rmult_le_pos; lra). destruct V as [V1 V2]. split.
      - apply (Rmult_le_compat_l _ _ _ W) in V1. lra.
      - apply (Rmult_le_compat_l _ _ _ W) in V2. lra. }
    rewrite D. split.
    - replace ((y - x) * H x) with ((y - x) * H x + 0 * H x) by ring.
      refine (expects_le w _ _ _ _ _ P1 (K (/ m) (- / m))). intros c u C U. destruct (J c u (proj1 C)) as [J1 _].
      replace (r + x * m - T c u + (y - x) * m) with (r + y * m - T c u) in J1 by ring. lra.
    - replace ((y - x) * H y) with ((y - x) * H y + 0 * H y) by ring.
      refine (expects_le w _ _ _ _ _ (K (/ m) (- / m)) P2). intros c u C U. destruct (J c u (proj1 C)) as [_ J2].
      replace (r + x * m - T c u + (y - x) * m) with (r + y * m - T c u) in J2 by ring. lra. }
  replace (/ m * Ec w (fun c u => c ^ j * Rmax (r + 1 * m - T c u) 0) + - / m * Ec w (fun c u => c ^ j * Rmax (r + 0 * m - T c u) 0))
    with (G 1 - G 0) by (unfold G; ring). exact I.
Qed.
Lemma expects_swept r m : 0 <= m -> expects w (fun c u => c ^ j * swept r m (T c u))
  (integral (fun b => Ec w (fun c u => c ^ j * above (r + b * m - T c u))) 0 1).
Proof.
  intros M. destruct (Req_EM_T m 0) as [-> | Z].
  - rewrite (integral_ext _ (fun _ => Ec w (fun c u => c ^ j * above (r - T c u)))); [|lra|].
    + rewrite integral_const. apply (expects_same w (fun c u => c ^ j * above (r - T c u))); [|now apply Ec_expects].
      intros. unfold swept. destruct (Req_EM_T 0 0); [reflexivity|congruence].
    + intros. apply Ec_same; auto. intros. do 2 f_equal. ring.
  - assert (M0 : 0 < m) by lra. pose proof (swept_integrable r m M0) as I.
    rewrite (integral_is _ _ _ _ I).
    apply (expects_same w (fun c u => / m * (c ^ j * Rmax (r + 1 * m - T c u) 0) + - / m * (c ^ j * Rmax (r + 0 * m - T c u) 0))).
    + intros c u _ _. unfold swept. destruct (Req_EM_T m 0) as [Q|_]; [contradiction|].
      replace (r + 1 * m - T c u) with (r + m - T c u) by ring. replace (r + 0 * m - T c u) with (r - T c u) by ring. field. lra.
    + apply expects_linear; apply Ec_expects, Part.
Qed.
Lemma has_mean_switch l v : counts l v -> has_mean l (fun s a => Ec w (fun c u => c ^ j * above (cdf l v s a - T c u))).
Proof.
  intros C x _. set (r := lower l v (score x)). set (m := tied l v (score x)). assert (M : 0 <= m) by now apply tied_ge0.
  apply integrable_ext with (fun b => Ec w (fun c u => c ^ j * above (r + b * m - T c u))); [lra| |].
  - intros b _. apply Ec_same; [|apply Below]. intros. do 2 f_equal. rewrite cdf_tie. reflexivity.
  - destruct (Req_EM_T m 0) as [Z|Z]; [|eexists; apply swept_integrable; lra].
    apply integrable_ext with (fun _ => Ec w (fun c u => c ^ j * above (r - T c u))); [lra| |apply integrable_const].
    intros. apply Ec_same; [|apply Below]. intros. do 2 f_equal. rewrite Z. ring.
Qed.
Lemma expects_switch l v k : counts l v -> expects w (fun c u => c ^ j * Ek l k (fun s a => above (cdf l v s a - T c u)))
  (Ek l k (fun s a => Ec w (fun c u => c ^ j * above (cdf l v s a - T c u)))).
Proof.
  intros C. set (lo := fun x => lower l v (score x)). set (m := fun x => tied l v (score x)).
  assert (M : forall x, 0 <= m x) by (intros; now apply tied_ge0).
  apply (expects_same w (fun c u => sum l (fun x => share l k x * (c ^ j * swept (lo x) (m x) (T c u))))).
  { intros c u _ _. unfold Ek, mean. rewrite <- sum_scal. apply sum_ext. intros x _. rewrite <- integral_swept by apply M.
    rewrite (integral_ext (fun a => above (cdf l v (score x) a - T c u)) (fun b => above (lo x + b * m x - T c u))); [ring|lra|].
    intros. f_equal. rewrite cdf_tie. reflexivity. }
  replace (Ek l k (fun s a => Ec w (fun c u => c ^ j * above (cdf l v s a - T c u)))) with
    (sum l (fun x => share l k x * integral (fun b => Ec w (fun c u => c ^ j * above (lo x + b * m x - T c u))) 0 1)).
  2: { apply sum_ext. intros x _. f_equal. apply integral_ext; [lra|]. intros b _. apply Ec_same; [|apply Below].
    intros. do 2 f_equal. rewrite cdf_tie. reflexivity. }
  generalize (share l k). clearbody lo m. clear C. intros q. induction l as [|x r IH]; simpl; [apply expects_number|].
  apply (expects_same w (fun c u => q x * (c ^ j * swept (lo x) (m x) (T c u)) +
    1 * sum r (fun x => q x * (c ^ j * swept (lo x) (m x) (T c u))))); [intros; ring|].
  rewrite <- (Rmult_1_l (sum r (fun x => q x * integral _ 0 1))). apply expects_linear; [now apply expects_swept|exact IH].
Qed.
End Swept.
Section Lawful_rates.
Variables (w : density) (T : R -> R -> R).
Hypothesis L : lawful_rates w T.
Lemma rate_Ec_c : has_Ec w (fun c u => c).
Proof. apply (has_Ec_same w _ (fun c _ => c ^ 1)); [intros; simpl; ring|]. apply L. Qed.
Lemma rate_Ec_pow j : has_Ec w (fun c u => c ^ j).
Proof. apply L. Qed.
Lemma rate_Ec_T : has_Ec w (fun c u => T c u).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * T c u)); [intros; simpl; ring|]. apply L. Qed.
Lemma rate_Ec_c_T : has_Ec w (fun c u => c * T c u).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * T c u)); [intros; simpl; ring|]. apply L. Qed.
Lemma rate_Ec_above r : has_Ec w (fun c u => above (r - T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * above (r - T c u))); [intros; simpl; ring|]. apply L. Qed.
Lemma rate_Ec_c_above r : has_Ec w (fun c u => c * above (r - T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * above (r - T c u))); [intros; simpl; ring|]. apply L. Qed.
Lemma rate_switch l v k j : counts l v -> expects w (fun c u => c ^ j * Ek l k (fun s a => above (cdf l v s a - T c u)))
  (Ek l k (fun s a => Ec w (fun c u => c ^ j * above (cdf l v s a - T c u)))).
Proof. apply expects_switch; intros; apply L. Qed.
Lemma rate_Ec_Ek l v k : counts l v -> has_Ec w (fun c u => Ek l k (fun s a => above (cdf l v s a - T c u))).
Proof.
  intros C. apply (has_Ec_same w _ (fun c u => c ^ 0 * Ek l k (fun s a => above (cdf l v s a - T c u)))); [intros; simpl; ring|].
  eexists. now apply rate_switch.
Qed.
Lemma rate_Ec_c_Ek l v k : counts l v -> has_Ec w (fun c u => c * Ek l k (fun s a => above (cdf l v s a - T c u))).
Proof.
  intros C. apply (has_Ec_same w _ (fun c u => c ^ 1 * Ek l k (fun s a => above (cdf l v s a - T c u)))); [intros; simpl; ring|].
  eexists. now apply rate_switch.
Qed.
Lemma rate_has_mean l v : counts l v -> has_mean l (fun s a => Ec w (fun c u => above (cdf l v s a - T c u))).
Proof.
  intros C x X. apply integrable_ext with (fun a => Ec w (fun c u => c ^ 0 * above (cdf l v (score x) a - T c u))); [lra| |].
  - intros. apply Ec_same; [intros; simpl; ring|apply rate_Ec_above].
  - refine (has_mean_switch w T 0 _ _ l v C x X); intros; apply L.
Qed.
Lemma rate_c_has_mean l v : counts l v -> has_mean l (fun s a => Ec w (fun c u => c * above (cdf l v s a - T c u))).
Proof.
  intros C x X. apply integrable_ext with (fun a => Ec w (fun c u => c ^ 1 * above (cdf l v (score x) a - T c u))); [lra| |].
  - intros. apply Ec_same; [intros; simpl; ring|apply rate_Ec_c_above].
  - refine (has_mean_switch w T 1 _ _ l v C x X); intros; apply L.
Qed.
(** Means are exchanged: over an example past the rate, and over the condition. *)
Lemma rate_exchanged l v k : counts l v -> Ec w (fun c u => Ek l k (fun s a => above (cdf l v s a - T c u))) =
  Ek l k (fun s a => Ec w (fun c u => above (cdf l v s a - T c u))).
Proof.
  intros C. apply Ec_is. apply (expects_same w (fun c u => c ^ 0 * Ek l k (fun s a => above (cdf l v s a - T c u)))); [intros; simpl; ring|].
  replace (Ek l k (fun s a => Ec w (fun c u => above (cdf l v s a - T c u)))) with
    (Ek l k (fun s a => Ec w (fun c u => c ^ 0 * above (cdf l v s a - T c u)))); [now apply rate_switch|].
  apply Ek_same. intros. apply Ec_same; [intros; simpl; ring|apply rate_Ec_above].
Qed.
Lemma rate_c_exchanged l v k : counts l v -> Ec w (fun c u => Ek l k (fun s a => c * above (cdf l v s a - T c u))) =
  Ek l k (fun s a => Ec w (fun c u => c * above (cdf l v s a - T c u))).
Proof.
  intros C. apply Ec_is. apply (expects_same w (fun c u => c ^ 1 * Ek l k (fun s a => above (cdf l v s a - T c u)))).
  { intros c u _ _. rewrite pow_1. unfold Ek, mean. rewrite <- sum_scal. apply sum_ext. intros x _.
    transitivity (share l k x * (c * integral (fun a => above (cdf l v (score x) a - T c u)) 0 1)); [ring|]. f_equal.
    symmetry. apply (integral_scal c (fun a => above (cdf l v (score x) a - T c u))).
    apply piecewise_integrable; [|lra]. apply (piecewise_above (fun a => cdf l v (score x) a - T c u)).
    exists (tied l v (score x)), (lower l v (score x) - T c u). intros t. rewrite cdf_tie. ring. }
  replace (Ek l k (fun s a => Ec w (fun c u => c * above (cdf l v s a - T c u)))) with
    (Ek l k (fun s a => Ec w (fun c u => c ^ 1 * above (cdf l v s a - T c u)))); [now apply rate_switch|].
  apply Ek_same. intros. apply Ec_same; [intros; simpl; ring|apply rate_Ec_c_above].
Qed.
Hypothesis U : rate_law T.
Lemma rate_Ec_F l p k : both_classes l -> proportions p -> has_Ec w (fun c u => F_rate l p k (T c u)).
Proof.
  intros B P. apply (has_Ec_same w _ (combined [(1, fun _ _ => 1); (-1, fun c u => Ek l k (fun s a => above (cdf l (weight l p) s a - T c u)))])).
  - intros c u D. rewrite F_rate_mean by auto. simpl. unfold past, Rate. ring.
  - apply has_Ec_combined. intros t [<- | [<- | []]]; cbn [snd]; [apply has_Ec_number|apply rate_Ec_Ek; now apply weight_counts].
Qed.
Lemma rate_Ec_c_F l p k : both_classes l -> proportions p -> has_Ec w (fun c u => c * F_rate l p k (T c u)).
Proof.
  intros B P. apply (has_Ec_same w _ (combined [(1, fun c _ => c); (-1, fun c u => c * Ek l k (fun s a => above (cdf l (weight l p) s a - T c u)))])).
  - intros c u D. rewrite F_rate_mean by auto. simpl. unfold past, Rate. ring.
  - apply has_Ec_combined. intros t [<- | [<- | []]]; cbn [snd]; [apply rate_Ec_c|apply rate_Ec_c_Ek; now apply weight_counts].
Qed.
Lemma rate_Ec_Qc l p : both_classes l -> proportions p -> has_Ec w (fun c u => Qc_rate l p (T c u) c).
Proof.
  intros B P. apply (has_Ec_same w _ (combined [(2 * p false, fun c _ => c); (- 2 * p false, fun c u => c * F_rate l p false (T c u));
    (2 * p true, fun c u => F_rate l p true (T c u)); (- 2 * p true, fun c u => c * F_rate l p true (T c u))])).
  - intros. simpl. unfold Qc_rate. ring.
  - apply has_Ec_combined. intros t [<- | [<- | [<- | [<- | []]]]]; cbn [snd];
      [apply rate_Ec_c|now apply rate_Ec_c_F|now apply rate_Ec_F|now apply rate_Ec_c_F].
Qed.
End Lawful_rates.

(** * Losses on rates as numbers *)

Lemma loss_on_rates_is l p w T x : both_classes l -> proportions p -> rate_law T ->
  loss l p interpolated w (on_rates T) x <-> expects w (fun c u => Qc_rate l p (T c u) c) x.
Proof.
  intros B P U. split.
  - intros [f [K X]]. apply (expects_same w f); auto. intros c u C D. destruct (K c u C D) as [t [a [A [E0 ->]]]].
    simpl in E0. now rewrite <- E0, Qc_rate_place.
  - intros X. exists (fun c u => Qc_rate l p (T c u) c). split; auto. intros c u C D.
    destruct (place_of_rate l p (T c u) B P (U c u (conj C D))) as [t [a [A E0]]]. exists t, a. split; auto. split; auto.
    now rewrite <- E0, Qc_rate_place.
Qed.
Lemma Loss_on_rates l p w T : both_classes l -> proportions p -> rate_law T -> lawful_rates w T ->
  has_loss l p interpolated w (on_rates T) /\
  Loss l p interpolated w (on_rates T) = Ec w (fun c u => Qc_rate l p (T c u) c).
Proof.
  intros B P U L. pose proof (Ec_expects w _ (rate_Ec_Qc w T L U l p B P)) as H.
  assert (X : loss l p interpolated w (on_rates T) (Ec w (fun c u => Qc_rate l p (T c u) c))) by now apply loss_on_rates_is.
  split; [eexists; exact X|]. apply the_is; auto. intros y Y. apply loss_on_rates_is in Y; auto. exact (expects_one w _ _ _ Y H).
Qed.
(** What a method loses at a condition is one number, and so is its expected loss. *)
Lemma loses_one l p m c u x y : both_classes l -> proportions p -> loses l (Q_place l p) (Rate l p) interpolated m c u x ->
  loses l (Q_place l p) (Rate l p) interpolated m c u y -> x = y.
Proof.
  intros B P. revert x y. induction m as [T|T|T|T| |q m1 I1 m2 I2]; simpl; intros x y X Y.
  - congruence.
  - destruct X as [t [a [A [X ->]]]], Y as [r [b [D [Y ->]]]]. rewrite <- !Qc_rate_place by auto. congruence.
  - destruct X as [t [a [A [X ->]]]], Y as [r [b [D [Y ->]]]].
    pose proof (above_fpr l (T c u) t a B A X). pose proof (above_fpr l (T c u) r b B D Y).
    destruct X as [X _], Y as [Y _]. unfold Q_place. rewrite X, Y. replace (F l false t a) with (F l false r b) by lra. reflexivity.
  - destruct X as [t [a [A [X ->]]]], Y as [r [b [D [Y ->]]]].
    pose proof (below_tpr l (T c u) t a B A X). pose proof (below_tpr l (T c u) r b B D Y).
    destruct X as [X _], Y as [Y _]. unfold Q_place. rewrite X, Y. replace (F l true t a) with (F l true r b) by lra. reflexivity.
  - exact (is_least_one _ _ _ X Y).
  - destruct X as [x1 [x2 [X1 [X2 ->]]]], Y as [y1 [y2 [Y1 [Y2 ->]]]]. now rewrite (I1 x1 y1), (I2 x2 y2).
Qed.
Lemma loss_one l p w m x y : both_classes l -> proportions p -> loss l p interpolated w m x -> loss l p interpolated w m y -> y = x.
Proof.
  intros B P [f [F1 X]] [g [G1 Y]]. apply (expects_one w f); auto. apply (expects_same w g); auto.
  intros c u C U. apply (loses_one l p m c u); auto.
Qed.
Lemma Loss_is l p w m x : both_classes l -> proportions p -> loss l p interpolated w m x -> Loss l p interpolated w m = x.
Proof. intros B P X. apply the_is; auto. intros y Y. exact (loss_one l p w m x y B P X Y). Qed.
Lemma Loss_for_skews_is l w m : both_classes l -> has_loss l halves interpolated w m ->
  has_loss_for_skews l interpolated w m /\ Loss_for_skews l interpolated w m = Loss l halves interpolated w m.
Proof.
  intros B [x X]. pose proof halves_proportions as P. split; [exists x; now apply skews_balance_classes|].
  rewrite (Loss_is l halves w m x B P X). apply the_is; [|now apply skews_balance_classes].
  intros y Y. apply (loss_one l halves w m x y B P X). now apply skews_balance_classes.
Qed.
Lemma Loss_of_mixture l p w q M N : both_classes l -> proportions p -> has_loss l p interpolated w M -> has_loss l p interpolated w N ->
  has_loss l p interpolated w (mix q M N) /\
  Loss l p interpolated w (mix q M N) = q * Loss l p interpolated w M + (1 - q) * Loss l p interpolated w N.
Proof.
  intros B P [x X] [y Y]. pose proof (proj1 (loss_of_mixture l p interpolated w q M N x y) X Y) as Z. split; [eexists; exact Z|].
  rewrite (Loss_is l p w M x), (Loss_is l p w N y) by auto. now apply Loss_is.
Qed.
Lemma has_mean_same l f g : (forall s a, scored l s -> 0 < a < 1 -> g s a = f s a) -> has_mean l f -> has_mean l g.
Proof.
  intros E H x X. apply integrable_ext with (f (score x)); [lra| |now apply H]. intros a A. symmetry. apply E; auto. now exists x.
Qed.
(** error(threshold_at(r)). *)
Definition error_at_rate (l : sample) (p : bool -> R) (r : R) : R :=
  p false * (1 - F_rate l p false r) + p true * F_rate l p true r.
Lemma error_at_rate_mean l p r : both_classes l -> proportions p -> 0 <= r <= 1 -> error_at_rate l p r =
  p false * Ek l false (fun s a => past l p r s a) + p true * Ek l true (fun s a => 1 - past l p r s a).
Proof.
  intros B P Hr. unfold error_at_rate. rewrite !F_rate_mean by auto.
  assert (H : Ek l true (fun s a => 1 - past l p r s a) = 1 - Ek l true (fun s a => past l p r s a)); [|rewrite H; ring].
  rewrite (Ek_combined l true _ [(1, fun _ _ => 1); (-1, fun s a => past l p r s a)]).
  - simpl. rewrite Ek_one by auto. ring.
  - intros. simpl. ring.
  - intros t [<- | [<- | []]]; cbn [snd]; [apply (has_mean_plain l (fun _ => 1))|]. apply has_mean_pieces. intros s.
    apply (piecewise_above (fun a => Rate l p s a - r)). exists (tied l (weight l p) s), (lower l (weight l p) s - r).
    intros t. unfold Rate. rewrite cdf_tie. ring.
Qed.

(** * A density under which u is uniform and independent of c *)

Fixpoint even_value (w : density) (ts : list (R * (R -> R) * (R -> R))) : R :=
  match ts with [] => 0 | (k, f, g) :: r => k * (Ec w (fun c u => f c) * Ec uniform (fun c u => g c)) + even_value w r end.
Lemma even_product w f g : even_rank w -> has_Ec w (fun c _ => f c) -> piecewise g ->
  expects w (fun c u => f c * g u) (Ec w (fun c u => f c) * Ec uniform (fun c u => g c)).
Proof.
  intros V H P. rewrite (Ec_of_c g P). apply (V _ (fun c => f c * integral g 0 1)).
  - intros c _. apply (is_RInt_scal (V := R_NormedModule)), is_integral, piecewise_integrable; [exact P|lra].
  - apply (expects_same w (fun c u => integral g 0 1 * f c + 0 * f c)); [intros; ring|].
    replace (Ec w (fun c _ => f c) * integral g 0 1) with (integral g 0 1 * Ec w (fun c _ => f c) + 0 * Ec w (fun c _ => f c)) by ring.
    apply expects_linear; now apply Ec_expects.
Qed.
Lemma even_products w f ts : even_rank w -> (forall c u, conditions c u -> f c u = products ts c u) ->
  (forall t, In t ts -> has_Ec w (fun c u => snd (fst t) c) /\ piecewise (snd t)) -> has_Ec w f /\ Ec w f = even_value w ts.
Proof.
  intros V E H. assert (X : expects w (products ts) (even_value w ts)).
  { clear E. induction ts as [|[[k h] g] r IH]; [apply (expects_number w 0)|].
    destruct (H (k, h, g)) as [P Q]; [now left|]. simpl in P, Q. simpl even_value.
    apply (expects_same w (fun c u => k * (h c * g u) + 1 * products r c u)); [intros; simpl; ring|].
    replace (even_value w r) with (1 * even_value w r) by ring. apply expects_linear; [now apply even_product|].
    apply IH. intros t T. apply H. now right. }
  split; [apply (has_Ec_same w f (products ts) E); now exists (even_value w ts)|].
  rewrite (Ec_same w f (products ts) E) by now exists (even_value w ts). now apply Ec_is.
Qed.

(** * What is given of a law: [uniform_law], [matched_threshold] *)

Section Given.
Variables (w : density) (T : R -> R -> R).
Lemma has_Ec_uniform_rate h : uniform_law T -> piecewise h -> has_Ec uniform (fun c u => h (T c u)).
Proof. intros H P. eexists. apply (H h). apply piecewise_integrable; [exact P|lra]. Qed.
Lemma Ec_uniform_rate h : uniform_law T -> piecewise h -> Ec uniform (fun c u => h (T c u)) = Ec uniform (fun c u => h c).
Proof.
  intros H P. rewrite (Ec_of_c h P). apply Ec_is, (H h). apply piecewise_integrable; [exact P|lra].
Qed.
Lemma has_Ec_uniform_pow j : uniform_law T -> has_Ec uniform (fun c u => T c u ^ j).
Proof. intros H. apply (has_Ec_uniform_rate (fun x => x ^ j) H). apply piecewise_pow, piecewise_id. Qed.
Lemma Ec_matched g : matched_threshold w T -> has_Ec w (fun c u => c * g (T c u)) ->
  Ec w (fun c u => c * g (T c u)) = Ec w (fun c u => T c u * g (T c u)).
Proof. intros M H. symmetry. apply Ec_is, (M g), Ec_expects, H. Qed.
Lemma has_Ec_matched g : matched_threshold w T -> has_Ec w (fun c u => c * g (T c u)) -> has_Ec w (fun c u => T c u * g (T c u)).
Proof. intros M [x H]. exists x. now apply (M g). Qed.
Lemma piecewise_lt r : piecewise (fun x => ind (Rlt_dec x r)).
Proof.
  destruct (piecewise_affine_above (fun x => r - x)) as [cuts C]; [intros; ring|]. exists cuts. intros x y X Y.
  destruct (C x y X Y) as [g [G E0]]. exists g. split; auto. intros t Q. rewrite lt_above. now apply E0.
Qed.
End Given.

(** Losses at sampled cutpoints, at the class proportions of the sample. *)
Section Sampled.
Variables (l : sample) (p : bool -> R) (w : density).
Hypotheses (B : both_classes l) (D : no_score_twice l) (PO : p = own l) (W : even_rank w) (L : lawful w (fun c u => c)).
Let n := INR (length l).
Lemma has_Ec_in_c k m f : (forall c u, conditions c u -> f c u = k * c + m) -> has_Ec w f.
Proof.
  intros H. apply (has_Ec_same w f (combined [(k, fun c _ => c); (m, fun _ _ => 1)])); [intros c u C; rewrite (H c u C); simpl; ring|].
  apply has_Ec_combined. intros t [<- | [<- | []]]; cbn [snd]; [exact (has_Ec_c w _ L)|apply has_Ec_number].
Qed.
Lemma Loss_as v m f : (forall x, loss l p v w m x <-> expects w f x) -> has_Ec w f -> has_loss l p v w m /\ Loss l p v w m = Ec w f.
Proof.
  intros H [x X]. split; [exists x; now apply H|]. rewrite (Ec_is w f x X). apply the_is; [|now apply H].
  intros y Y. apply H in Y. exact (expects_one w f y x Y X).
Qed.
Lemma Loss_for_skews_as v m f : (forall x, loss_for_skews l v w m x <-> expects w f x) -> has_Ec w f ->
  has_loss_for_skews l v w m /\ Loss_for_skews l v w m = Ec w f.
Proof.
  intros H [x X]. split; [exists x; now apply H|]. rewrite (Ec_is w f x X). apply the_is; [|now apply H].
  intros y Y. apply H in Y. exact (expects_one w f y x Y X).
Qed.
Lemma Loss_at_example : has_loss l p step w (on_rates (fun c u => u)) /\ Loss l p step w (on_rates (fun c u => u)) =
  Ec w (fun c u => 2 * c * p false * (1 - E l p (F l false) - 1 / (2 * n)) + 2 * (1 - c) * p true * (E l p (F l true) + 1 / (2 * n))).
Proof.
  apply Loss_as; [intros x; rewrite PO; exact (random_example l w x B D W)|]. set (x := E _ _ _). set (y := E _ _ _).
  apply (has_Ec_in_c (2 * p false * (1 - x - 1 / (2 * n)) - 2 * p true * (y + 1 / (2 * n))) (2 * p true * (y + 1 / (2 * n)))).
  intros. ring.
Qed.
Lemma Loss_at_cutpoint : has_loss l p cutpoints w (on_rates (fun c u => u)) /\ Loss l p cutpoints w (on_rates (fun c u => u)) =
  Ec w (fun c u => 2 * c * p false * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
    + 2 * (1 - c) * p true * (n * E l p (F l true) + 1 / 2) / (n + 1)).
Proof.
  apply Loss_as; [intros x; rewrite PO; exact (random_cutpoint l w x B D W)|]. set (x := E _ _ _). set (y := E _ _ _).
  apply (has_Ec_in_c (2 * p false * (1 - (n * x + 1 / 2) / (n + 1)) - 2 * p true * (n * y + 1 / 2) / (n + 1))
    (2 * p true * (n * y + 1 / 2) / (n + 1))). intros. unfold Rdiv. ring.
Qed.
Lemma Loss_at_cutpoint_for_skews : has_loss_for_skews l cutpoints w (on_rates (fun c u => u)) /\
  Loss_for_skews l cutpoints w (on_rates (fun c u => u)) =
  Ec w (fun c u => c * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1)) + (1 - c) * (n * E l p (F l true) + 1 / 2) / (n + 1)).
Proof.
  apply Loss_for_skews_as; [intros x; rewrite PO; exact (random_cutpoint_for_skews l w x B D W)|]. set (x := E _ _ _). set (y := E _ _ _).
  apply (has_Ec_in_c ((1 - (n * x + 1 / 2) / (n + 1)) - (n * y + 1 / 2) / (n + 1)) ((n * y + 1 / 2) / (n + 1))). intros. unfold Rdiv. ring.
Qed.
End Sampled.

(** * What closes a line *)

(** The mean of a function of c alone, all of c at one cost proportion. *)
Ltac at_point := repeat match goal with |- context [Ec (at_cost ?q) (fun c u => @?f c)] =>
  rewrite (Ec_at_cost_is q f (ltac:(within_unit))); cbv beta end.

Ltac classes_known := try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end).
Ltac same_switch := intros; cbv beta; unfold past, halves; first [ reflexivity | ring |
  (repeat match goal with |- ?x * _ = ?x * _ => f_equal end); try (apply Ek_same; intros);
  match goal with |- above _ = above _ => f_equal end;
  repeat match goal with |- context [cdf ?l (weight ?l ?p)] => change (cdf l (weight l p)) with (Rate l p) end;
  repeat match goal with |- context [cdf ?l (share ?l ?k)] => change (cdf l (share l k)) with (F l k) end;
  rewrite ?Rate_both; classes_known; (reflexivity || ring || field) ].
Ltac switched H := refine (has_Ec_same _ _ _ _ H); same_switch.
Ltac counted := first [ apply weight_counts; [assumption | assumption || apply halves_proportions] | apply share_counts; assumption ].
(** The weights by which the examples are counted, of which there is a cdf in the goal. *)
Ltac with_weights tac := match goal with |- context [F ?l ?k] => match goal with
  | P : proportions ?p |- _ => tac l (weight l p)
  | _ => tac l (weight l halves) | _ => tac l (share l false) | _ => tac l (share l true) end
  | |- context [past ?l ?p] => tac l (weight l p) end.
Ltac rate_valued := match goal with
  | L : lawful_rates ?w ?T, U : rate_law ?T, B : both_classes ?l, P : proportions ?p |- has_Ec ?w _ => first
    [ switched (rate_Ec_c w T L) | switched (rate_Ec_T w T L) | switched (rate_Ec_c_T w T L)
    | switched (rate_Ec_Qc w T L U l p B P) | switched (rate_Ec_F w T L U l p true B P) | switched (rate_Ec_F w T L U l p false B P)
    | switched (rate_Ec_c_F w T L U l p true B P) | switched (rate_Ec_c_F w T L U l p false B P)
    | with_weights ltac:(fun l v => first [ switched (rate_Ec_Ek w T L l v true (ltac:(counted))) | switched (rate_Ec_Ek w T L l v false (ltac:(counted)))
      | switched (rate_Ec_c_Ek w T L l v true (ltac:(counted))) | switched (rate_Ec_c_Ek w T L l v false (ltac:(counted)))
      | match goal with s : R, a : R |- _ => first [ switched (rate_Ec_above w T L (cdf l v s a)) | switched (rate_Ec_c_above w T L (cdf l v s a)) ] end ]) ] end.
Ltac rated := match goal with
  | U : rate_law ?T, D : conditions ?c ?u |- _ => exact (U c u D)
  | U : rate_law ?T |- _ => refine (U 0 0 _); unfold conditions; lra
  | |- 0 <= _ <= 1 => within_unit end.
Ltac rank_pieces := repeat first
  [ apply piecewise_const | apply piecewise_id | apply piecewise_F | apply piecewise_Rate
  | (apply piecewise_affine_above; intros; unfold Rate, F; rewrite !cdf_tie; ring)
  | (unfold past; apply piecewise_affine_above; intros; unfold Rate, F; rewrite !cdf_tie; ring)
  | apply piecewise_plus | apply piecewise_minus | apply piecewise_mult | apply piecewise_opp | apply piecewise_div
  | apply piecewise_pow | apply piecewise_max | apply piecewise_min | apply piecewise_abs
  | apply piecewise_sqrt ].
(** What files about further laws add. *)
Ltac given_valued := match goal with
  | H : uniform_law ?T |- has_Ec uniform _ => switched (has_Ec_uniform_pow T 2 H)
  | M : matched_threshold ?w ?T, L : lawful ?w ?T |- has_Ec ?w _ => match goal with x : R |- _ =>
      switched (has_Ec_matched w T (fun t => above (x - t)) M (has_Ec_c_below w T L x)) end end.
Ltac further_valued := fail.
Ltac further_mean := fail.
Ltac switched_mean := match goal with L : lawful_rates ?w ?T |- has_mean ?l (fun s a => Ec ?w _) =>
  with_weights ltac:(fun l v => first
    [ refine (has_mean_same l _ _ _ (rate_has_mean w T L l v (ltac:(counted)))); intros; apply Ec_same; [same_switch | exact (rate_Ec_above w T L _)]
    | refine (has_mean_same l _ _ _ (rate_c_has_mean w T L l v (ltac:(counted)))); intros; apply Ec_same; [same_switch | exact (rate_Ec_c_above w T L _)] ]) end.
(** The mean of a function of ranks over c where c is below that. *)
Lemma has_mean_of_passed l (d : R -> R -> R -> R) : (forall s a c, d s a c = d s a 0 - c) -> (forall s, piecewise (fun a => d s a 0)) ->
  has_mean l (fun s a => Ec uniform (fun c u => above (d s a c))).
Proof.
  intros H P. apply has_mean_same with (fun s a => Rmax 0 (Rmin 1 (d s a 0))).
  - intros s a _ _. apply (Ec_switch_clipped (fun c => c) (fun _ => 1) _ (d s a 0) (Rmax 0 (Rmin 1 (d s a 0)))).
    + intros c u _. rewrite H. ring.
    + intros L. rewrite Rmin_right by lra. now apply Rmax_left.
    + intros L. rewrite Rmin_right by lra. now apply Rmax_right.
    + intros L. rewrite Rmin_left by lra. apply Rmax_right. lra.
    + intros c. apply (is_derive_id (K := R_AbsRing)).
    + intros c. apply continuous_const.
    + ring.
  - apply has_mean_pieces. intros s. apply piecewise_max; [apply piecewise_const|]. apply piecewise_min; [apply piecewise_const|]. apply P.
Qed.
Ltac passed_mean := match goal with |- has_mean ?l (fun s a => Ec uniform (fun c u => above (@?d s a c))) =>
  apply (has_mean_of_passed l d); [intros; ring | intros; cbv beta; rank_pieces] end.
Ltac meanable_one := cbv beta; first [ solve [apply has_mean_pieces; intros; cbv beta; rank_pieces] | switched_mean | further_mean
  | passed_mean ].
Ltac meanable := match goal with
  | |- has_mean _ _ => meanable_one
  | |- forall t, In t _ -> _ => let t := fresh in let T := fresh in intros t T; repeat (destruct T as [<- | T]; [|]);
      try destruct T; cbn [snd]; meanable_one end.
Ltac even_valued := each ltac:(split; [cbv beta; first [ valued_one | rate_valued | given_valued | further_valued
  | match goal with L : lawful_rates ?w ?T |- has_Ec ?w _ => same_value (rate_Ec_c w T L) end ] | pieces_in_c]).
(** Means exchanged as [H] says, where indicators stand. *)
Ltac exchanged H first_value last_value := let Q := type of H in match Q with ?x = ?y =>
  transitivity x; [apply Ec_same; [intros; apply Ek_same; intros; rewrite ?lt_above; reflexivity | first_value]
  | transitivity y; [exact H | symmetry; apply Ek_same; intros; apply Ec_same; [intros; rewrite ?lt_above; reflexivity | last_value]]] end.
(** Laws of c, or of u, under the uniform density: f(c), f(u), with f affine. *)
Ltac lawful_rates_of f in_c := split; [ | split; [ | split ] ];
  [ let j := fresh "j" in intros j; eexists; apply (uniform_of_c (fun c => c ^ j)); apply piecewise_pow, piecewise_id
  | let j := fresh "j" in intros j; in_c j f
  | let r := fresh "r" in let j := fresh "j" in intros r j; in_c j (fun x : R => above (r - f x))
  | let r := fresh "r" in let j := fresh "j" in intros r j; in_c j (fun x : R => Rmax (r - f x) 0) ].
Ltac lawful_rates_of_c f := lawful_rates_of f ltac:(fun j g =>
  refine (proj1 (Ec_products _ [(1, (fun c : R => c ^ j * g c), (fun _ : R => 1))] _ _)); [powers | pieced]).
Ltac lawful_rates_of_u f := lawful_rates_of f ltac:(fun j g =>
  refine (proj1 (Ec_products _ [(1, (fun c : R => c ^ j), (fun u : R => g u))] _ _)); [powers | pieced]).
(** A function of ranks lies in [0, 1]. *)
Ltac rank_unit := ranks_known; first [lra | nra].

(** * Optimal thresholds *)

(** least_loss(c): the least loss of a threshold at the cost proportion c. *)
Definition Least_loss (l : sample) (p : bool -> R) (c : R) : R := the (is_least (fun t => Qc l p t c)).
Lemma Least_loss_is l p v c : both_classes l -> proportions p -> is_pav l p v -> 0 <= c <= 1 -> Least_loss l p c =
  2 * c * p false * Ek l false (fun s a => ind (Rlt_dec c (v s))) + 2 * (1 - c) * p true * Ek l true (fun s a => ind (Rle_dec (v s) c)).
Proof.
  intros B P V C. pose proof (least_loss l p v c B P V C) as H. apply the_is; auto. intros y Y. exact (is_least_one _ _ _ Y H).
Qed.
Section Optimal.
Variables (w : density) (l : sample) (p : bool -> R) (v : R -> R).
Hypothesis L : lawful w (fun c u => c).
Lemma pav_Ec r : has_Ec w (fun c u => above (r - c)).
Proof. exact (has_Ec_below w _ L r). Qed.
Lemma pav_Ec_c r : has_Ec w (fun c u => c * above (r - c)).
Proof. exact (has_Ec_c_below w _ L r). Qed.
Lemma pav_Ec_Ek k : has_Ec w (fun c u => Ek l k (fun s a => above (v s - c))).
Proof. eexists. apply (Ec_Ek l k w (fun s c u => above (v s - c))). intros s. apply pav_Ec. Qed.
Lemma pav_Ec_c_Ek k : has_Ec w (fun c u => c * Ek l k (fun s a => above (v s - c))).
Proof.
  apply (has_Ec_same w _ (fun c u => Ek l k (fun s a => c * above (v s - c)))).
  - intros. unfold Ek. symmetry. apply (mean_scal l (share l k) c (fun s _ => above (v s - c))).
    apply (has_mean_plain l (fun s => above (v s - c))).
  - eexists. apply (Ec_Ek l k w (fun s c u => c * above (v s - c))). intros s. apply pav_Ec_c.
Qed.
Lemma pav_Ec_least : both_classes l -> proportions p -> is_pav l p v -> has_Ec w (fun c u => Least_loss l p c).
Proof.
  intros B P V. apply (has_Ec_same w _ (combined [(2 * p false, fun c u => c * Ek l false (fun s a => above (v s - c)));
    (2 * p true, fun _ _ => 1); (- 2 * p true, fun c _ => c); (- 2 * p true, fun c u => Ek l true (fun s a => above (v s - c)));
    (2 * p true, fun c u => c * Ek l true (fun s a => above (v s - c)))])).
  - intros c u D. rewrite (Least_loss_is l p v c B P V (proj1 D)). cbn [combined].
    rewrite (Ek_same l false (fun s a => ind (Rlt_dec c (v s))) (fun s a => above (v s - c))) by (intros; apply lt_above).
    rewrite (Ek_combined l true (fun s a => ind (Rle_dec (v s) c)) [(1, fun _ _ => 1); (-1, fun s a => above (v s - c))]).
    + simpl. rewrite Ek_one by auto. ring.
    + intros. simpl. rewrite le_above. ring.
    + intros t [<- | [<- | []]]; cbn [snd]; [apply (has_mean_plain l (fun _ => 1))|apply (has_mean_plain l (fun s => above (v s - c)))].
  - apply has_Ec_combined. intros t [<- | [<- | [<- | [<- | [<- | []]]]]]; cbn [snd];
      [apply pav_Ec_c_Ek|apply has_Ec_number|exact (has_Ec_c w _ L)|apply pav_Ec_Ek|apply pav_Ec_c_Ek].
Qed.
Lemma Loss_of_optimal : both_classes l -> proportions p -> is_pav l p v -> has_loss l p interpolated w optimal /\
  Loss l p interpolated w optimal = Ec w (fun c u => Least_loss l p c).
Proof.
  intros B P V. assert (X : loss l p interpolated w optimal (Ec w (fun c u => Least_loss l p c))).
  { apply (loss_of_optimal l p interpolated w (Least_loss l p)); [|now apply Ec_expects, pav_Ec_least].
    intros c C. rewrite (Least_loss_is l p v c B P V C). now apply least_loss. }
  split; [eexists; exact X|]. now apply Loss_is.
Qed.
End Optimal.
Lemma has_loss_of_optimal w l p : lawful w (fun c u => c) -> both_classes l -> proportions p -> has_loss l p interpolated w optimal.
Proof. intros L B P. destruct (pav_exists l p B P) as [v V]. apply (Loss_of_optimal w l p v L B P V). Qed.
Ltac optimal_valued := match goal with L : lawful ?w (fun c u => c), V : is_pav ?l ?p ?v, B : both_classes ?l, P : proportions ?p |- has_Ec ?w _ => first
  [ switched (pav_Ec_Ek w l v L true) | switched (pav_Ec_Ek w l v L false) | switched (pav_Ec_c_Ek w l v L true)
  | switched (pav_Ec_c_Ek w l v L false) | switched (pav_Ec_least w l p v L B P V)
  | match goal with s : R |- _ => first [ switched (pav_Ec w L (v s)) | switched (pav_Ec_c w L (v s)) ] end ] end.
Ltac at_point_valued := match goal with |- has_Ec (at_cost ?q) (fun c u => @?f c) =>
  apply (has_Ec_at_cost q f); within_unit end.
Ltac valued := each ltac:(first [ valued_one | rate_valued | given_valued | further_valued | optimal_valued | at_point_valued
  | match goal with L : lawful_rates ?w _ |- has_Ec ?w _ => same_value (rate_Ec_c w _ L) end ]).
