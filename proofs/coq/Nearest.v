(** The axiom on the nearest attained rates. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Shares Ranks Least Losses Conditions Spaced Cutpoints Rates.
Import ListNotations.
Open Scope R_scope.

Section Nearest.
Variables (l : sample) (p : bool -> R).
Hypothesis (B : both_classes l) (P : proportions p).
Let w := weight l p.
Let C : counts l w := weight_counts l p B P.

Lemma tied_pos y : In y l -> 0 < tied l w (score y).
Proof.
  intros Y. unfold tied. apply sum_pos with y; auto.
  - intros x _. pose proof (weight_pos l p x B P). fold w in H. pose proof (ind_01 (Req_EM_T (score x) (score y))). nra.
  - unfold ind. destruct (Req_EM_T (score y) (score y)); [|congruence]. pose proof (weight_pos l p y B P). fold w in H. lra.
Qed.
Lemma rate_at y a : Rate l p (score y) a = lower l w (score y) + a * tied l w (score y).
Proof. apply cdf_tie. Qed.
Lemma rate_before y t : t < score y -> Rate l p t 1 <= lower l w (score y).
Proof.
  intros L. pose proof (cdf_upto l w t 1 (score y) 0 C (ltac:(lra)) (ltac:(lra)) (or_introl L)) as U.
  change (cdf l w) with (Rate l p) in U. rewrite rate_at in U. lra.
Qed.
Lemma rate_after y t : score y <= t -> lower l w (score y) + tied l w (score y) <= Rate l p t 1.
Proof.
  intros L. assert (U : upto (score y) 1 t 1) by (unfold upto; destruct (Req_dec (score y) t); [right|left]; lra).
  pose proof (cdf_upto l w (score y) 1 t 1 C (ltac:(lra)) (ltac:(lra)) U) as K.
  change (cdf l w) with (Rate l p) in K. rewrite rate_at in K. lra.
Qed.
Lemma not_empty : l <> [].
Proof. intros E. destruct (B true) as [x [X _]]. rewrite E in X. destruct X. Qed.
(** A threshold that passes just the examples below y. *)
Lemma just_below y : exists t, Rate l p t 1 = lower l w (score y).
Proof.
  destruct (threshold_of_scores l (fun s => s < score y) (fun s => Rlt_dec s (score y)) not_empty) as [t [T _]].
  - intros r s L K. lra.
  - exists t. apply sum_ext. intros x X. rewrite T by auto. reflexivity.
Qed.

(** What is nearest to a rate in the first, and in the second half of those that the examples of a score pass through. *)
Lemma nearest_first y r t : In y l -> lower l w (score y) < r < lower l w (score y) + tied l w (score y) / 2 ->
  reads l (Rate l p) nearest r t 1 -> Rate l p t 1 = Rate l p (score y) 0.
Proof.
  intros Y R [_ H]. rewrite rate_at. replace (lower l w (score y) + 0 * tied l w (score y)) with (lower l w (score y)) by ring.
  destruct (just_below y) as [b Hb]. specialize (H b). rewrite Hb in H.
  rewrite (Rabs_left1 (lower l w (score y) - r)) in H by lra.
  destruct (Rlt_le_dec t (score y)) as [L|L].
  - pose proof (rate_before y t L). rewrite Rabs_left1 in H by lra. lra.
  - pose proof (rate_after y t L). rewrite Rabs_pos_eq in H by lra. lra.
Qed.
Lemma nearest_second y r t : In y l ->
  lower l w (score y) + tied l w (score y) / 2 < r < lower l w (score y) + tied l w (score y) ->
  reads l (Rate l p) nearest r t 1 -> Rate l p t 1 = Rate l p (score y) 1.
Proof.
  intros Y R [_ H]. rewrite rate_at. specialize (H (score y)). rewrite rate_at in H.
  rewrite (Rabs_pos_eq (lower l w (score y) + 1 * tied l w (score y) - r)) in H by lra.
  destruct (Rlt_le_dec t (score y)) as [L|L].
  - pose proof (rate_before y t L). rewrite Rabs_left1 in H by lra. lra.
  - pose proof (rate_after y t L). rewrite Rabs_pos_eq in H by lra. lra.
Qed.

Definition both_ends (c s : R) : R := (Q_place l p s 0 c + Q_place l p s 1 c) / 2.
Lemma same_loss t a s b c : 0 <= a <= 1 -> 0 <= b <= 1 -> Rate l p t a = Rate l p s b -> Q_place l p t a c = Q_place l p s b c.
Proof.
  intros A A' E. unfold Q_place. destruct (same_rate l p t a s b B P A A' E) as [-> ->]. reflexivity.
Qed.
Lemma nearest_mean f c : (forall u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) nearest (on_rates (fun _ u => u)) c u (f u)) ->
  is_RInt (V := R_NormedModule) f 0 1 (sum l (fun x => w x * both_ends c (score x))).
Proof.
  intros H. destruct C as [N One]. rewrite <- One at 1. apply even_parts; auto. intros y Y.
  pose proof (tied_pos y Y) as T. set (a := lower l w (score y)) in *. set (m := tied l w (score y)) in *.
  assert (In01 : forall r, a < r < a + m -> 0 <= r <= 1).
  { intros r R. pose proof (lower_ge0 l w (score y) C). pose proof (lower_tied_le1 l w (score y) C). fold a m in H0, H1. lra. }
  replace (m * both_ends c (score y)) with (plus (scal (m / 2) (Q_place l p (score y) 0 c)) (scal (m / 2) (Q_place l p (score y) 1 c))).
  2: { unfold both_ends, plus, scal; simpl; unfold mult; simpl. field. }
  apply (is_RInt_Chasles (V := R_NormedModule)) with (a + m / 2).
  - replace (m / 2) with (a + m / 2 - a) at 2 by ring.
    apply (is_RInt_ext (V := R_NormedModule) (fun _ => Q_place l p (score y) 0 c)); [|apply (is_RInt_const (V := R_NormedModule))].
    rewrite Rmin_left, Rmax_right by lra. intros r R. destruct (H r (In01 r (ltac:(lra)))) as [t [b [_ [K ->]]]].
    pose proof (proj1 K) as ->. symmetry. apply same_loss; try lra. now apply (nearest_first y r t).
  - replace (m / 2) with (a + m - (a + m / 2)) at 2 by field.
    apply (is_RInt_ext (V := R_NormedModule) (fun _ => Q_place l p (score y) 1 c)); [|apply (is_RInt_const (V := R_NormedModule))].
    rewrite Rmin_left, Rmax_right by lra. intros r R. destruct (H r (In01 r (ltac:(lra)))) as [t [b [_ [K ->]]]].
    pose proof (proj1 K) as ->. symmetry. apply same_loss; try lra. now apply (nearest_second y r t).
Qed.
Lemma interpolated_mean f c : (forall u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) interpolated (on_rates (fun _ u => u)) c u (f u)) ->
  is_RInt (V := R_NormedModule) f 0 1 (sum l (fun x => w x * both_ends c (score x))).
Proof.
  intros H. destruct C as [N One]. rewrite <- One at 1. apply even_parts; auto. intros y Y.
  pose proof (tied_pos y Y) as T. set (a := lower l w (score y)) in *. set (m := tied l w (score y)) in *.
  set (q0 := Q_place l p (score y) 0 c). set (q1 := Q_place l p (score y) 1 c).
  assert (In01 : forall r, a < r < a + m -> 0 <= r <= 1).
  { intros r Hr. pose proof (lower_ge0 l w (score y) C). pose proof (lower_tied_le1 l w (score y) C). fold a m in H0, H1. lra. }
  apply (is_RInt_ext (V := R_NormedModule) (fun r => q0 + (r - a) / m * (q1 - q0))).
  - rewrite Rmin_left, Rmax_right by lra. intros r Hr. destruct (H r (In01 r Hr)) as [t [b [Hb [K ->]]]]. simpl in K.
    assert (D : 0 <= (r - a) / m <= 1).
    { split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with m; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    rewrite (same_loss t b (score y) ((r - a) / m) c Hb D).
    + unfold q0, q1, Q_place, F. rewrite !cdf_tie. match goal with |- @eq _ ?x ?y => change (@eq R x y) end. field. lra.
    + rewrite K, rate_at. fold a m. field. lra.
  - replace (m * both_ends c (score y)) with (minus ((fun r => q0 * r + (r - a) ^ 2 / (2 * m) * (q1 - q0)) (a + m))
      ((fun r => q0 * r + (r - a) ^ 2 / (2 * m) * (q1 - q0)) a)).
    2: { unfold both_ends, minus, plus, opp; simpl. fold q0 q1. field. lra. }
    apply (is_RInt_derive (V := R_CompleteNormedModule) (fun r => q0 * r + (r - a) ^ 2 / (2 * m) * (q1 - q0))
      (fun r => q0 + (r - a) / m * (q1 - q0)) a (a + m)).
    + intros r _. auto_derive; auto. field. lra.
    + intros r _. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. lra.
Qed.

(** Each rate is nearest to that of the threshold which passes the examples whose rates have their middle below it. *)
Definition middle (s : R) : R := (Rate l p s 0 + Rate l p s 1) / 2.
Lemma nearest_place u : 0 <= u <= 1 -> exists t, reads l (Rate l p) nearest u t 1 /\
  forall x, In x l -> passed (score x) t 1 = ind (Rle_dec (middle (score x)) u).
Proof.
  intros U. destruct (threshold_of_scores l (fun s => middle s <= u) (fun s => Rle_dec (middle s) u) not_empty) as [t [T Q]].
  { intros r s L K. eapply Rle_trans; [|exact K]. unfold middle.
    assert (M : forall a, 0 <= a <= 1 -> Rate l p r a <= Rate l p s a).
    { intros a A. apply (cdf_upto l w); auto. unfold upto. destruct (Req_dec r s); [right|left]; lra. }
    pose proof (M 0 (ltac:(lra))). pose proof (M 1 (ltac:(lra))). lra. }
  exists t. split; auto. split; [reflexivity|]. intros t'.
  assert (Mid : forall y, middle (score y) = lower l w (score y) + tied l w (score y) / 2).
  { intros y. unfold middle. rewrite !rate_at. field. }
  assert (Rt' : 0 <= Rate l p t' 1 <= 1) by (apply (cdf_01 l w); auto; lra).
  destruct Q as [Q | [z [Z [Gz ->]]]].
  - assert (R0 : Rate l p t 1 = 0).
    { transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X. destruct (Q x X). rewrite passed_above by lra. ring. }
    rewrite R0. rewrite (Rabs_left1 (0 - u)) by lra. destruct (least_of l score not_empty) as [y [Y L]].
    destruct (Q y Y) as [_ Ny]. rewrite Mid, (first_has_none_below l w y L) in Ny.
    destruct (Rlt_le_dec t' (score y)) as [K|K].
    + pose proof (rate_before y t' K) as E0. rewrite (first_has_none_below l w y L) in E0. rewrite Rabs_left1 by lra. lra.
    + pose proof (rate_after y t' K) as E0. rewrite (first_has_none_below l w y L) in E0. rewrite Rabs_pos_eq by lra. lra.
  - rewrite rate_at. rewrite Mid in Gz. pose proof (tied_pos z Z) as Tz.
    set (a := lower l w (score z)) in *. set (m := tied l w (score z)) in *.
    destruct (Rlt_le_dec t' (score z)) as [K|K].
    + pose proof (rate_before z t' K) as E0. fold a in E0. rewrite (Rabs_left1 (Rate l p t' 1 - u)) by lra.
      unfold Rabs. destruct Rcase_abs; lra.
    + pose proof (rate_after z t' K) as E0. fold a m in E0.
      destruct (Rle_lt_dec u (a + m)) as [V|V].
      * rewrite !Rabs_pos_eq by lra. lra.
      * destruct (next_after l w (score z)) as [A | [q [Hq [Lq E1]]]].
        -- destruct C as [_ One]. rewrite One in A. change (cdf l w (score z) 1) with (Rate l p (score z) 1) in A. rewrite rate_at in A.
           fold a m in A. replace (Rate l p t' 1) with (a + 1 * m) by lra. right. reflexivity.
        -- change (cdf l w (score z) 1) with (Rate l p (score z) 1) in E1. rewrite rate_at in E1. fold a m in E1.
           assert (Nq : u < middle (score q)).
           { pose proof (T q Hq) as Tq. rewrite passed_above in Tq by lra. unfold ind in Tq.
             destruct (Rle_dec (middle (score q)) u); lra. }
           rewrite Mid, E1 in Nq. destruct (Rlt_le_dec t' (score q)) as [J|J].
           ++ pose proof (rate_before q t' J) as E2. rewrite E1 in E2. replace (Rate l p t' 1) with (a + 1 * m) by lra. right. reflexivity.
           ++ pose proof (rate_after q t' J) as E2. rewrite E1 in E2. rewrite (Rabs_pos_eq (Rate l p t' 1 - u)) by lra.
              rewrite Rabs_left1 by lra. lra.
Qed.

Lemma nearest_alike d x : even_rank d ->
  loss l p nearest d (on_rates (fun _ u => u)) x <-> loss l p interpolated d (on_rates (fun _ u => u)) x.
Proof.
  intros W.
  assert (I : forall c u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) interpolated (on_rates (fun _ u => u)) c u (Qc_rate l p u c)).
  { intros c u U. destruct (place_of_rate l p u B P U) as [t [a [A <-]]]. exists t, a. split; [exact A|]. split; [reflexivity|].
    now apply Qc_rate_place. }
  pose proof (loses_at l p nearest (fun u s => middle s <= u) (fun u s => Rle_dec (middle s) u) nearest_place) as J.
  split; intros [f [H X]].
  - eexists. split; [intros c u _ U; exact (I c u U)|]. apply (W _ _ x (fun c K => interpolated_mean _ c (fun u U => I c u U))).
    exact (proj1 (W f _ x (fun c K => nearest_mean (f c) c (fun u U => H c u K U))) X).
  - eexists. split; [intros c u _ U; exact (J c u U)|]. apply (W _ _ x (fun c K => nearest_mean _ c (fun u U => J c u U))).
    exact (proj1 (W f _ x (fun c K => interpolated_mean (f c) c (fun u U => H c u K U))) X).
Qed.
End Nearest.

(** Axiom nearest_rates. Either side has the value x if the other has; any density under which u is uniform and independent of c,
    for costs at any class proportions and for skews.
    left: loss(rate(u), cost=w, condition=d, rates=nearest)
    relation: ==
    right: loss(rate(u), cost=w, condition=d) *)
Theorem nearest_rates l p w x : both_classes l -> proportions p -> even_rank w ->
  (loss l p nearest w (on_rates (fun _ u => u)) x <-> loss l p interpolated w (on_rates (fun _ u => u)) x) /\
  (loss_for_skews l nearest w (on_rates (fun _ u => u)) x <-> loss_for_skews l interpolated w (on_rates (fun _ u => u)) x).
Proof.
  intros B P W. split; [now apply nearest_alike|]. rewrite !skews_balance_classes. apply nearest_alike; auto. apply halves_proportions.
Qed.
